#include "core/analysis/improvement/improvement.h"

namespace arenascope {

std::string_view name_of(ImprovementKind kind) {
    constexpr std::array<std::string_view, improvement_kind_count> names{"move", "swap", "together", "reinsertion"};
    return names[static_cast<std::size_t>(kind)];
}

std::string_view name_of(ImprovementObstacle obstacle) {
    constexpr std::array<std::string_view, 6> names{"none",          "nothing-placed", "at-threshold",
                                                    "fixed-at-peak", "all-fixed",      "none-lowers"};
    return names[static_cast<std::size_t>(obstacle)];
}

}  // namespace arenascope
