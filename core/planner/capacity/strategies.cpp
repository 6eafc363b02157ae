#include "core/planner/capacity/strategies.h"

#include <string_view>

namespace arenascope {
namespace {

constexpr std::array<std::string_view, 6> focus_names{"lowest buffer",   "least slack",    "fewest choices",
                                                      "failing choices", "most remaining", "failing room"};
constexpr std::array<std::string_view, 5> score_names{"length", "width", "length by root of width", "area",
                                                      "level, length"};

}  // namespace

std::string text_of(const Strategy& strategy) {
    return std::string(focus_names[static_cast<std::size_t>(strategy.focus)]) + " by " +
           std::string(score_names[static_cast<std::size_t>(strategy.score)]) + (strategy.inherit ? ", inherited" : "");
}

}  // namespace arenascope
