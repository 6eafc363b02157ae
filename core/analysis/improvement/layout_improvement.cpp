#include "core/analysis/improvement/layout_improvement.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "core/analysis/explain/peak_report.h"
#include "core/analysis/improvement/improvement.h"
#include "core/analysis/improvement/region_trials.h"
#include "core/check/overlap_checker.h"
#include "core/model/memory/live_profile.h"
#include "core/model/memory/tail.h"

namespace arenascope {
namespace {

/// By buffer: it is pinned, shares memory on purpose, or lies in another region than its own.
std::vector<bool> fixed_buffers(const Problem& problem, const Layout& layout) {
    std::vector<bool> fixed(problem.buffers.size());
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        const auto& placement = layout.placements[i];
        fixed[i] = fixed_offset(problem.buffers[i]).has_value() ||
                   (placement && placement->region != problem.buffers[i].region);
    }
    for (const SharingGroup& group : layout.sharing) {
        for (const BufferIndex member : group.members) {
            fixed[member.value()] = true;
        }
    }
    return fixed;
}

/// Whether no layout has a lower peak in the region. Where memory is shared on purpose, the threshold proves nothing.
bool is_at_threshold(const Problem& problem, const Layout& layout, RegionIndex region, Offset peak) {
    bool is_placed = layout.sharing.empty();
    for (std::size_t i = 0; i < problem.buffers.size() && is_placed; ++i) {
        is_placed = problem.buffers[i].region != region || layout.placements[i].has_value();
    }
    return is_placed && peak.value() == live_profile(problem, region).threshold.value();
}

std::vector<BufferIndex> sorted_copy(std::vector<BufferIndex> buffers) {
    std::ranges::sort(buffers);
    return buffers;
}

/// Whether `after` has a finding that `before` does not have.
bool has_new_finding(const CheckReport& before, const CheckReport& after) {
    const auto pair_of = [](const Overlap& one) { return std::pair(one.a, one.b); };
    const bool has_same_overlaps = is_cut(before) || is_cut(after)
                                       ? after.overlap_count <= before.overlap_count
                                       : std::ranges::includes(before.overlaps, after.overlaps, {}, pair_of, pair_of);
    return !has_same_overlaps ||
           !std::ranges::includes(sorted_copy(before.misaligned), sorted_copy(after.misaligned)) ||
           !std::ranges::includes(sorted_copy(before.outside), sorted_copy(after.outside));
}

BufferIndex first_with_tail(const Problem& problem, const Layout& layout, RegionIndex region, Offset tail) {
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        const auto& placement = layout.placements[i];
        if (placement && placement->region == region && tail_of(problem.buffers[i], placement->offset) == tail) {
            return BufferIndex(i);
        }
    }
    return BufferIndex::none();
}

/// Keeps what the overlap checker finds nothing new in. The container of a region sees neither capacities nor the
/// addresses that other regions share with it.
void keep_sound(const Problem& problem, const Layout& layout, const StopToken& stop, ImprovementReport& report) {
    if (report.improvements.empty()) {
        return;
    }
    const CheckReport before = check(problem, layout);
    std::vector<Improvement> kept;
    for (Improvement& each : report.improvements) {
        if (stop && stop()) {
            report.is_complete = false;
            report.was_stopped = true;
            break;
        }
        const Layout other = improved_layout(layout, each);
        if (!has_new_finding(before, check(problem, other))) {
            each.highest = first_with_tail(problem, other, each.region, each.region_peak);
            kept.push_back(std::move(each));
        }
    }
    report.improvements = std::move(kept);
}

/// The buffers to try, each once.
std::vector<BufferIndex> chosen_buffers(const Problem& problem, const Layout& layout, const ImprovementOrder& order) {
    std::vector<BufferIndex> chosen;
    if (order.buffers.empty()) {
        // From the top down: what reaches the peak is the most likely to lower it.
        const std::vector<PeakChainLink> chain = peak_chain(problem, layout, order.region);
        for (std::size_t i = chain.size(); i > 0; --i) {
            chosen.push_back(chain[i - 1].buffer);
        }
        return chosen;
    }
    std::vector<bool> is_chosen(problem.buffers.size());
    for (const BufferIndex buffer : order.buffers) {
        if (layout.placements[buffer] && !is_chosen[buffer.value()]) {
            is_chosen[buffer.value()] = true;
            chosen.push_back(buffer);
        }
    }
    return chosen;
}

/// Every moved buffer of a listed improvement takes memory, and every improvement is checked. So fewer are listed of a
/// large problem.
std::size_t most_listed(const ImprovementOrder& order, std::size_t buffers) {
    constexpr std::size_t most_moves = 2'000'000;
    constexpr std::size_t fewest = 5;
    return std::max<std::size_t>(
        1, std::min(order.most, std::max(fewest, most_moves / std::max<std::size_t>(buffers, 1))));
}

/// The highest tail in each region.
IndexedVector<RegionIndex, Offset> region_tops(const Problem& problem, const Layout& layout) {
    IndexedVector<RegionIndex, Offset> tops(problem.regions.size(), Offset());
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        if (const auto& placement = layout.placements[i]) {
            tops[placement->region] = std::max(tops[placement->region], tail_of(problem.buffers[i], placement->offset));
        }
    }
    return tops;
}

class ImprovementSearch {
public:
    ImprovementSearch(const Problem& problem, const Layout& layout, const ImprovementOrder& order)
        : problem_(problem),
          layout_(layout),
          order_(order),
          fixed_(fixed_buffers(problem, layout)),
          tops_(region_tops(problem, layout)),
          chosen_(chosen_buffers(problem, layout, order)),
          found_(most_listed(order, problem.buffers.size())) {}

    ImprovementReport run() {
        report_.peak = peak(problem_, layout_);
        report_.work_limit = order_.work;
        std::vector<std::vector<BufferIndex>> by_region(problem_.regions.size());
        for (const BufferIndex buffer : chosen_) {
            by_region[problem_.buffers[buffer].region.value()].push_back(buffer);
        }
        for (std::size_t i = 0; i < by_region.size(); ++i) {
            if (!by_region[i].empty()) {
                try_region(RegionIndex(i), std::move(by_region[i]));
            }
        }
        report_.improvements = all_found();
        keep_sound(problem_, layout_, order_.stop, report_);
        if (!report_.improvements.empty()) {
            report_.obstacle = ImprovementObstacle::none;
        }
        return std::move(report_);
    }

private:
    /// A reinsertion to the same layout as a simpler change is left out.
    std::vector<Improvement> all_found() {
        std::vector<Improvement> simple = found_.simple.take();
        std::vector<Improvement> reinsertions = found_.reinsertions.take();
        ImprovementList all(std::max<std::size_t>(1, simple.size() + reinsertions.size()));
        for (std::vector<Improvement>* found : {&simple, &reinsertions}) {
            for (Improvement& each : *found) {
                all.add(std::move(each));
            }
        }
        return all.take();
    }

    void try_region(RegionIndex region, std::vector<BufferIndex> chosen) {
        const std::size_t steps = chosen.size() * RegionTrials::steps_for_each;
        std::erase_if(chosen, [this](BufferIndex buffer) { return fixed_[buffer.value()]; });
        Offset elsewhere;
        for (std::size_t i = 0; i < tops_.size(); ++i) {
            elsewhere = RegionIndex(i) == region ? elsewhere : std::max(elsewhere, tops_[RegionIndex(i)]);
        }
        RegionTrials trials(problem_, layout_, region, fixed_, elsewhere, order_);
        const ImprovementObstacle obstacle = obstacle_in(region, trials, chosen);
        if (obstacle == ImprovementObstacle::none_lowers) {
            const std::size_t before = done_;
            trials.run(chosen, found_, report_, [this] { tell(1); });
            done_ = before;
        }
        tell(steps);
        if (report_.obstacle == ImprovementObstacle::nothing_placed || trials.peak() > report_.region_peak) {
            report_.obstacle = obstacle;
            report_.region = region;
            report_.region_peak = trials.peak();
            report_.at_peak = trials.at_peak().size();
        }
        report_.buffers.insert(report_.buffers.end(), chosen.begin(), chosen.end());
    }

    /// Why nothing needs to be tried; none_lowers: it does.
    [[nodiscard]] ImprovementObstacle obstacle_in(RegionIndex region, const RegionTrials& trials,
                                                  const std::vector<BufferIndex>& movable) const {
        const auto is_fixed = [this](BufferIndex buffer) { return fixed_[buffer.value()]; };
        return is_at_threshold(problem_, layout_, region, trials.peak()) ? ImprovementObstacle::at_threshold
               : std::ranges::any_of(trials.at_peak(), is_fixed)         ? ImprovementObstacle::fixed_at_peak
               : movable.empty()                                         ? ImprovementObstacle::all_fixed
                                                                         : ImprovementObstacle::none_lowers;
    }

    void tell(std::size_t steps) {
        done_ += steps;
        if (order_.progress) {
            order_.progress(done_ / RegionTrials::steps_for_each, chosen_.size());
        }
    }

    const Problem& problem_;
    const Layout& layout_;
    const ImprovementOrder& order_;
    std::vector<bool> fixed_;  ///< by buffer
    IndexedVector<RegionIndex, Offset> tops_;
    std::vector<BufferIndex> chosen_;
    FoundImprovements found_;
    ImprovementReport report_;
    std::size_t done_ = 0;  ///< steps
};

}  // namespace

ImprovementReport find_improvements(const Problem& problem, const Layout& layout, const ImprovementOrder& order) {
    return ImprovementSearch(problem, layout, order).run();
}

Layout improved_layout(const Layout& layout, const Improvement& improvement) {
    Layout other = layout;
    for (const Move& move : improvement.moves) {
        other.placements[move.buffer] = Placement{*move.to, improvement.region};
    }
    return other;
}

}  // namespace arenascope
