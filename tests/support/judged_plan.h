#pragma once

#include <algorithm>
#include <string>

#include "core/analysis/verdict/verdict.h"
#include "core/base/text/amount.h"
#include "core/check/overlap_checker.h"
#include "core/model/memory/allocator_history.h"
#include "core/model/memory/layout.h"
#include "core/model/memory/live_profile.h"
#include "core/model/memory/peak_region.h"
#include "core/model/memory/problem.h"
#include "core/model/memory/tail.h"

namespace arenascope::test {

/// The findings of a check that no larger capacity would mend.
inline std::uint64_t faults_of(const Problem& problem, const Layout& layout, const CheckReport& report) {
    const auto is_elsewhere = [&](BufferIndex index) {
        const auto& placement = layout.placements[index];
        const Buffer& buffer = problem.buffers[index];
        return !placement || placement->region != buffer.region || placement->offset < Offset(0) ||
               !takes_bytes(buffer);
    };
    return report.overlap_count + report.misaligned.size() + report.contradictions.size() +
           static_cast<std::uint64_t>(std::ranges::count_if(report.outside, is_elsewhere)) +
           (has_placements(layout) ? report.unplaced.size() : 0);
}

/// How a verdict on a whole plan, without a run, contradicts its check, its capacities or its own figures. Empty: it
/// does not. Written from the description of the states, without the code under test.
inline std::string disagreement(const Verdict& verdict, const Problem& problem, const Layout& layout,
                                const CheckReport& report) {
    using State = VerdictState;
    const bool is_bad = verdict.tone == VerdictTone::bad;
    const std::uint64_t unplaced = report.unplaced.size();
    if (!verdict.text().ends_with('.') || verdict.headline.empty()) {
        return "no sentence";
    }
    if ((verdict.state == State::unsound) != (faults_of(problem, layout, report) > 0)) {
        return "unsound or not";
    }
    if (has_placements(layout) && unplaced > 0 &&
        verdict.headline.find(counted(unplaced, "buffer is not placed", "buffers are not placed")) ==
            std::string::npos) {
        return "it does not say how many buffers are not placed";
    }
    const bool is_recorded = has_segment_regions(problem);
    if (is_clean(report) && is_complete(layout) && !is_recorded && is_bad == fits(problem, layout)) {
        return "fits or not";
    }
    if (!is_clean(report) && has_placements(layout) && !is_bad) {
        return "no bad news of a finding";
    }
    if (verdict.state == State::recorded && is_bad == problem.history->out_of_memory.empty()) {
        return "failed allocations";
    }
    if (verdict.excess && verdict.free) {
        return "too much and free";
    }
    if (!verdict.region) {
        return {};
    }
    if (verdict.capacity != problem.regions[*verdict.region].capacity) {
        return "capacity";
    }
    if (verdict.peak && *verdict.peak != region_peaks(problem, layout)[*verdict.region]) {
        return "peak";
    }
    if (layout.sharing.empty() && verdict.bound < region_thresholds(problem, layout)[verdict.region->value()]) {
        return "bound";
    }
    const Bytes needed = std::max(verdict.peak.value_or(Offset(0)) - Offset(0), verdict.bound);
    if ((verdict.excess && *verdict.capacity + *verdict.excess != needed) ||
        (verdict.free && *verdict.capacity != *verdict.free + (*verdict.peak - Offset(0)))) {
        return "excess or free bytes";
    }
    const bool cannot_fit = verdict.capacity && verdict.bound > *verdict.capacity;
    if (verdict.state != State::unsound && (verdict.state == State::cannot_fit) != cannot_fit) {
        return "cannot fit";
    }
    return {};
}

}  // namespace arenascope::test
