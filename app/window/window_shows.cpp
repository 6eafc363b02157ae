// What the window shows of the session; its title and status bar are in window_status.cpp, how it is put together in
// main_window.cpp, what its commands do in window_commands.cpp.
#include <algorithm>
#include <optional>

#include <QFileInfo>
#include <QLabel>
#include <QPushButton>
#include <QStackedWidget>

#include "app/window/core_views.h"
#include "app/window/main_window.h"
#include "app/window/window_settings.h"
#include "core/memory/live_profile.h"
#include "widgets/buffer_table/buffer_table.h"
#include "widgets/inspector/inspector.h"
#include "widgets/iteration_list/iteration_list.h"
#include "widgets/layout_view/layout_view.h"
#include "widgets/live_set/live_set.h"
#include "widgets/message_bar/message_bar.h"
#include "widgets/overlap_list/overlap_list.h"
#include "widgets/peak_chain/peak_chain_list.h"
#include "widgets/start_page/start_page.h"
#include "widgets/style/theme.h"
#include "widgets/style/visible_text.h"
#include "widgets/style/wording.h"
#include "widgets/summary/summary.h"
#include "widgets/transport/transport.h"

namespace arenascope {

void MainWindow::show_plan() {
    const bool has_plan = session_.has_plan();
    const std::shared_ptr<const Trace>& trace = session_.state().trace;
    QWidget* page = has_plan ? static_cast<QWidget*>(view_) : start_page_;
    if (center_->currentWidget() != page) {
        center_->setCurrentWidget(page);
        // Not a text field, where the keys that step and zoom would be typed.
        page->setFocus();
    }
    actions_.set_available(has_plan, trace != nullptr);
    check_button_->setEnabled(has_plan);
    std::optional<View> back_to;
    if (session_.problem() != shown_problem_) {
        // The same file read again, or planned with other switches: the eye stays where it was.
        const bool was_shown = shown_problem_ && *shown_problem_;
        const bool again = was_shown && has_plan && session_.path() == shown_path_ && !view_->camera().is_fitted();
        const View before = view_->camera().view();
        const std::shared_ptr<const Problem> problem =
            has_plan ? session_.problem() : std::make_shared<const Problem>();
        shown_problem_.reset();
        view_->picture().set_problem(problem);
        docks_.live_set->set_problem(problem);
        shown_problem_ = session_.problem();
        back_to = again ? std::optional(before) : std::nullopt;
        shown_path_ = session_.path();
    }
    const bool shares = session_.has_plan() && !session_.state().layout->sharing.empty();
    docks_.iterations->set_trace(
        trace, shares ? std::optional(threshold(*session_.problem(), *session_.state().layout)) : std::nullopt);
    transport_->set_range(static_cast<int>(session_.chief_steps().size()));
    apply_unit();
    show_layout();
    // Only now, because the view is clamped to what is placed.
    if (back_to) {
        view_->set_view(*back_to);
    }
    show_report();
    show_explanation();
    show_selection();
    show_cursor();
}

void MainWindow::show_layout() {
    const auto problem = session_.has_plan() ? session_.problem() : std::make_shared<const Problem>();
    const Layout& layout = session_.layout();
    const std::vector<Risk>& risks = session_.risks();
    std::vector<BufferIndex> moved;
    for (const Move& move : session_.moves()) {
        moved.push_back(move.buffer);
    }
    view_->picture().set_layout(layout, risks, std::move(moved), session_.is_under_way());
    show_placed();
    if (session_.report()) {
        view_->picture().set_overlaps(session_.report()->overlaps, session_.overlap_areas());
    }
    docks_.buffers->set_plan(problem, layout, risks);
    docks_.inspector->set_plan(problem, layout, risks);
    docks_.inspector->set_moves(session_.moves());
    docks_.summary->set_plan(problem, layout, risks);
    // The best so far of a run under way is no step of the run before.
    const PlanState state = session_.is_previewing() ? PlanState() : session_.state();
    RunFacts run;
    run.provenance = state.provenance;
    if (state.trace && !state.trace->roots.empty()) {
        const Frame& last = state.trace->frames[state.trace->roots.back().value()];
        run.goal = last.goal;
        run.work = last.work;
        run.iterations = session_.chief_steps().size();
        if (layout.sharing.empty()) {
            run.lower_bound = state.trace->threshold;  // what shares on purpose can lie below it
        }
    }
    docks_.summary->set_run(std::move(run));
    docks_.iterations->set_current(state.frame);
    transport_->set_position(session_.chief_position());
    show_title();
    show_figures();
    show_hovered();
}

void MainWindow::show_placed() {
    const Frame* frame = session_.placement_shown();
    if (frame == nullptr || frame->moves.size() != 1) {
        view_->picture().set_placed(std::nullopt);
        return;
    }
    const BufferIndex buffer = frame->moves.front().buffer;
    const auto rule = scratch_rule_of(session_.layout(), buffer);
    view_->picture().set_placed(rule ? std::optional(buffer) : std::nullopt,
                                rule ? scratch_rule_words(*rule) : QString());
}

void MainWindow::show_report() {
    const CheckReport* report = session_.report();
    overlap_position_ = -1;
    show_check_state();
    if (!report) {
        docks_.overlaps->set_not_checked();
        view_->picture().set_overlaps({}, {});
        return;
    }
    docks_.overlaps->set_report(session_.problem(), *report);
    view_->picture().set_overlaps(report->overlaps, session_.overlap_areas());
}

void MainWindow::show_explanation() {
    if (session_.explanation()) {
        docks_.peak_chain->set_explanation(session_.problem(), *session_.explanation());
    } else if (session_.has_plan()) {
        session_.explanation_failed() ? docks_.peak_chain->set_not_known() : docks_.peak_chain->set_pending();
    } else {
        docks_.peak_chain->set_explanation(std::make_shared<const Problem>(), {});
    }
}

void MainWindow::show_selection() {
    view_->picture().set_selection(session_.selection());
    docks_.buffers->set_selection(session_.selection());
    docks_.inspector->set_selection(session_.selection());
}

void MainWindow::show_cursor() {
    view_->picture().set_time_cursor(session_.cursor());
    docks_.live_set->set_step(session_.cursor());
    show_hovered();
}

void MainWindow::show_import_warning() {
    // Undo leads to another import of the same file: what was said of this one is out of date then.
    const QString warning = model_views_.warning();
    if (warning == import_warning_) {
        return;
    }
    import_warning_ = warning;
    if (warning.isEmpty()) {
        message_bar_->hide();
        return;
    }
    bar_action_ = [this] {
        model_views_.show_import();
        message_bar_->hide();
    };
    message_bar_->show_message(MessageBar::Severity::warning, warning, tr("Show import"));
}

void MainWindow::show_misfits() {
    if (const QString told = core_views_->misfit_text(unit_); !told.isEmpty()) {
        bar_action_ = [this] { core_views_->select_misfits(); };
        message_bar_->show_message(MessageBar::Severity::warning, told, tr("Select"));
    }
}

void MainWindow::show_recent_files() {
    const QStringList files = window_settings::recent_files();
    start_page_->set_recent_files(files);
    menus_.recent->clear();
    for (const QString& path : files) {
        connect(menus_.recent->addAction(in_a_menu(visible_text(path))), &QAction::triggered, this,
                [this, path] { open(path); });
    }
    menus_.recent->setEnabled(!files.isEmpty());
}

}  // namespace arenascope
