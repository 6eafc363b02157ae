#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/memory/indexed_vector.h"
#include "core/memory/layout.h"
#include "core/trace/frame.h"

namespace arenascope {

/// What made a layout: enough to make it again.
struct Provenance {
    std::string planner;
    std::vector<std::pair<std::string, std::string>> options;  ///< every option with its value, by key
    std::uint64_t seed = 0;
    bool reproducible = true;  ///< false where a time limit or a stop cut the run short
    friend bool operator==(const Provenance&, const Provenance&) = default;
};

/// Everything that a planner's run did, in order; replayed by TracePlayer.
struct Trace {
    Provenance provenance;
    std::uint64_t fingerprint = 0;  ///< of the problem (see fingerprint()): a trace replays on that problem only
    std::uint32_t buffer_count = 0;
    Bytes threshold;
    IndexedVector<FrameIndex, Frame> frames;  ///< parents before children, siblings in time order
    std::vector<FrameIndex> roots;            ///< frames without a parent
    FrameIndex result = FrameIndex::none();   ///< the frame whose layout was handed out
    std::uint64_t dropped_frames = 0;         ///< rearrangements left out because the cap was reached
    friend bool operator==(const Trace&, const Trace&) = default;
};

/// A number that differs (but for chance) between problems whose buffers differ in name, size, lifetime,
/// alignment, gaps or region. Linear; the same on every machine.
[[nodiscard]] std::uint64_t fingerprint(const Problem& problem);

}  // namespace arenascope
