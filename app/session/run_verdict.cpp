#include "app/session/run_verdict.h"

#include "core/check/overlap_checker.h"
#include "core/model/memory/allocator_history.h"

namespace arenascope {

RunVerdict run_verdict(Plan& plan, const RunRival& rival, bool is_from_shown) {
    RunVerdict verdict;
    verdict.is_complete = arenascope::is_complete(plan.result.layout);
    verdict.is_same_problem = plan.problem == *rival.problem;
    verdict.peak = arenascope::peak(plan.problem, plan.result.layout);
    // The highest tail in any segment of an allocator is no peak of a plan.
    if (arenascope::is_complete(*rival.shown) && !has_segment_regions(*rival.problem)) {
        verdict.before = arenascope::peak(*rival.problem, *rival.shown);
    }
    if (rival.standing && verdict.is_same_problem && (!plan.result.reproducible || is_from_shown)) {
        const CheckReport found = check(*rival.problem, *rival.standing, 0);
        // A plan above the capacity counts too: of two such plans, the lower one is better.
        const bool is_correct = found.overlap_count == 0 && found.misaligned.empty() && found.unplaced.empty();
        const Offset top = is_correct ? arenascope::peak(*rival.problem, *rival.standing) : Offset();
        if (is_correct && !(verdict.is_complete && verdict.peak < top)) {
            verdict.kept = top;
        }
    }
    if (verdict.is_same_problem) {
        plan.problem = {};  // here, because freeing many buffers takes long
    }
    return verdict;
}

}  // namespace arenascope
