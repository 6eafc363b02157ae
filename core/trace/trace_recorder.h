#pragma once

#include <cstddef>
#include <memory>

#include "core/trace/trace_sink.h"

namespace arenascope {

/// Records a planner's run as a Trace. Each frame stores only its differences from the previous sibling, packed and
/// compressed (ChangeStore), so memory grows with the number of changes. leave() is linear in the lists of its
/// argument.
///
/// The trace takes at most `byte_limit` bytes:
///
///   a quarter   above it, no further rearrangement is recorded, and no PlacementStep
///   a half      above it, no further group is recorded, either
///   all         above it, all groups and rearrangements are removed, and then intermediate steps that are no
///               iterations: first every second one that did not lower the best peak, last the others and whole passes
///
/// Iterations always remain, and so do the first step, the result and the last one left. They alone may exceed the
/// limit. Every recorded frame replays exactly. Trace::dropped counts all others.
class TraceRecorder final : public TraceSink {
public:
    static constexpr std::size_t default_byte_limit = 256'000'000;

    TraceRecorder(const Problem& problem, Provenance provenance, std::size_t byte_limit = default_byte_limit);
    ~TraceRecorder() override;
    TraceRecorder(const TraceRecorder&) = delete;
    TraceRecorder& operator=(const TraceRecorder&) = delete;

    void enter(FrameKind kind, std::string_view note, std::span<const BufferIndex> members,
               RegionIndex region = RegionIndex::none()) override;
    void leave(const FrameState& state) override;
    void mark_result() override;
    [[nodiscard]] bool has_room() const override;

    /// A recorder in the same state. The two share what is compressed. Linear in the trace.
    [[nodiscard]] std::unique_ptr<TraceRecorder> copy() const;

    /// The trace; call it once, after the planner has returned.
    [[nodiscard]] Trace take();

private:
    struct Recording;
    explicit TraceRecorder(std::unique_ptr<Recording> recording);

    std::unique_ptr<Recording> recording_;
};

/// The bytes that the frames of a trace take in memory, including what their lists have reserved. Linear.
[[nodiscard]] std::size_t bytes_of(const Trace& trace);

}  // namespace arenascope
