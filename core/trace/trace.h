#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/containers/indexed_vector.h"
#include "core/model/memory/layout.h"
#include "core/trace/change_store.h"
#include "core/trace/frame.h"

namespace arenascope {

/// How a layout was made, with everything needed to make it again.
struct Provenance {
    std::string planner;
    std::vector<std::pair<std::string, std::string>> options;  ///< all options with their values, sorted by key
    std::uint64_t seed = 0;
    bool reproducible = true;  ///< false: a time limit or a stop cut the run short
    friend bool operator==(const Provenance&, const Provenance&) = default;
};

/// A number of frames for each FrameKind.
using FrameCounts = std::array<std::uint64_t, frame_kind_count>;

/// Everything that a planner did, in order. TracePlayer replays it.
struct Trace {
    Provenance provenance;
    std::uint64_t fingerprint = 0;  ///< of the problem that the trace belongs to
    std::uint32_t buffer_count = 0;
    Bytes threshold;
    IndexedVector<FrameIndex, Frame> frames;  ///< parents before children, siblings in time order
    ChangeStore changes;                      ///< of all frames; see changes_of()
    std::vector<FrameIndex> roots;            ///< frames without a parent
    FrameIndex result = FrameIndex::none();   ///< the frame whose layout is the result
    FrameCounts dropped{};  ///< by kind: frames of the run that the trace does not have, because it reached its limit
    friend bool operator==(const Trace&, const Trace&) = default;
};

/// The frame that the changes of a frame are relative to: the previous sibling, and for the first rearrangement of a
/// group the previous group. none(): an empty layout.
[[nodiscard]] FrameIndex base_of(const Trace& trace, FrameIndex frame);

/// Sets the previous siblings, the children and the roots, which follow from the parents. Each parent must stand before
/// its frames. Linear.
void link_frames(Trace& trace);

/// The number of all frames that the trace does not have.
[[nodiscard]] std::uint64_t dropped_frames(const Trace& trace);

/// The number of a frame, as people read it and as `--iteration` takes it. A main step (see is_chief()) has its
/// position among all main steps of the trace, from 0, through all passes. Passes, groups and rearrangements count from
/// 1 among their siblings; those that the trace does not have count, too. Linear in the trace.
[[nodiscard]] std::uint64_t number_of(const Trace& trace, FrameIndex frame);

/// By frame: its number_of(). Linear in the trace.
[[nodiscard]] IndexedVector<FrameIndex, std::uint64_t> frame_numbers(const Trace& trace);

/// A hash of the names, sizes, lifetimes, alignments, gaps and regions of all buffers. Linear; the same on every
/// machine.
[[nodiscard]] std::uint64_t fingerprint(const Problem& problem);

}  // namespace arenascope
