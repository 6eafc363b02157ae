#include "core/analysis/compare/compared_recordings.h"

#include "core/model/memory/allocator_history.h"

namespace arenascope {
namespace {

GroupBy grouping_by(MadeBy by) {
    switch (by) {
        case MadeBy::function:
            return GroupBy::maker_function;
        case MadeBy::file:
            return GroupBy::maker_file;
        case MadeBy::line:
            break;
    }
    return GroupBy::maker_line;
}

LivePeak live_peak(const Comparand& plan) {
    return {plan_height(plan.problem, plan.layout).peak_step, std::nullopt};
}

}  // namespace

std::optional<ComparedRecordings> compared_recordings(const Problem& first, const Problem& second) {
    if (!has_segment_regions(first) || !has_segment_regions(second)) {
        return std::nullopt;
    }
    return ComparedRecordings{allocator_figures(first), allocator_figures(second)};
}

std::vector<GroupTotal> maker_totals(const Comparand& first, const Comparand& second, MadeBy by) {
    return group_totals(first, live_peak(first), second, live_peak(second), grouping_by(by));
}

}  // namespace arenascope
