#include "core/analysis/compare/planner_standing.h"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <vector>

#include "core/model/memory/live_profile.h"

namespace arenascope {

Bytes total_peak(const Problem& problem, const Layout& layout) {
    Bytes total;
    for (std::size_t i = 0; i < problem.regions.size(); ++i) {
        total = total + Bytes(peak(problem, layout, RegionIndex(i)).value());
    }
    return total;
}

Bytes total_threshold(const Problem& problem, const Layout& layout) {
    const std::vector<Bytes> thresholds = region_thresholds(problem, layout);
    return std::accumulate(thresholds.begin(), thresholds.end(), Bytes(0));
}

bool is_lower(const PlannerStanding& one, const PlannerStanding& other) {
    return std::tie(one.peak, one.total_peak) < std::tie(other.peak, other.total_peak);
}

Bytes over_threshold(const PlannerStanding& standing) {
    return Bytes(standing.peak.value() - standing.threshold.value());
}

double fragmentation(const PlannerStanding& standing) {
    return fragmentation(standing.peak, standing.threshold);
}

bool is_optimal(const PlannerStanding& standing) {
    return standing.peak.value() <= standing.lower_bound.value();
}

PlannerStanding standing_of(const Plan& plan, const Layout& before) {
    const Layout& layout = plan.result.layout;
    PlannerStanding standing;
    standing.planner = plan.provenance.planner;
    standing.peak = peak(plan.problem, layout);
    standing.threshold = plan.result.threshold;
    standing.lower_bound = plan.result.lower_bound;
    standing.seconds = plan.seconds;
    standing.fits = fits(plan.problem, layout);
    standing.goal = plan.result.goal;
    standing.total_peak = total_peak(plan.problem, layout);
    standing.total_threshold = total_threshold(plan.problem, layout);
    for (std::size_t i = 0; i < layout.placements.size(); ++i) {
        standing.moved += layout.placements[i] != before.placements[i] ? 1 : 0;
    }
    return standing;
}

std::optional<std::size_t> best_of(std::span<const PlannerStanding> standings) {
    const auto best = std::min_element(standings.begin(), standings.end(), is_lower);
    return best == standings.end() ? std::nullopt : std::optional(static_cast<std::size_t>(best - standings.begin()));
}

}  // namespace arenascope
