#include "core/planner/start_layout.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <utility>

#include "core/base/error/quotation.h"
#include "core/model/memory/live_profile.h"
#include "core/planner/pins.h"
#include "core/planner/placement_frames.h"
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
void keep_region(const Problem& problem, const Layout& given, RegionIndex region, Layout& layout) {
    const auto lies_here = [&](BufferIndex buffer) { return problem.buffers[buffer].region == region; };
    take_region(layout, given, problem, region);
    const auto lies_elsewhere = [&](BufferIndex buffer) { return !lies_here(buffer); };
    std::vector<SharingGroup> groups;
    append_groups_of_those(groups, layout.sharing, lies_elsewhere);
    append_groups_of_those(groups, given.sharing, lies_here);
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
    const auto offsets = offsets_of(layout);
    const FrameState state{.offsets = offsets, .order = {}, .risks = {}, .peak = top, .work = work, .attempts = 1};
    if (kind == PlannerKind::tuner) {
        record_pass_result(&trace, frame_note, state);
    } else {
        record_result(&trace, FrameKind::improvement, frame_note, state);
    }
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

OptionSpec start_option() {
    return {"start",
            OptionType::choice,
            "none",
            "file: begin with the layout of the file, and keep it unless a lower one is found",
            {"none", "file"}};
}

const Layout* start_of(const PlanRequest& request) {
    const bool is_wanted = request.options.text("start") == "file";
    return is_wanted && request.given != nullptr && has_placements(*request.given) ? request.given : nullptr;
}

std::vector<BufferIndex> by_offset(std::vector<BufferIndex> buffers, const Layout& start) {
    std::ranges::stable_sort(buffers, {}, [&start](BufferIndex buffer) {
        const auto& placement = start.placements[buffer];
        return placement ? placement->offset.value() : std::numeric_limits<std::int64_t>::max();
    });
    return buffers;
}

std::string start_fault(const Problem& problem, const Layout& start) {
    if (!is_complete(start)) {
        return "it does not place every buffer";
    }
    Layout unshared = empty_layout(problem);
    unshared.placements = start.placements;
    return placement_fault(problem, unshared);
}

std::string start_note(const std::string& fault) {
    return fault.empty() ? std::string()
                         : "the start gives only its order, because as a result it has a fault: " + fault;
}

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
        keep_region(problem, given, region, result.layout);
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
