#include "app/session/comparison_picture.h"

#include <algorithm>

#include "core/analysis/compare/side_by_side.h"
#include "core/analysis/explain/plan_summary.h"
#include "core/base/text/amount.h"
#include "core/check/overlap_checker.h"
#include "core/model/memory/allocator_history.h"
#include "core/model/memory/live_profile.h"

namespace arenascope {
namespace {

/// The figures of one plan, to be told beside those of another.
struct FiguresOfOne {
    PlanHeight height;
    std::int64_t buffers, overlaps;
};

/// The common text, or both texts with an arrow between.
std::string both_texts(const std::string& first, const std::string& second) {
    return first == second ? first : first + " → " + second;
}

FigureTone tone_of_growth(bool grew, bool shrank) {
    return grew ? FigureTone::worrying : shrank ? FigureTone::good : FigureTone::plain;
}

}  // namespace

std::vector<PageFigure> comparison_figures(const Comparand& first, const Comparand& second) {
    const auto figures_of_plan = [](const Comparand& plan) -> FiguresOfOne {
        return {plan_height(plan.problem, plan.layout), static_cast<std::int64_t>(plan.problem.buffers.size()),
                static_cast<std::int64_t>(check(plan.problem, plan.layout, 0).overlap_count)};
    };
    const FiguresOfOne a = figures_of_plan(first);
    const FiguresOfOne b = figures_of_plan(second);
    const auto highest = [](const PlanHeight& one) {
        return std::max(one.threshold, one.peak.value_or(Offset(0)) - Offset(0));
    };
    const Unit unit = unit_for(std::max(highest(a.height), highest(b.height)));
    const auto peak_text = [unit](const PlanHeight& one) {
        return one.peak ? amount_text(one.peak->value(), unit) : std::string("not placed");
    };
    const auto share_text = [](const PlanHeight& one) {
        return one.peak ? percent_text(fragmentation(*one.peak, one.threshold)) : std::string("not placed");
    };
    const FigureTone tone = a.height.peak && b.height.peak
                                ? tone_of_growth(*b.height.peak > *a.height.peak, *b.height.peak < *a.height.peak)
                                : FigureTone::plain;
    // Nobody planned the addresses of a recorded allocator: what it reserved is no peak of a plan.
    const bool are_recorded = has_segment_regions(first.problem) && has_segment_regions(second.problem);
    std::vector<PageFigure> figures = {
        {are_recorded ? "highest reserved size" : "peak", both_texts(peak_text(a.height), peak_text(b.height)), tone},
        {are_recorded ? "highest live size" : "theoretical threshold",
         both_texts(amount_text(a.height.threshold.value(), unit), amount_text(b.height.threshold.value(), unit)),
         FigureTone::threshold}};
    if (!are_recorded) {
        figures.push_back({"fragmentation", both_texts(share_text(a.height), share_text(b.height)), tone});
    }
    figures.push_back({"buffers", both_texts(grouped(a.buffers), grouped(b.buffers))});
    figures.push_back({"overlaps", both_texts(grouped(a.overlaps), grouped(b.overlaps)),
                       a.overlaps + b.overlaps > 0 ? FigureTone::worrying : FigureTone::good});
    return figures;
}

std::string comparison_note(const PlanChanges& changes) {
    const auto count = [](std::size_t number) { return grouped(static_cast<std::int64_t>(number)); };
    return "moved " + count(changes.moved) + ", added " + count(changes.added) + ", removed " + count(changes.removed) +
           ", renamed " + count(changes.renamed);
}

ComparisonPicture comparison_picture(const ComparedPlans& plans, const std::string& first_name,
                                     const std::string& second_name) {
    SideBySide both = side_by_side(plans.a.comparand(), first_name, plans.b.comparand(), second_name);
    ComparisonPicture picture;
    picture.object_numbers = std::move(both.object_numbers);
    picture.figures = comparison_figures(plans.a.comparand(), plans.b.comparand());
    picture.note = comparison_note(plans.changes);
    // Its tiers are those of each plan by itself: a classifier would judge both together.
    IndexedVector<BufferIndex, Risk> risks;
    if (!plans.a.risks->empty() && !plans.b.risks->empty()) {
        risks = *plans.b.risks;
        risks.insert(risks.end(), plans.a.risks->begin(), plans.a.risks->end());
    }
    ShownPlan plan =
        unjudged_plan(std::make_shared<const Problem>(std::move(both.problem)),
                      std::make_shared<const Layout>(std::move(both.layout)),
                      std::make_shared<const IndexedVector<BufferIndex, Risk>>(std::move(risks)), *no_plan());
    plan.checked = std::make_shared<const CheckFindings>(check_findings(*plan.problem, *plan.layout));
    picture.plan = std::make_shared<const ShownPlan>(std::move(plan));
    return picture;
}

}  // namespace arenascope
