#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/base/containers/indexed_vector.h"
#include "core/planner/sharing/shared_block.h"
#include "core/trace/trace_sink.h"

namespace arenascope {

/// Passes the frames of a planner that places blocks on to a trace of the buffers. Each member lies at its position in
/// its block, has the block's risk, and takes the block's place in the order.
///
///   block 0 at 64        ─▶   concat at 64, conv0 at 64, conv2 at 94
///
/// Linear in the buffers for each frame.
class BlockTrace final : public TraceSink {
public:
    /// `sink`, `problem` and `plan` must outlive it.
    BlockTrace(TraceSink& sink, const Problem& problem, const SharingPlan& plan);

    void enter(FrameKind kind, std::string_view note, std::span<const BufferIndex> members,
               RegionIndex region = RegionIndex::none()) override;
    void leave(const FrameState& state) override;
    void mark_result() override { sink_.mark_result(); }
    [[nodiscard]] bool has_room() const override { return sink_.has_room(); }

private:
    [[nodiscard]] std::vector<BufferIndex> members_of(std::span<const BufferIndex> blocks) const;

    TraceSink& sink_;
    const SharingPlan& plan_;
    IndexedVector<BufferIndex, std::int64_t> offsets_;
    std::vector<Risk> risks_;
};

}  // namespace arenascope
