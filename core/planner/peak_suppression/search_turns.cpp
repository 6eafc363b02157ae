#include "core/planner/peak_suppression/search_turns.h"

#include <algorithm>
#include <cstddef>

namespace arenascope {
namespace {

/// How much more work the favoured one gets.
constexpr double favour = 2;

}  // namespace

void SearchTurns::take(Kind kind, std::int64_t visits, bool found) {
    const bool is_favoured = favoured_ == kind;
    clocks_[static_cast<std::size_t>(kind)] += static_cast<double>(visits) / (is_favoured ? favour : 1);
    if (found && !is_favoured) {
        favoured_ = kind;
        clocks_.fill(std::max(clocks_[0], clocks_[1]));
    }
}

}  // namespace arenascope
