#include "app/window/compare/compare_views.h"

#include <algorithm>
#include <utility>

#include "app/window/compare/comparison_source.h"
#include "app/window/frame/action_reason.h"
#include "core/base/text/amount.h"
#include "core/model/memory/allocator_history.h"
#include "qt/words/wording.h"
#include "widgets/panels/plan_totals/plan_totals_view.h"
#include "widgets/picture/compared_pictures/compared_pictures.h"
#include "widgets/picture/layout_view/view_target.h"
#include "widgets/plots/live_difference/live_difference_curve.h"
#include "widgets/tables/change_table/change_table.h"

namespace arenascope {
namespace {

/// Of more, the places of the selection take too long to be found at each change of a picture.
constexpr std::size_t most_selected_beside = 1000;

/// What is selected in a picture, for the one beside it.
std::optional<View> selected_view(const LayoutPicture& picture) {
    return picture.parts().are_there && picture.content().selection.size() <= most_selected_beside
               ? selection_view(picture)
               : std::nullopt;
}

/// Where a buffer of another plan lies, as a mark for the picture of `buffer`. Empty if it lies in another memory, or
/// where an allocator put it, because addresses of two runs have nothing in common.
std::optional<PlaceMarks> place_mark(BufferIndex buffer, const ComparedSide& own, const ComparedSide& other,
                                     BufferIndex partner) {
    const auto& place = other.layout->placements[partner];
    const Problem& problem = *own.problem;
    if (!place || has_segment_regions(problem) || has_segment_regions(*other.problem) ||
        problem.regions[problem.buffers[buffer].region].name != other.problem->regions[place->region].name) {
        return std::nullopt;
    }
    return PlaceMarks{buffer, {range_of(other.problem->buffers[partner].size, place->offset)}, std::nullopt};
}

/// The moves from A to B, by buffer of B.
std::shared_ptr<const std::vector<Move>> moves_to_b(const ComparedPlans& plans) {
    auto moves = std::make_shared<std::vector<Move>>();
    const auto offset_in = [](const ComparedSide& side, BufferIndex buffer) {
        const auto& place = side.layout->placements[buffer];
        return place ? std::optional(place->offset) : std::nullopt;
    };
    for (const ComparedBuffer& buffer : plans.changes.buffers) {
        if (buffer.is_moved) {
            moves->push_back({buffer.second, offset_in(plans.a, buffer.first), offset_in(plans.b, buffer.second)});
        }
    }
    std::ranges::sort(*moves, {}, &Move::buffer);
    return moves;
}

/// By buffer of B, whether it differs from A.
std::vector<bool> differing(const ComparedPlans& plans) {
    std::vector<bool> differs(plans.b.problem->buffers.size(), false);
    for (const ComparedBuffer& buffer : plans.changes.buffers) {
        if (!is_removed(buffer)) {
            differs[buffer.second.value()] = is_change(buffer);
        }
    }
    return differs;
}

}  // namespace

CompareViews::CompareViews(const WindowFrame& frame, const ComparisonWidgets& widgets)
    : WindowPart(frame), widgets_(widgets) {
    widgets_.second.set_animated(false);
    widgets_.second.setAccessibleName(tr("Layout view of the second plan"));
    docks_.totals->set_actions({actions_.adopt_other, actions_.export_picture, actions_.report});
    PlanComparison& comparison = session_.comparison();
    connect(&comparison, &PlanComparison::other_changed, this, &CompareViews::show_other);
    connect(&comparison, &PlanComparison::compared, this, &CompareViews::show_result);
    connect(actions_.adopt_other, &QAction::triggered, &comparison, &PlanComparison::adopt);
    connect(actions_.end_comparison, &QAction::triggered, &comparison, &PlanComparison::clear);
    connect(&session_.selection(), &Selection::changed, this, &CompareViews::show_selection);
    connect(&session_.selection(), &Selection::cursor_changed, this, &CompareViews::show_cursor);
    // The layout view has dropped the marks of the layout before by then.
    connect(&session_.plan(), &OpenPlan::layout_changed, this, [this] {
        show_titles();
        show_selection();
    });
    connect(docks_.changes, &ChangeTable::chosen, this, &CompareViews::choose);
    connect(&appearance_, &Appearance::unit_changed, this, [this](Unit unit) {
        widgets_.second.picture().set_unit(unit);
        widgets_.difference.set_unit(unit);
        show_titles();
    });
    connect(&appearance_, &Appearance::theme_changed, this,
            [this](Theme theme) { widgets_.second.picture().set_theme(theme); });
    connect(&appearance_, &Appearance::color_by_changed, this,
            [this](ColorBy by) { widgets_.second.picture().set_color_by(by); });
    connect_pictures();
    show_other();
}

void CompareViews::connect_pictures() {
    LayoutView& first = widgets_.first;
    LayoutView& second = widgets_.second;
    for (const auto& [moved, follower] : {std::pair(&first, &second), std::pair(&second, &first)}) {
        connect(moved, &LayoutView::picture_changed, this, &CompareViews::link_extents);
        connect(moved, &LayoutView::view_changed, this, [this, follower = follower](const View& view) {
            if (is_comparing()) {
                follower->set_view(view);
                link_axis();
            }
        });
    }
    connect(&second, &LayoutView::time_cursor_moved, this, &CompareViews::point_in_second);
    connect(&second, &LayoutView::clicked, this, [this](const PointerTarget& target) {
        const BufferIndex of_b = target.buffer;
        choose(of_b == BufferIndex::none() ? of_b : partner_in(&ComparedPlans::partners_in_a, of_b), of_b);
    });
    connect(&widgets_.difference, &LiveDifferenceCurve::time_cursor_moved, this, [this](Step step, bool is_of_b) {
        if (is_of_b) {
            point_in_second(step);
        } else {
            session_.selection().set_cursor(step);
        }
    });
    connect(&widgets_.pictures, &ComparedPictures::arrangement_changed, this, &CompareViews::show_result);
    connect(&widgets_.pictures, &ComparedPictures::resized, this, &CompareViews::link_axis, Qt::QueuedConnection);
}

bool CompareViews::is_comparing() const {
    return is_shown_ && session_.comparison().has_other();
}

void CompareViews::set_shown(bool shown) {
    if (shown == is_shown_) {
        return;
    }
    is_shown_ = shown;
    session_.comparison().set_watched(shown);
    show_other();
}

void CompareViews::show_other() {
    const std::shared_ptr<const ShownPlan>& other = session_.comparison().other();
    LayoutPicture& picture = widgets_.second.picture();
    const bool comparing = is_comparing();
    allow(*actions_.end_comparison, other ? QString() : tr("There is no second plan."));
    widgets_.pictures.set_comparing(comparing);
    const std::shared_ptr<const Problem> problem = comparing ? other->problem : nullptr;
    if (picture.content().problem != problem) {
        picture.set_problem(problem);
    }
    if (comparing) {
        picture.set_unit(appearance_.unit());
        picture.set_theme(appearance_.theme());
        picture.set_color_by(appearance_.color_by());
    }
    link_extents();
    show_result();
    if (comparing) {
        widgets_.second.set_view(widgets_.first.camera().view());
    }
}

void CompareViews::show_result() {
    telling_.abandon();
    const PlanComparison& comparison = session_.comparison();
    const auto& result = comparison.result();
    const QString hint =
        !comparison.has_other()
            ? tr("There is no second plan yet. Plan › Compare With takes another file, the saved file, the first "
                 "layout of the run, or keeps the shown layout (%1).")
                  .arg(actions_.keep_to_compare->shortcut().toString(QKeySequence::NativeText))
            : tr("Comparing…");
    docks_.changes->set_plans(result, hint);
    docks_.totals->set_plans(result, hint);
    allow(*actions_.adopt_other, comparison.why_not_adopted(), tr("Moves every buffer to its place in B"));
    widgets_.difference.set_plans(result);
    if (is_comparing()) {
        const bool tells_difference = result && widgets_.pictures.arrangement() == PictureArrangement::difference;
        using Difference = std::pair<std::shared_ptr<const std::vector<Move>>, std::vector<bool>>;
        const bool is_told =
            tells_difference &&
            telling_.run(
                result->b.problem->buffers.size(),
                [result] { return Difference(moves_to_b(*result), differing(*result)); },
                [this](Difference found) { show_second(std::move(found.first), std::move(found.second)); });
        if (!is_told) {
            show_second(nullptr, {});
        }
    }
    show_titles();
    show_selection();
    show_cursor();
    link_axis();
}

void CompareViews::show_second(std::shared_ptr<const std::vector<Move>> moves, std::vector<bool> differing) {
    const ShownPlan& other = *session_.comparison().other();
    LayoutPicture& picture = widgets_.second.picture();
    picture.set_layout(other.layout, other.risks, std::move(moves), false, other.profiles);
    picture.set_filter(std::move(differing));
    if (other.checked) {
        picture.set_overlaps(
            std::shared_ptr<const std::vector<Overlap>>(other.checked, &other.checked->report.overlaps),
            std::shared_ptr<const std::vector<OverlapArea>>(other.checked, &other.checked->overlap_areas));
    }
}

void CompareViews::show_titles() {
    if (!is_comparing() || !session_.has_plan()) {
        return;
    }
    const auto figures_of = [this](const PlanHeight& plan, const Problem& problem) {
        if (!plan.peak) {
            return tr("not placed");
        }
        const Offset height = *plan.peak;
        const Bytes least = plan.threshold;
        const QString amount = QString::fromStdString(amount_text(height.value(), appearance_.unit()));
        if (has_segment_regions(problem)) {
            return tr("reserved %1, live %2")
                .arg(amount, QString::fromStdString(amount_text(least.value(), appearance_.unit())));
        }
        return height.value() == least.value()
                   ? tr("peak %1 = threshold").arg(amount)
                   : tr("peak %1, %2 against the threshold")
                         .arg(amount, QString::fromStdString(percent_text(fragmentation(height, least), true)));
    };
    const PlanComparison& comparison = session_.comparison();
    const CheckReport* report = comparison.other()->report();
    const QString overlaps = report == nullptr            ? QString()
                             : report->overlap_count == 0 ? tr(" · no overlaps")
                                                          : counted(static_cast<std::int64_t>(report->overlap_count),
                                                                    tr(" · 1 overlap"), tr(" · %1 overlaps"));
    const ComparedPlans* result = comparison.result().get();
    widgets_.pictures.set_first_title(tr("A · %1").arg(shown_plan_title(session_)),
                                      result ? figures_of(result->figures_of_a.height, *result->a.problem) : QString());
    widgets_.pictures.set_second_title(
        tr("B · %1").arg(comparison.title()),
        result ? figures_of(result->figures_of_b.height, *result->b.problem) + overlaps : QString());
}

void CompareViews::show_cursor() {
    if (!is_comparing()) {
        return;
    }
    const std::optional<Step> of_a = session_.selection().cursor();
    const auto& result = session_.comparison().result();
    const std::optional<Step> of_b = result && of_a ? step_in_second(result->steps, *of_a) : of_a;
    widgets_.second.picture().set_time_cursor(of_b);
    widgets_.difference.set_time_cursors(of_a, of_b);
}

void CompareViews::point_in_second(Step step) {
    const auto& result = session_.comparison().result();
    const std::optional<Step> of_a = result ? step_in_first(result->steps, step) : step;
    session_.selection().set_cursor(of_a);
    if (!of_a) {  // A lacks the step, so no other view can show it
        widgets_.second.picture().set_time_cursor(step);
        widgets_.difference.set_time_cursors(std::nullopt, step);
    }
}

BufferIndex CompareViews::partner_in(Partners partners, BufferIndex buffer) const {
    const ComparedPlans* result = session_.comparison().result().get();
    return result != nullptr && buffer.value() < (result->*partners).size() ? (result->*partners)[buffer]
                                                                            : BufferIndex::none();
}

void CompareViews::choose(BufferIndex of_a, BufferIndex of_b) {
    session_.selection().select(of_a == BufferIndex::none() ? std::vector<BufferIndex>()
                                                            : std::vector<BufferIndex>{of_a});
    if (of_a == BufferIndex::none() && of_b != BufferIndex::none()) {
        widgets_.second.picture().set_selection({of_b});  // A lacks it, so no other view can show it
    }
}

void CompareViews::show_selection() {
    if (!is_comparing()) {
        return;
    }
    std::vector<BufferIndex> of_b;
    for (const BufferIndex of_a : session_.selection().buffers()) {
        if (const BufferIndex partner = partner_in(&ComparedPlans::partners_in_b, of_a);
            partner != BufferIndex::none()) {
            of_b.push_back(partner);
        }
    }
    widgets_.second.picture().set_selection(std::move(of_b));
    const auto& selected = session_.selection().buffers();
    docks_.changes->set_selection(selected.size() == 1 ? selected.front() : BufferIndex::none());
    show_partner_places();
    link_selected();
}

void CompareViews::show_partner_places() {
    const auto& selected = session_.selection().buffers();
    const BufferIndex of_a = selected.size() == 1 ? selected.front() : BufferIndex::none();
    const BufferIndex of_b = of_a == BufferIndex::none() ? of_a : partner_in(&ComparedPlans::partners_in_b, of_a);
    if (of_b == BufferIndex::none()) {
        widgets_.first.picture().set_places(std::nullopt);
        widgets_.second.picture().set_places(std::nullopt);
        return;
    }
    const ComparedPlans& plans = *session_.comparison().result();
    widgets_.first.picture().set_places(place_mark(of_a, plans.a, plans.b, of_b));
    widgets_.second.picture().set_places(place_mark(of_b, plans.b, plans.a, of_a));
}

void CompareViews::link_extents() {
    const bool comparing = is_comparing();
    LayoutPicture& first = widgets_.first.picture();
    LayoutPicture& second = widgets_.second.picture();
    first.set_beside(comparing ? needs_beside(second) : std::nullopt, true);
    second.set_beside(comparing ? needs_beside(first) : std::nullopt, false);
    link_selected();
}

void CompareViews::link_selected() {
    LayoutPicture& first = widgets_.first.picture();
    LayoutPicture& second = widgets_.second.picture();
    const bool comparing = is_comparing();
    set_selected_beside(first, comparing ? selected_view(second) : std::nullopt);
    set_selected_beside(second, comparing ? selected_view(first) : std::nullopt);
}

void CompareViews::link_axis() {
    if (!is_comparing()) {
        return;
    }
    const PictureArrangement arrangement = widgets_.pictures.arrangement();
    std::vector<DifferenceAxis> axes;
    const auto add = [&](const LayoutView& view, bool is_of_b) {
        const Viewport port = view.ports().containers;
        const int left = view.x() - widgets_.difference.x();
        axes.push_back({port.view.steps, left + port.box.left, left + port.box.right, is_of_b});
    };
    if (arrangement != PictureArrangement::difference) {
        add(widgets_.first, false);
    }
    if (arrangement != PictureArrangement::overlaid) {
        add(widgets_.second, true);
    }
    widgets_.difference.set_axes(std::move(axes));
}

}  // namespace arenascope
