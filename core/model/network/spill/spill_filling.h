#pragma once

#include <optional>

#include "core/model/network/spill/spill_problem.h"

namespace arenascope {

/// In which order buffers are put into the first memory.
enum class SpillFilling : std::uint8_t {
    by_traffic,  ///< falling size times reads and writes
    by_size,     ///< falling size
};

/// Puts whole buffers into the first memory while there is room, each other one into the second. Ties keep the order of
/// the items. Empty: the second memory has no room for the rest. O(n times).
[[nodiscard]] std::optional<SpillChoice> filled(const SpillProblem& problem, SpillFilling order);

}  // namespace arenascope
