#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/memory/indexed_vector.h"
#include "core/memory/layout.h"
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

/// Everything that a planner did, in order. TracePlayer replays it.
struct Trace {
    Provenance provenance;
    std::uint64_t fingerprint = 0;  ///< of the problem that the trace belongs to
    std::uint32_t buffer_count = 0;
    Bytes threshold;
    IndexedVector<FrameIndex, Frame> frames;  ///< parents before children, siblings in time order
    std::vector<FrameIndex> roots;            ///< frames without a parent
    FrameIndex result = FrameIndex::none();   ///< the frame whose layout is the result
    std::uint64_t dropped_frames = 0;         ///< rearrangements that were not recorded because the limit was reached
    friend bool operator==(const Trace&, const Trace&) = default;
};

/// A hash of the names, sizes, lifetimes, alignments, gaps and regions of all buffers. Linear; the same on every
/// machine.
[[nodiscard]] std::uint64_t fingerprint(const Problem& problem);

}  // namespace arenascope
