#pragma once

#include <cstddef>
#include <memory>

#include "core/trace/trace_sink.h"

namespace arenascope {

/// Turns what a planner tells into a Trace. Each frame keeps only what differs from its previous sibling, so
/// the memory grows with what the planner changed. When the frames take more than `byte_limit`, further
/// rearrangements are counted (Trace::dropped_frames) instead of kept, and further placements are kept without their
/// PlacementStep; passes, iterations and groups always are.
/// leave() is linear in the spans that it is given.
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

    /// The trace so far; call it once, when the planner has returned.
    [[nodiscard]] Trace take();

private:
    struct Recording;
    std::unique_ptr<Recording> recording_;
};

}  // namespace arenascope
