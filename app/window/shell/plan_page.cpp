#include "app/window/shell/plan_page.h"

#include <algorithm>
#include <utility>

#include <QLineEdit>
#include <QStackedWidget>

#include "app/session/capacity_change.h"
#include "app/session/plan_change.h"
#include "app/window/frame/window_settings.h"
#include "core/trace/trace_player.h"
#include "qt/words/wording.h"

namespace arenascope {
namespace {

/// The first step with the highest live size of a container; empty: there is no container.
std::optional<Step> highest_step(const LayoutShapes& shapes) {
    if (shapes.reserved) {
        return shapes.reserved->live.peak_step;
    }
    const auto highest = std::ranges::max_element(shapes.stack, {}, &Container::threshold);
    return highest == shapes.stack.end() ? std::nullopt : std::optional(highest->profile->peak_step);
}

}  // namespace

PlanPage::PlanPage(const WindowFrame& frame, QStackedWidget& pages) : WindowPart(frame), pages_(pages) {
    connect(&session_.plan(), &OpenPlan::plan_changed, this, &PlanPage::show_problem);
    connect(&session_.plan(), &OpenPlan::layout_changed, this, &PlanPage::show_layout);
    connect(&session_.plan(), &OpenPlan::closed, this, [this] {
        show_problem();
        show_layout();
        show_report();
        view_.picture().set_selection({});
    });
    connect(&session_.plan(), &OpenPlan::renamed, this, [this] { shown_path_ = session_.path(); });
    connect(&session_.plan(), &OpenPlan::opened, this, [this] {
        // Otherwise a focused list makes its first row current, and goes to that step.
        if (qobject_cast<QLineEdit*>(view_.window()->focusWidget()) == nullptr) {
            view_.setFocus();
        }
    });
    connect(&session_.judgement(), &Judgement::report_changed, this, &PlanPage::show_report);
    connect(&session_.selection(), &Selection::changed, this,
            [this] { view_.picture().set_selection(session_.selection().buffers()); });
    connect(&session_.selection(), &Selection::cursor_changed, this,
            [this] { view_.picture().set_time_cursor(session_.selection().cursor()); });
    connect(&session_.selection(), &Selection::range_changed, this,
            [this] { view_.picture().set_time_range(session_.selection().range()); });
    connect_view();
    connect_actions();
    show_page();
}

void PlanPage::connect_view() {
    connect(&view_, &LayoutView::clicked, this, [this](const PointerTarget& target, Qt::KeyboardModifiers modifiers) {
        const BufferIndex buffer = target.buffer;
        if (target.note) {
            return;  // NoteViews goes there
        }
        if (buffer == BufferIndex::none()) {
            session_.selection().select({});
        } else if (modifiers.testFlag(Qt::ControlModifier)) {
            toggle(buffer);
        } else {
            session_.selection().select({buffer});
        }
    });
    connect(&view_, &LayoutView::time_cursor_moved, this, [this](Step step) { session_.selection().set_cursor(step); });
    connect(&view_, &LayoutView::time_range_selected, this,
            [this](Lifetime steps) { session_.selection().set_range(steps); });
    connect(&view_, &LayoutView::buffer_dragged, this, [this](BufferIndex buffer, Placement placement) {
        session_.plan().move_buffers({{buffer, placement}}, buffer);
    });
    connect(&view_, &LayoutView::capacity_dragged, this,
            [this](RegionIndex region, Bytes capacity) { change_capacity(session_.plan(), region, capacity); });
}

void PlanPage::connect_actions() {
    using Reach = Nudge::Reach;
    const std::pair<QAction*, Nudge> nudges[] = {{actions_.nudge_up, {true, Reach::step}},
                                                 {actions_.nudge_down, {false, Reach::step}},
                                                 {actions_.place_above, {true, Reach::place}},
                                                 {actions_.place_below, {false, Reach::place}}};
    for (const auto& [action, nudge] : nudges) {
        view_.addAction(action);
        connect(action, &QAction::triggered, this, [this, step = nudge] { this->nudge(step); });
    }
    connect(actions_.fit, &QAction::triggered, &view_, [this] { view_.run(ViewCommand::fit); });
    connect(actions_.zoom_to_selection, &QAction::triggered, &view_,
            [this] { view_.run(ViewCommand::zoom_to_selection); });
    connect(actions_.zoom_in, &QAction::triggered, &view_, [this] { view_.run(ViewCommand::zoom_in); });
    connect(actions_.zoom_out, &QAction::triggered, &view_, [this] { view_.run(ViewCommand::zoom_out); });
    connect(actions_.view_back, &QAction::triggered, &view_, [this] {
        view_.camera().can_go_back() ? view_.run(ViewCommand::go_back)
                                     : notices_.inform(tr("There is no view before."));
    });
    connect(actions_.view_forward, &QAction::triggered, &view_, [this] {
        view_.camera().can_go_forward() ? view_.run(ViewCommand::go_forward)
                                        : notices_.inform(tr("There is no view to go forward to."));
    });
    connect(actions_.free_areas, &QAction::toggled, this, [this](bool shown) {
        view_.picture().set_free_areas(shown);
        // Free areas need a step.
        if (shown && session_.has_plan() && !free_areas_step(view_.picture().content())) {
            if (const auto step = highest_step(view_.picture().shapes())) {
                session_.selection().set_cursor(*step);
            }
        }
    });
    actions_.look_for_help->setChecked(window_settings::looks_for_help());
    connect(actions_.look_for_help, &QAction::toggled, this, [](bool on) { window_settings::looks_for_help.set(on); });
    actions_.smooth->setChecked(window_settings::smooth_transitions());
    view_.set_animated(actions_.smooth->isChecked());
    connect(actions_.smooth, &QAction::toggled, this, [this](bool on) {
        view_.set_animated(on);
        window_settings::smooth_transitions.set(on);
    });
}

void PlanPage::nudge(Nudge nudge) {
    move_by(
        session_.plan(),
        [nudge](const Problem& problem, const Layout& layout, const std::vector<BufferIndex>& buffers) {
            std::vector<Edit> edits;
            for (const Move& move : nudged(problem, layout, buffers, nudge)) {
                edits.push_back({move.buffer, {*move.to, layout.placements[move.buffer]->region}});
            }
            return edits;
        },
        session_.selection().buffers(), EditTitle::nudge(), [this, nudge] { notices_.inform(why_no_nudge(nudge)); });
}

QString PlanPage::why_no_nudge(Nudge nudge) const {
    const auto all_are = [this](auto property) {
        return std::ranges::all_of(session_.selection().buffers(), property);
    };
    if (all_are([this](BufferIndex buffer) { return !session_.layout().placements[buffer]; })) {
        return tr("Nothing moves: no selected buffer is placed.");
    }
    if (all_are([this](BufferIndex buffer) { return session_.problem()->buffers[buffer].pin.has_value(); })) {
        return tr("Nothing moves: the selected buffers are pinned.");
    }
    if (nudge.reach == Nudge::Reach::step) {
        return tr("Nothing moves: the selected buffers lie at the bottom.");
    }
    return nudge.up ? tr("Nothing moves: there is no other place above.")
                    : tr("Nothing moves: there is no other place below.");
}

void PlanPage::toggle(BufferIndex buffer) {
    std::vector<BufferIndex> selection = session_.selection().buffers();
    if (const auto found = std::find(selection.begin(), selection.end(), buffer); found != selection.end()) {
        selection.erase(found);
    } else {
        selection.push_back(buffer);
    }
    session_.selection().select(selection);
}

void PlanPage::show_page() {
    const int page = session_.has_plan() ? 1 : 0;
    if (pages_.currentIndex() != page) {
        pages_.setCurrentIndex(page);
        // A text field must not get the focus, because it would take the keys for stepping and zooming.
        pages_.currentWidget()->setFocus();
    }
}

void PlanPage::show_problem() {
    show_page();
    if (session_.problem() != shown_problem_) {
        // The same file was read or planned again. Keep the view.
        const bool was_shown = shown_problem_ && *shown_problem_;
        const bool again =
            was_shown && session_.has_plan() && session_.path() == shown_path_ && !view_.camera().is_fitted();
        const View before = view_.camera().view();
        shown_problem_.reset();
        view_.picture().set_problem(session_.shown()->problem);
        shown_problem_ = session_.problem();
        back_to_ = again ? std::optional(before) : std::nullopt;
        shown_path_ = session_.path();
    }
    view_.picture().set_time_cursor(session_.selection().cursor());
    view_.picture().set_time_range(session_.selection().range());
}

void PlanPage::show_layout() {
    const ShownPlan& plan = *session_.shown();
    view_.picture().set_layout(plan.layout, plan.risks, plan.moves, session_.steps().is_under_way(), plan.profiles);
    view_.picture().set_group(plan.group);
    show_placed();
    // After the layout is set, because the view is clamped to it.
    if (const auto view = std::exchange(back_to_, std::nullopt)) {
        view_.set_view(*view);
    }
}

void PlanPage::show_placed() {
    const PlanState& state = session_.state();
    const bool is_placement = session_.steps().placement_shown() != nullptr;
    const std::vector<BufferIndex> placed =
        is_placement ? changed_buffers(*state.trace, state.frame) : std::vector<BufferIndex>();
    if (placed.size() != 1) {
        view_.picture().set_placed(std::nullopt);
        return;
    }
    const BufferIndex buffer = placed.front();
    const auto rule = scratch_rule_of(session_.layout(), buffer);
    view_.picture().set_placed(rule ? std::optional(buffer) : std::nullopt,
                               rule ? scratch_rule_words(*rule) : QString());
}

void PlanPage::show_report() {
    using Pairs = std::shared_ptr<const std::vector<Overlap>>;
    using Areas = std::shared_ptr<const std::vector<OverlapArea>>;
    const auto& found = session_.shown()->checked;
    // Both pointers keep the findings, of which they show a part.
    view_.picture().set_overlaps(found ? Pairs(found, &found->report.overlaps) : nullptr,
                                 found ? Areas(found, &found->overlap_areas) : nullptr);
}

}  // namespace arenascope
