#pragma once

#include <vector>

#include "core/planner/fused_problem.h"
#include "core/trace/trace_sink.h"

namespace arenascope {

/// Passes the steps of a planner of a fused problem on, with the members of each block instead of the fused buffer.
/// A step that places a block is shown with its first member. Both the problem and the sink outlive it.
class ExpandingSink final : public TraceSink {
public:
    ExpandingSink(const FusedProblem& fused, TraceSink& sink) : fused_(fused), sink_(sink) {}

    void enter(FrameKind kind, std::string_view note, std::span<const BufferIndex> members,
               RegionIndex region) override;
    void leave(const FrameState& state) override;
    void mark_result() override { sink_.mark_result(); }
    [[nodiscard]] bool has_room() const override { return sink_.has_room(); }

private:
    [[nodiscard]] PlacementStep expanded_step(const PlacementStep& step) const;

    const FusedProblem& fused_;
    TraceSink& sink_;
    std::vector<std::int64_t> offsets_;
    std::vector<Risk> risks_;
};

}  // namespace arenascope
