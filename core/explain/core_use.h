#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/memory/layout.h"
#include "core/memory/problem.h"

namespace arenascope {

/// How one core's memory is used.
struct CoreUse {
    RegionIndex core;
    std::size_t buffers = 0;         ///< that belong to it, placed or not
    std::size_t unplaced = 0;        ///< of them
    Bytes threshold;                 ///< of all of them
    Offset peak;                     ///< largest capacity that is used
    std::optional<Step> peak_step;   ///< first step at which it is used; none where nothing is placed
    std::int64_t fragmentation = 0;  ///< external, in bytes · steps (see external_fragmentation)
};

/// The use of every region, in their order. Source: 003_8153cae81998554d (the measures of the method); method 5.
/// O(r · n + n log n) for r regions.
[[nodiscard]] std::vector<CoreUse> core_uses(const Problem& problem, const Layout& layout);

/// Whether a problem speaks of cores: an operator runs on one, or a tensor crosses.
[[nodiscard]] bool speaks_of_cores(const Problem& problem);

/// The operator whose memory a buffer is: the first that writes it; of what none writes, such as a copy from another
/// core, the first that reads it. none() without one. Linear.
[[nodiscard]] OperatorIndex operator_of(const Problem& problem, BufferIndex buffer);

}  // namespace arenascope
