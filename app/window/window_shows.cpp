// What the window shows of the session; its title and status bar are in window_status.cpp, how it is put together in
// main_window.cpp, what its commands do in window_commands.cpp.
#include <algorithm>
#include <optional>

#include <QFileInfo>
#include <QLabel>
#include <QPushButton>
#include <QStackedWidget>

#include "app/window/main_window.h"
#include "app/window/window_settings.h"
#include "core/memory/live_profile.h"
#include "widgets/buffer_table/buffer_table.h"
#include "widgets/inspector/inspector.h"
#include "widgets/iteration_list/iteration_list.h"
#include "widgets/layout_view/layout_view.h"
#include "widgets/live_set/live_set.h"
#include "widgets/overlap_list/overlap_list.h"
#include "widgets/peak_chain/peak_chain_list.h"
#include "widgets/start_page/start_page.h"
#include "widgets/style/wording.h"
#include "widgets/summary/summary.h"
#include "widgets/theme.h"
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
        const bool again = shown_problem_ && has_plan && session_.path() == shown_path_ && !view_->is_fitted();
        const View before = view_->view();
        const std::shared_ptr<const Problem> problem =
            has_plan ? session_.problem() : std::make_shared<const Problem>();
        shown_problem_ = session_.problem();
        view_->set_problem(problem);
        docks_.live_set->set_problem(problem);
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
    view_->set_layout(layout, risks);
    view_->set_moved(session_.state().trace ? std::move(moved) : std::vector<BufferIndex>());
    if (session_.report()) {
        view_->set_overlaps(session_.report()->overlaps);
    }
    docks_.buffers->set_plan(problem, layout, risks);
    docks_.inspector->set_plan(problem, layout, risks);
    docks_.inspector->set_moves(session_.moves());
    docks_.summary->set_plan(problem, layout, risks);
    const PlanState& state = session_.state();
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
}

void MainWindow::show_report() {
    const auto& report = session_.report();
    overlap_position_ = -1;
    if (!session_.has_plan()) {
        check_state_->clear();
        check_button_->setText(tr("Check"));
        docks_.overlaps->set_not_checked();
        view_->set_overlaps({});
        return;
    }
    if (!report) {
        check_state_->setText(tr("checking …"));
        docks_.overlaps->set_not_checked();
        view_->set_overlaps({});
        return;
    }
    const auto count = static_cast<std::int64_t>(report->overlaps.size());
    const auto others = static_cast<std::int64_t>(report->misaligned.size() + report->outside.size());
    const auto unplaced = static_cast<std::int64_t>(report->unplaced.size());
    const Palette& tokens = arenascope::palette(theme_);
    QStringList findings;
    if (count > 0) {
        findings << counted(count, tr("1 overlap"), tr("%1 overlaps"));
    }
    if (others > 0) {
        findings << counted(others, tr("1 misaligned or outside"), tr("%1 misaligned or outside"));
    }
    if (unplaced > 0) {
        findings << counted(unplaced, tr("1 not placed"), tr("%1 not placed"));
    }
    const bool clean = findings.isEmpty();
    const Color color = clean ? tokens.good : (count > 0 || others > 0 ? tokens.risk_text : tokens.dim);
    check_state_->setText(QStringLiteral("<span style='color:%1'>● %2</span>")
                              .arg(qt_color(color).name(), clean ? tr("no overlaps") : findings.join(tr(", "))));
    check_button_->setText(clean ? tr("Check ✓ 0") : tr("Check ✗ %1").arg(grouped_text(count + others + unplaced)));
    docks_.overlaps->set_report(session_.problem(), *report);
    view_->set_overlaps(report->overlaps);
}

void MainWindow::show_explanation() {
    if (session_.explanation()) {
        docks_.peak_chain->set_explanation(session_.problem(), *session_.explanation());
    } else if (session_.has_plan()) {
        docks_.peak_chain->set_pending();
    } else {
        docks_.peak_chain->set_explanation(std::make_shared<const Problem>(), {});
    }
}

void MainWindow::show_selection() {
    view_->set_selection(session_.selection());
    docks_.buffers->set_selection(session_.selection());
    docks_.inspector->set_selection(session_.selection());
}

void MainWindow::show_cursor() {
    view_->set_time_cursor(session_.cursor());
    docks_.live_set->set_step(session_.cursor());
    show_hovered();
}

void MainWindow::show_recent_files() {
    const QStringList files = window_settings::recent_files();
    start_page_->set_recent_files(files);
    menus_.recent->clear();
    for (const QString& path : files) {
        connect(menus_.recent->addAction(path), &QAction::triggered, this, [this, path] { open(path); });
    }
    menus_.recent->setEnabled(!files.isEmpty());
}

}  // namespace arenascope
