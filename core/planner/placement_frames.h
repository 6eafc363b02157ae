#pragma once

#include <algorithm>
#include <cstddef>

#include "core/model/memory/layout.h"
#include "core/model/memory/problem.h"
#include "core/trace/trace_sink.h"

namespace arenascope {

/// The number of placements that one trace frame records together, at least 1. Each frame holds the offsets of all
/// buffers, so many buffers mean few frames: all frames of a run hold at most some 100 million offsets.
[[nodiscard]] constexpr std::size_t placements_per_frame(std::size_t placements, std::size_t buffers) {
    constexpr std::size_t max_offsets = 100'000'000;
    return 1 + placements / std::max<std::size_t>(1, max_offsets / std::max<std::size_t>(1, buffers));
}

/// Records a frame without children, which is the result so far. Without a trace, nothing happens.
inline void record_result(TraceSink* trace, FrameKind kind, std::string_view note, const FrameState& state) {
    if (trace != nullptr) {
        trace->enter(kind, note, {});
        trace->leave(state);
        trace->mark_result();
    }
}

/// The same for a planner whose frames are passes of iterations: a pass of a region, or of all, with one iteration.
inline void record_pass_result(TraceSink* trace, std::string_view note, const FrameState& state,
                               RegionIndex region = RegionIndex::none()) {
    if (trace != nullptr) {
        trace->enter(FrameKind::pass, note, {}, region);
        record_result(trace, FrameKind::iteration, {}, state);
        trace->leave(state);
    }
}

/// The offsets of a layout; `unplaced_offset` for buffers that it does not place. Linear.
[[nodiscard]] inline IndexedVector<BufferIndex, std::int64_t> offsets_of(const Layout& layout) {
    IndexedVector<BufferIndex, std::int64_t> offsets;
    offsets.reserve(layout.placements.size());
    for (const auto& placement : layout.placements) {
        offsets.push_back(placement ? placement->offset.value() : unplaced_offset);
    }
    return offsets;
}

/// The layout that places buffers at these offsets in their own regions. Linear.
[[nodiscard]] inline Layout layout_at(const Problem& problem, IndexedSpan<BufferIndex, const std::int64_t> offsets) {
    Layout layout = empty_layout(problem);
    for (std::size_t i = 0; i < offsets.size(); ++i) {
        if (offsets[i] != unplaced_offset) {
            layout.placements[i] = Placement{Offset(offsets[i]), problem.buffers[i].region};
        }
    }
    return layout;
}

/// Replaces the placements of the buffers of a region by those in another layout. Linear.
inline void take_region(Layout& layout, const Layout& from, const Problem& problem, RegionIndex region) {
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        if (problem.buffers[i].region == region) {
            layout.placements[i] = from.placements[i];
        }
    }
}

}  // namespace arenascope
