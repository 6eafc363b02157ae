#include "core/analysis/verdict/verdict_figures.h"

#include <algorithm>
#include <tuple>

#include "core/model/memory/allocator_history.h"
#include "core/model/memory/arrangement_bound.h"

namespace arenascope {
namespace {

constexpr std::size_t most_largest = 3;

bool is_live_at(const Buffer& buffer, Step step) {
    if (!contains(buffer.lifetime, step)) {
        return false;
    }
    bool is_live = false;
    for_each_piece(buffer, [&](const Piece& piece) { is_live = is_live || contains(piece.steps, step); });
    return is_live;
}

/// Adds a buffer that is live at the step, if it is one of the largest.
void add_largest(BusyStep& busiest, const Problem& problem, BufferIndex index) {
    const auto is_before = [&problem](BufferIndex a, BufferIndex b) {
        return std::tuple(problem.buffers[b].size, a) < std::tuple(problem.buffers[a].size, b);
    };
    std::vector<BufferIndex>& largest = busiest.largest;
    largest.insert(std::ranges::upper_bound(largest, index, is_before), index);
    if (largest.size() > most_largest) {
        largest.pop_back();
    }
}

BusyStep busy_step(const LiveProfile& profile) {
    return {profile.peak_step, profile.threshold, {}};
}

}  // namespace

VerdictFigures verdict_figures(const Problem& problem, const Layout& layout, const PlanProfiles& profiles,
                               const AllocatorFigures* recorded) {
    VerdictFigures figures;
    figures.regions.resize(problem.regions.size());
    for (std::size_t i = 0; i < figures.regions.size(); ++i) {
        RegionNeed& need = figures.regions[i];
        const LiveProfile& profile = profiles.of(RegionIndex(i));
        need.bound = layout.sharing.empty() ? profile.threshold : arrangement_bound(problem, layout, RegionIndex(i));
        need.busiest = busy_step(profile);
    }
    if (has_segment_regions(problem)) {
        figures.recorded = recorded != nullptr ? *recorded : allocator_figures(problem);
        figures.busiest_of_all = busy_step(profiles.all());
        const auto& failures = problem.history->out_of_memory;
        if (!failures.empty()) {
            figures.first_failed = fragmentation_cost(problem, layout, failures.front());
        }
    }
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        const Buffer& buffer = problem.buffers[i];
        RegionNeed& need = figures.regions[buffer.region];
        ++need.buffers;
        if (is_live_at(buffer, need.busiest.step)) {
            add_largest(need.busiest, problem, BufferIndex(i));
        }
        if (figures.busiest_of_all && is_live_at(buffer, figures.busiest_of_all->step)) {
            add_largest(*figures.busiest_of_all, problem, BufferIndex(i));
        }
    }
    return figures;
}

}  // namespace arenascope
