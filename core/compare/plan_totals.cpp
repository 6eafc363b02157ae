#include "core/compare/plan_totals.h"

#include <algorithm>
#include <cstdlib>
#include <tuple>
#include <unordered_map>

#include "core/memory/external_fragmentation.h"
#include "core/memory/live_profile.h"

namespace arenascope {
namespace {

/// The bytes of a buffer that live at a step.
Bytes live_bytes(const Buffer& buffer, Step step) {
    Bytes live;
    if (contains(buffer.lifetime, step)) {
        for_each_piece(buffer, [&](const Piece& piece) {
            live = contains(piece.steps, step) ? piece.bytes.to - piece.bytes.from : live;
        });
    }
    return live;
}

std::vector<SideTotal> side_totals(const Problem& problem, const BufferGroups& groups, Step step) {
    std::vector<SideTotal> totals(groups.names.size());
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        SideTotal& total = totals[groups.group_of[i]];
        ++total.buffers;
        total.bytes = total.bytes + problem.buffers[i].size;
        total.at_peak = total.at_peak + live_bytes(problem.buffers[i], step);
    }
    return totals;
}

}  // namespace

PlanFigures plan_figures(const Comparand& plan, IndexedSpan<BufferIndex, const Risk> risks) {
    PlanFigures figures;
    const LiveProfile profile = deciding_profile(plan.problem, plan.layout);
    figures.threshold = profile.threshold;
    figures.peak_step = profile.peak_step;
    figures.buffers = plan.problem.buffers.size();
    figures.total = total_size(plan.problem);
    figures.over = static_cast<std::size_t>(std::ranges::count(risks, Cause::over, &Risk::cause));
    if (is_complete(plan.layout)) {
        figures.peak = peak(plan.problem, plan.layout);
    }
    for (std::size_t region = 0; region < plan.problem.regions.size(); ++region) {
        figures.largest_free = std::max(figures.largest_free,
                                        external_fragmentation(plan.problem, plan.layout, RegionIndex(region)).largest);
    }
    return figures;
}

std::vector<GroupTotal> group_totals(const Problem& first, Step first_step, const Problem& second, Step second_step,
                                     GroupBy by) {
    const BufferGroups of_first = buffer_groups(first, by);
    const BufferGroups of_second = buffer_groups(second, by);
    const std::vector<SideTotal> first_totals = side_totals(first, of_first, first_step);
    const std::vector<SideTotal> second_totals = side_totals(second, of_second, second_step);
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
