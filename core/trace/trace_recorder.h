#pragma once

#include <cstddef>
#include <memory>

#include "core/trace/trace_sink.h"

namespace arenascope {

/// Records a planner's run as a Trace. Each frame stores only its differences from the previous sibling, so memory
/// grows with the number of changes. Above `byte_limit`, rearrangements are only counted (Trace::dropped_frames), and
/// placements are recorded without their PlacementStep; passes, iterations and groups are always recorded. leave() is
/// linear in the lists of its argument.
class TraceRecorder final : public TraceSink {
public:
    static constexpr std::size_t default_byte_limit = std::size_t{64} << 20U;

    TraceRecorder(const Problem& problem, Provenance provenance, std::size_t byte_limit = default_byte_limit);
    ~TraceRecorder() override;
    TraceRecorder(const TraceRecorder&) = delete;
    TraceRecorder& operator=(const TraceRecorder&) = delete;

    void enter(FrameKind kind, std::string_view note, std::span<const BufferIndex> members) override;
    void leave(const FrameState& state) override;
    void mark_result() override;
    [[nodiscard]] bool has_room() const override;

    /// The trace; call it once, after the planner has returned.
    [[nodiscard]] Trace take();

private:
    struct Recording;
    std::unique_ptr<Recording> recording_;
};

}  // namespace arenascope
