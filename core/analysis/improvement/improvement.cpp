#include "core/analysis/improvement/improvement.h"

#include <algorithm>
#include <tuple>

namespace arenascope {
namespace {

auto rank_of(const Improvement& one) {
    return std::tuple(one.peak, one.region_peak, one.moves.size(), one.moved);
}

}  // namespace

std::string_view name_of(ImprovementKind kind) {
    constexpr std::array<std::string_view, improvement_kind_count> names{"move", "swap", "together", "reinsertion"};
    return names[static_cast<std::size_t>(kind)];
}

std::string_view name_of(ImprovementObstacle obstacle) {
    constexpr std::array<std::string_view, 6> names{"none",          "nothing-placed", "at-threshold",
                                                    "fixed-at-peak", "all-fixed",      "none-lowers"};
    return names[static_cast<std::size_t>(obstacle)];
}

bool ImprovementList::has_room_for(Offset peak, Offset region_peak) const {
    return list_.size() < most_ ||
           std::pair(peak, region_peak) <= std::pair(list_.back().peak, list_.back().region_peak);
}

void ImprovementList::add(Improvement improvement) {
    // Clang 14 cannot compile std::ranges::equal_range() of this library.
    const auto rank = rank_of(improvement);
    const auto first = std::ranges::lower_bound(list_, rank, {}, rank_of);
    const auto last = std::ranges::upper_bound(list_, rank, {}, rank_of);
    const auto is_same = [&improvement](const Improvement& other) { return other.moves == improvement.moves; };
    if (std::any_of(first, last, is_same)) {
        return;
    }
    // Behind its equals: simpler kinds are added first.
    list_.insert(last, std::move(improvement));
    if (list_.size() > most_) {
        list_.pop_back();
    }
}

}  // namespace arenascope
