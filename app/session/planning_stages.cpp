#include "app/session/planning_stages.h"

#include <algorithm>

#include "core/base/text/amount.h"
#include "core/model/memory/conflict.h"
#include "core/planner/greedy/greedy_strategy.h"
#include "core/planner/registry.h"
#include "qt/tasks/handled_at_once.h"

namespace arenascope {
namespace {

/// Up to so many pairs for each buffer, placing by size takes a few microseconds for each of them.
constexpr std::uint64_t most_pairs_by_size = 1'000;
/// More buffers take seconds by size. In order of birth they take a third of it, for a higher peak until the search
/// ends.
constexpr std::size_t most_placed_by_size = 500'000;

/// A trace that nobody asked for takes at most so many bytes.
constexpr std::size_t trace_bytes_unasked = 64'000'000;

bool searches(const std::string& planner) {
    const auto found = planner_named(planner);
    return found && (*found)->description.improves;
}

/// The settings that every planner takes.
std::vector<KeyValue> common_settings(const std::vector<KeyValue>& settings) {
    std::vector<KeyValue> kept;
    std::ranges::copy_if(settings, std::back_inserter(kept), [](const KeyValue& setting) {
        return std::ranges::find(common_options(), setting.first, &OptionSpec::key) != common_options().end();
    });
    return kept;
}

}  // namespace

std::optional<PlanningStages> planning_stages(const Problem& problem, const PlanOrder& order) {
    const std::size_t buffers = problem.buffers.size();
    if (buffers <= most_handled_at_once) {
        return std::nullopt;
    }
    const std::uint64_t pairs = conflict_pairs(problem);
    const bool is_crowded = pairs > most_pairs_searched_unasked;
    if (!is_crowded && !searches(order.planner)) {
        return std::nullopt;
    }
    PlanningStages stages;
    stages.first = order;
    const bool is_quick_by_size = buffers <= most_placed_by_size && pairs <= most_pairs_by_size * buffers;
    stages.first.planner = is_quick_by_size ? offsets_greedy_by_size.name : greedy_in_order_of_birth.name;
    stages.first.settings = common_settings(order.settings);
    stages.first_notes.push_back("the file was placed at once, without a record of the steps; Tune records them");
    if (is_crowded) {
        stages.first_notes.push_back("no search for a lower peak was started, because " +
                                     grouped(static_cast<std::int64_t>(pairs)) +
                                     " pairs of buffers share time, so that it takes long; Tune starts one");
        return stages;
    }
    stages.search = order;
    stages.search->trace_byte_limit = trace_bytes_unasked;
    stages.is_search_recorded = buffers <= most_recorded_unasked;
    if (!stages.is_search_recorded) {
        stages.search_notes.push_back("the steps of the run were not recorded, because there are more than " +
                                      grouped(static_cast<std::int64_t>(most_recorded_unasked)) +
                                      " buffers; Tune records them");
    }
    return stages;
}

}  // namespace arenascope
