#include "app/session/comparison_picture.h"

#include <algorithm>

#include "core/check/overlap_checker.h"
#include "core/compare/side_by_side.h"
#include "core/memory/live_profile.h"
#include "core/picture/unit.h"

namespace arenascope {
namespace {

/// The figures of one plan, to be told beside those of another.
struct FiguresOfOne {
    std::int64_t peak, threshold, buffers, overlaps;
    bool placed;
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
        return {peak(plan.problem, plan.layout).value(), threshold(plan.problem, plan.layout).value(),
                static_cast<std::int64_t>(plan.problem.buffers.size()),
                static_cast<std::int64_t>(check(plan.problem, plan.layout, 0).overlap_count), is_complete(plan.layout)};
    };
    const FiguresOfOne a = figures_of_plan(first);
    const FiguresOfOne b = figures_of_plan(second);
    const Unit unit = unit_for(Bytes(std::max({a.peak, b.peak, a.threshold, b.threshold})));
    const auto peak_text = [unit](const FiguresOfOne& plan) {
        return plan.placed ? amount_text(plan.peak, unit) : std::string("not placed");
    };
    const auto share_text = [](const FiguresOfOne& plan) {
        return plan.placed ? percent_text(fragmentation(Offset(plan.peak), Bytes(plan.threshold)))
                           : std::string("not placed");
    };
    const FigureTone height =
        a.placed && b.placed ? tone_of_growth(b.peak > a.peak, b.peak < a.peak) : FigureTone::plain;
    return {{"peak", both_texts(peak_text(a), peak_text(b)), height},
            {"theoretical threshold", both_texts(amount_text(a.threshold, unit), amount_text(b.threshold, unit)),
             FigureTone::threshold},
            {"fragmentation", both_texts(share_text(a), share_text(b)), height},
            {"buffers", both_texts(grouped(a.buffers), grouped(b.buffers))},
            {"overlaps", both_texts(grouped(a.overlaps), grouped(b.overlaps)),
             a.overlaps + b.overlaps > 0 ? FigureTone::worrying : FigureTone::good}};
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
