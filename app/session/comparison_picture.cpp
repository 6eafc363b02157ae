#include "app/session/comparison_picture.h"

#include <algorithm>
#include <utility>
#include <variant>

#include "core/analysis/compare/change_list.h"
#include "core/analysis/compare/side_by_side.h"
#include "core/analysis/explain/plan_summary.h"
#include "core/base/error/quotation.h"
#include "core/base/text/amount.h"
#include "core/check/overlap_checker.h"
#include "core/model/memory/allocator_history.h"
#include "core/model/memory/live_profile.h"
#include "core/picture/report/comparison_report.h"

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

/// The highest peak or threshold of both plans.
Bytes highest_of(const ComparedPlans& plans) {
    const auto highest = [](const PlanHeight& one) {
        return std::max(one.threshold, one.peak.value_or(Offset(0)) - Offset(0));
    };
    return std::max(highest(plans.figures_of_a.height), highest(plans.figures_of_b.height));
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

std::string comparison_note(const ComparedPlans& plans) {
    const PlanChanges& changes = plans.changes;
    const std::string matching = matching_words(plans.steps);
    return "moved " + grouped(changes.moved) + ", added " + grouped(changes.added) + ", removed " +
           grouped(changes.removed) + ", renamed " + grouped(changes.renamed) + ", resized " +
           grouped(changes.resized) + ", retimed " + grouped(changes.retimed) +
           (matching.empty() ? "" : " · " + matching);
}

PageTable comparison_table(const ComparedPlans& plans, Unit unit) {
    constexpr std::size_t most = 8;  // the picture needs the room
    const FactTable facts = change_facts(plans, most);
    const std::string in_unit = ", " + std::string(name_of(unit));
    PageTable table{.columns = {{"name"},
                                {"change"},
                                {"size A" + in_unit, true},
                                {"size B", true},
                                {"offset A", true},
                                {"offset B", true},
                                {"moved", true}},
                    .left_out = difference_count(plans.changes) - facts.rows.size()};
    for (const std::vector<FactValue>& row : facts.rows) {
        std::vector<std::string> texts;
        for (const FactValue& value : row) {
            const auto* const text = std::get_if<std::string>(&value);
            const auto* const amount = std::get_if<std::int64_t>(&value);
            texts.push_back(text != nullptr ? visible(*text) : amount != nullptr ? number_text(*amount, unit) : "–");
        }
        table.rows.push_back(std::move(texts));
    }
    return table;
}

ComparisonPicture comparison_picture(const ComparedPlans& plans, const PicturedPlan& first,
                                     const PicturedPlan& second) {
    SideBySide both = side_by_side(plans.a.comparand(), first.name, plans.b.comparand(), second.name);
    ComparisonPicture picture;
    picture.object_numbers = std::move(both.object_numbers);
    picture.figures = comparison_figures(plans.a.comparand(), plans.b.comparand());
    picture.table = comparison_table(plans, unit_for(highest_of(plans)));
    picture.pinned_notes = notes_side_by_side(first.pinned_notes, second.pinned_notes, *plans.b.problem);
    picture.note = comparison_note(plans);
    // Its tiers are those of each plan by itself: a classifier would judge both together.
    IndexedVector<BufferIndex, Risk> risks;
    if (!plans.a.risks->empty() || !plans.b.risks->empty()) {
        // A recording has no tiers, which takes none from the plan beside it.
        risks = *plans.b.risks;
        risks.resize(plans.b.problem->buffers.size());
        risks.insert(risks.end(), plans.a.risks->begin(), plans.a.risks->end());
        risks.resize(plans.b.problem->buffers.size() + plans.a.problem->buffers.size());
    }
    ShownPlan plan =
        unjudged_plan(std::make_shared<const Problem>(std::move(both.problem)),
                      std::make_shared<const Layout>(std::move(both.layout)),
                      std::make_shared<const IndexedVector<BufferIndex, Risk>>(std::move(risks)), *no_plan());
    plan.checked = std::make_shared<const CheckFindings>(check_findings(*plan.problem, *plan.layout));
    picture.plan = std::make_shared<const ShownPlan>(std::move(plan));
    return picture;
}

Expected<std::string> comparison_report_of(const ComparedPlans& plans, const ComparedFrom& a, const ComparedFrom& b) {
    const ComparisonPicture picture = comparison_picture(plans, {a.name, a.pinned_notes}, {b.name, b.pinned_notes});
    const ShownPlan& both = *picture.plan;
    const CheckReport check_of_a = check(*plans.a.problem, *plans.a.layout, 1);
    const CheckReport check_of_b = check(*plans.b.problem, *plans.b.layout, 1);
    ComparisonReport report;
    report.plans = &plans;
    report.a = {a.name, &check_of_a, a.notes, a.reproduction};
    report.b = {b.name, &check_of_b, b.notes, b.reproduction};
    PageContent& page = report.page;
    page.problem = both.problem.get();
    page.layout = both.layout.get();
    page.risks = *both.risks;
    page.overlaps = both.checked->report.overlaps;
    page.overlap_areas = both.checked->overlap_areas;
    page.overlap_count = both.checked->report.overlap_count;
    page.title = a.name + " → " + b.name;
    page.figures = picture.figures;
    page.object_numbers = picture.object_numbers;
    page.color_by = default_color_by(*page.problem);
    page.note = picture.note;
    page.pinned_notes = picture.pinned_notes;
    return comparison_report(report);
}

}  // namespace arenascope
