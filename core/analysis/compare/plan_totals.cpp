#include "core/analysis/compare/plan_totals.h"

#include <algorithm>
#include <cstdlib>
#include <tuple>
#include <unordered_map>

#include "core/model/memory/external_fragmentation.h"
#include "core/model/memory/live_share.h"

namespace arenascope {
namespace {

std::vector<SideTotal> side_totals(const Comparand& plan, const BufferGroups& groups, LivePeak peak) {
    std::vector<SideTotal> totals(groups.names.size());
    for (std::size_t i = 0; i < plan.problem.buffers.size(); ++i) {
        SideTotal& total = totals[groups.group_of[i]];
        ++total.buffers;
        total.bytes = total.bytes + plan.problem.buffers[i].size;
    }
    for (const LiveShare& share : live_shares(plan.problem, plan.layout, peak.step, peak.region)) {
        SideTotal& total = totals[groups.group_of[share.buffer]];
        total.at_peak = total.at_peak + share.counted;
    }
    return totals;
}

}  // namespace

PlanFigures plan_figures(const Comparand& plan, IndexedSpan<BufferIndex, const Risk> risks) {
    PlanFigures figures;
    figures.height = plan_height(plan.problem, plan.layout);
    figures.buffers = plan.problem.buffers.size();
    figures.total = total_size(plan.problem);
    figures.over = static_cast<std::size_t>(std::ranges::count(risks, Cause::over, &Risk::cause));
    for (std::size_t region = 0; region < plan.problem.regions.size(); ++region) {
        figures.largest_free = std::max(figures.largest_free,
                                        external_fragmentation(plan.problem, plan.layout, RegionIndex(region)).largest);
    }
    return figures;
}

std::vector<GroupTotal> group_totals(const Comparand& first, LivePeak first_peak, const Comparand& second,
                                     LivePeak second_peak, GroupBy by) {
    const auto [of_first, of_second] = groups_of_both(first.problem, second.problem, by);
    const std::vector<SideTotal> first_totals = side_totals(first, of_first, first_peak);
    const std::vector<SideTotal> second_totals = side_totals(second, of_second, second_peak);
    std::vector<GroupTotal> totals;
    std::unordered_map<std::string_view, std::size_t> positions;
    for (std::size_t i = 0; i < of_first.names.size(); ++i) {
        positions.emplace(of_first.names[i], i);
        totals.push_back({of_first.names[i], first_totals[i], {}});
    }
    for (std::size_t i = 0; i < of_second.names.size(); ++i) {
        const auto found = positions.find(of_second.names[i]);
        if (found != positions.end()) {
            totals[found->second].second = second_totals[i];
        } else {
            totals.push_back({of_second.names[i], {}, second_totals[i]});
        }
    }
    std::ranges::sort(totals, [](const GroupTotal& a, const GroupTotal& b) {
        const auto rank = [](const GroupTotal& total) {
            return std::tuple(-std::abs((total.second.at_peak - total.first.at_peak).value()),
                              -std::max(total.first.at_peak, total.second.at_peak).value(),
                              -std::max(total.first.bytes, total.second.bytes).value(), std::string_view(total.name));
        };
        return rank(a) < rank(b);
    });
    return totals;
}

}  // namespace arenascope
