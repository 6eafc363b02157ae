#include "core/analysis/compare/layout_comparison.h"

namespace arenascope {

LayoutComparison comparison_of(const Comparand& first, const Comparand& second, const PlanChanges& changes) {
    LayoutComparison comparison;
    for (const ComparedBuffer& change : changes.buffers) {
        if (is_added(change)) {
            comparison.added.push_back(second.problem.buffers[change.second].name);
            continue;
        }
        const Name& name = first.problem.buffers[change.first].name;
        if (is_removed(change)) {
            comparison.removed.push_back(name);
            continue;
        }
        if (change.is_renamed) {
            comparison.renamed.emplace_back(name, second.problem.buffers[change.second].name);
        }
        if (change.is_moved) {
            comparison.moved.push_back(name);
        }
        if (change.is_resized) {
            comparison.resized.push_back(name);
        }
        if (change.is_retimed) {
            comparison.retimed.push_back(name);
        }
    }
    return comparison;
}

LayoutComparison compare(const Comparand& first, const Comparand& second) {
    return comparison_of(first, second, plan_changes(first, second, pair_by_name(first.problem, second.problem)));
}

bool same_buffers(const LayoutComparison& comparison) {
    return comparison.added.empty() && comparison.removed.empty() && comparison.renamed.empty() &&
           comparison.resized.empty() && comparison.retimed.empty();
}

}  // namespace arenascope
