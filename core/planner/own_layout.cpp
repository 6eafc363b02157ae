#include "core/planner/own_layout.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include "core/base/error/quotation.h"
#include "core/model/memory/live_profile.h"
#include "core/planner/soundness.h"

namespace arenascope {
namespace {

constexpr std::string_view frame_note = "the layout of the file";

/// `letter` is the source without the changes that keep it sound.
bool follows_source(const OptionValues& options) {
    return std::ranges::any_of(options.all(), [](const KeyValue& option) {
        return option == KeyValue("method", "source") || option == KeyValue("method", "letter");
    });
}

/// The members of a group for which something holds; empty if they are no group of their own. Parts need their whole.
template <class Holds>
std::optional<SharingGroup> group_of_those(const SharingGroup& group, Holds&& holds) {
    SharingGroup own{group.kind, {}, group.basis};
    std::ranges::copy_if(group.members, std::back_inserter(own.members), holds);
    const bool has_whole = group.kind != SharingGroup::Kind::parts || holds(group.members.front());
    return has_whole && own.members.size() > 1 ? std::optional(std::move(own)) : std::nullopt;
}

/// The regions in which the file is lower.
std::vector<RegionIndex> lower_regions(const Problem& problem, const Layout& given, const Layout& planned) {
    std::vector<RegionIndex> lower;
    for (std::size_t i = 0; i < problem.regions.size(); ++i) {
        if (peak(problem, given, RegionIndex(i)) < peak(problem, planned, RegionIndex(i))) {
            lower.emplace_back(i);
        }
    }
    return lower;
}

/// Replaces the placements of a region by those of the file, and what its buffers share and copy.
void take_region(const Problem& problem, const Layout& given, RegionIndex region, Layout& layout) {
    const auto lies_here = [&](BufferIndex buffer) { return problem.buffers[buffer].region == region; };
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        if (lies_here(BufferIndex(i))) {
            layout.placements[i] = given.placements[i];
        }
    }
    const auto lies_elsewhere = [&](BufferIndex buffer) { return !lies_here(buffer); };
    std::vector<SharingGroup> groups;
    for (const SharingGroup& group : layout.sharing) {
        if (auto own = group_of_those(group, lies_elsewhere)) {
            groups.push_back(std::move(*own));
        }
    }
    for (const SharingGroup& group : given.sharing) {
        if (auto own = group_of_those(group, lies_here)) {
            groups.push_back(std::move(*own));
        }
    }
    layout.sharing = std::move(groups);
    std::erase_if(layout.copies, [&](const OperandCopy& copy) { return lies_here(copy.operand); });
    std::ranges::copy_if(given.copies, std::back_inserter(layout.copies),
                         [&](const OperandCopy& copy) { return lies_here(copy.operand); });
}

/// An operator that the file or the result makes unnecessary stays so where its buffers lie as they did.
void join_removed(const Problem& problem, const Layout& given, Layout& layout) {
    std::vector<OperatorIndex>& removed = layout.removed;
    removed.insert(removed.end(), given.removed.begin(), given.removed.end());
    std::ranges::sort(removed);
    removed.erase(std::unique(removed.begin(), removed.end()), removed.end());
    reinstate_operators(layout, problem);
}

void record_own_layout(TraceSink& trace, const Layout& layout, Offset top, PlannerKind kind, std::uint64_t work) {
    std::vector<std::int64_t> offsets;
    offsets.reserve(layout.placements.size());
    for (const auto& placement : layout.placements) {
        offsets.push_back(placement ? placement->offset.value() : unplaced_offset);
    }
    const FrameState state{.offsets = offsets, .order = {}, .risks = {}, .peak = top, .work = work, .attempts = 1};
    if (kind != PlannerKind::tuner) {
        trace.enter(FrameKind::improvement, frame_note, {});
        trace.leave(state);
        trace.mark_result();
        return;
    }
    trace.enter(FrameKind::pass, frame_note, {});
    trace.enter(FrameKind::iteration, {}, {});
    trace.leave(state);
    trace.mark_result();
    trace.leave(state);
}

void note_lower_file(const Problem& problem, const Layout& given, const std::vector<RegionIndex>& lower,
                     PlanResult& result) {
    std::string text = "the layout of the file is lower: ";
    for (const RegionIndex region : lower) {
        text += (region == lower.front() ? "" : ", ") +
                (problem.regions.size() > 1 ? "region " + in_quotes(problem.regions[region].name) + " " : "") +
                std::to_string(peak(problem, given, region).value()) + " B instead of " +
                std::to_string(peak(problem, result.layout, region).value()) + " B";
    }
    result.notes.push_back(text + "; the planners that search start from it");
}

}  // namespace

bool starts_from_own_layout(const PlannerDescription& planner, const OptionValues& options) {
    return (planner.family == PlannerFamily::searching || planner.family == PlannerFamily::operator_sharing) &&
           !follows_source(options);
}

void compare_with_own_layout(const Problem& problem, const Layout& given, const PlannerDescription& planner,
                             const OptionValues& options, PlanResult& result, TraceSink* trace) {
    if (!is_complete(result.layout) || !has_placements(given) || !is_complete(given)) {
        return;
    }
    const std::vector<RegionIndex> lower = lower_regions(problem, given, result.layout);
    if (lower.empty() || !placement_fault(problem, given).empty()) {
        return;
    }
    if (!starts_from_own_layout(planner, options)) {
        note_lower_file(problem, given, lower, result);
        return;
    }
    for (const RegionIndex region : lower) {
        take_region(problem, given, region, result.layout);
    }
    join_removed(problem, given, result.layout);
    result.threshold = threshold(problem, result.layout);
    if (!result.layout.sharing.empty()) {
        result.threshold_unshared = threshold(problem);
    }
    result.notes.emplace_back("the search found nothing lower than the layout of the file, which is kept");
    if (trace != nullptr) {
        record_own_layout(*trace, result.layout, peak(problem, result.layout), planner.kind, result.work);
    }
}

}  // namespace arenascope
