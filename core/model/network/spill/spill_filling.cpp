#include "core/model/network/spill/spill_filling.h"

#include <algorithm>
#include <numeric>

namespace arenascope {

std::optional<SpillChoice> filled(const SpillProblem& problem, SpillFilling order) {
    const auto weight = [&](std::size_t item) {
        double uses = 0;
        for (const SpillEvent& event : problem.items[item].events) {
            uses += static_cast<double>(event.reads + event.writes);
        }
        const auto size = static_cast<double>(problem.items[item].size);
        return order == SpillFilling::by_size ? size : size * uses;
    };
    std::vector<std::size_t> sorted(problem.items.size());
    std::iota(sorted.begin(), sorted.end(), std::size_t{0});
    std::ranges::stable_sort(sorted, std::ranges::greater(), weight);
    std::vector<std::int64_t> room = problem.first_room;
    SpillChoice choice{std::vector<std::vector<SpillMove>>(problem.items.size())};
    for (const std::size_t i : sorted) {
        const SpillItem& item = problem.items[i];
        const auto from = room.begin() + static_cast<std::ptrdiff_t>(item.events.front().time);
        const auto to = room.begin() + static_cast<std::ptrdiff_t>(item.end);
        const bool fits = std::all_of(from, to, [&](std::int64_t bytes) { return bytes >= item.size; });
        if (fits) {
            std::for_each(from, to, [&](std::int64_t& bytes) { bytes -= item.size; });
        }
        choice.moves[i] = moves_of_resident(item, fits ? SpillPlace::first : SpillPlace::second);
    }
    choice.traffic = traffic_of(problem, choice);
    return has_room(problem, choice) ? std::optional(std::move(choice)) : std::nullopt;
}

}  // namespace arenascope
