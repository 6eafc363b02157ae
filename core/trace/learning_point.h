#pragma once

#include <cstdint>

#include "core/model/memory/quantity.h"

namespace arenascope {

/// One point of a learning curve: the layouts of one memory that a learning method tried since the point before.
///
///   peak │ ╲   mean
///        │  ╲__
///        │ ╲    ╲____
///        │  ╲________  best
///        └──────────── generation or episode
struct LearningPoint {
    RegionIndex region;
    std::uint64_t number = 0;        ///< of the generation, or of the last episode; counted from 1
    std::uint64_t attempts = 0;      ///< layouts tried since the point before
    Offset best;                     ///< lowest peak among them
    Offset mean;                     ///< mean of their peaks, rounded down
    Offset worst;                    ///< highest peak among them
    std::int64_t fragmentation = 0;  ///< of the best of them, in bytes · steps (see external_fragmentation)
    friend bool operator==(const LearningPoint&, const LearningPoint&) = default;
};

}  // namespace arenascope
