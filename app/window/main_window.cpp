#include "app/window/main_window.h"

#include <QApplication>
#include <QCloseEvent>
#include <QComboBox>
#include <QFileInfo>
#include <QLabel>
#include <QMimeData>
#include <QPushButton>
#include <QStackedWidget>
#include <QStatusBar>
#include <QToolBar>
#include <QVBoxLayout>

#include "app/window/options_dialog.h"
#include "app/window/window_settings.h"
#include "core/explain/peak_chain.h"
#include "core/memory/live_profile.h"
#include "core/planner/registry.h"
#include "core/planner/tuner/rectangle_classifier.h"
#include "widgets/buffer_table/buffer_table.h"
#include "widgets/inspector/inspector.h"
#include "widgets/iteration_list/iteration_list.h"
#include "widgets/layout_view/layout_view.h"
#include "widgets/live_set/live_set.h"
#include "widgets/message_bar/message_bar.h"
#include "widgets/overlap_list/overlap_list.h"
#include "widgets/peak_chain/peak_chain_list.h"
#include "widgets/progress_panel/progress_panel.h"
#include "widgets/start_page/start_page.h"
#include "widgets/style/wording.h"
#include "widgets/summary/summary.h"
#include "widgets/theme.h"
#include "widgets/transport/transport.h"

namespace arenascope {
namespace {

QString text(const std::string& utf8) {
    return QString::fromStdString(utf8);
}

}  // namespace

MainWindow::MainWindow(QWidget* parent)
    : QMainWindow(parent),
      actions_(this),
      docks_(*this),
      model_views_(session_, docks_),
      system_theme_(system_theme()) {
    setAcceptDrops(true);
    setMinimumSize(800, 500);
    resize(1440, 900);
    build_center();
    build_toolbar();
    build_status_bar();
    menus_ = build_menus(*menuBar(), actions_, *transport_);
    QAction* undo = session_.undo_stack()->createUndoAction(this, tr("&Undo"));
    QAction* redo = session_.undo_stack()->createRedoAction(this, tr("&Redo"));
    undo->setShortcuts(QKeySequence::Undo);
    redo->setShortcuts(QKeySequence::Redo);
    menus_.edit->insertActions(actions_.copy_picture, {undo, redo});
    docks_.add_to(*menus_.docks);
    for (QAction* action : {actions_.view_back, actions_.view_forward}) {
        addAction(action);
    }
    connect_actions();
    connect_session();
    connect_views();
    connect_run();
    window_settings::restore_window(*this);
    actions_.themes->actions().at(qBound(0, window_settings::theme_choice(), 2))->setChecked(true);
    actions_.smooth->setChecked(window_settings::smooth_transitions());
    view_->set_animated(actions_.smooth->isChecked());
    apply_theme();
    show_recent_files();
    show_plan();
    center_->currentWidget()->setFocus();
}

MainWindow::~MainWindow() {
    // The session dies after the widgets that its last signals would reach.
    session_.disconnect(this);
    session_.run()->disconnect(this);
    session_.undo_stack()->disconnect(this);
}

void MainWindow::build_center() {
    start_page_ = new StartPage;
    view_ = new LayoutView;
    message_bar_ = new MessageBar;
    progress_ = new ProgressPanel;
    progress_->hide();
    center_ = new QStackedWidget;
    center_->addWidget(start_page_);
    center_->addWidget(view_);
    auto* whole = new QWidget;
    auto* column = new QVBoxLayout(whole);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(message_bar_);
    column->addWidget(progress_);
    column->addWidget(center_, 1);
    setCentralWidget(whole);
    options_ = new OptionsDialog(this);
}

void MainWindow::build_toolbar() {
    transport_ = new Transport;
    planner_choice_ = new QComboBox;
    planner_choice_->setAccessibleName(tr("Planner"));
    for (const Planner& planner : planners()) {
        planner_choice_->addItem(text(std::string(planner.description.name)));
        planner_choice_->setItemData(planner_choice_->count() - 1, text(std::string(planner.description.summary)),
                                     Qt::ToolTipRole);
    }
    color_choice_ = new QComboBox;
    color_choice_->setAccessibleName(tr("Colour by"));
    for (const QAction* action : actions_.colors->actions()) {
        color_choice_->addItem(action->text().remove(QLatin1Char('&')), action->data());
    }
    check_button_ = new QPushButton(tr("Check"));
    check_button_->setToolTip(tr("Check the layout for overlaps (Ctrl+K)"));
    // A click in the toolbar leaves the keys with the picture.
    for (QWidget* control : std::initializer_list<QWidget*>{planner_choice_, color_choice_, check_button_}) {
        control->setFocusPolicy(Qt::TabFocus);
    }
    QToolBar* bar = addToolBar(tr("Tools"));
    bar->setObjectName(QStringLiteral("tools"));
    bar->setToolButtonStyle(Qt::ToolButtonTextOnly);
    bar->addAction(actions_.open);
    bar->addSeparator();
    bar->addWidget(planner_choice_);
    bar->addAction(actions_.options);
    bar->addAction(actions_.tune);
    bar->widgetForAction(actions_.tune)
        ->setStyleSheet(QStringLiteral("QToolButton { background: palette(highlight); color: palette(highlighted-text);"
                                       " border-radius: 4px; padding: 4px 14px; font-weight: bold; }"
                                       "QToolButton:disabled { background: palette(button); color: palette(mid); }"));
    bar->addSeparator();
    bar->addWidget(transport_);
    bar->addSeparator();
    bar->addWidget(check_button_);
    bar->addWidget(color_choice_);
    bar->addAction(actions_.export_picture);
}

void MainWindow::build_status_bar() {
    check_state_ = new QLabel;
    check_state_->setAccessibleName(tr("Result of the overlap check"));
    hovered_ = new QLabel;
    hovered_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);  // a long name must not widen the window
    figures_ = new QLabel;
    statusBar()->addWidget(check_state_);
    statusBar()->addWidget(hovered_, 1);
    statusBar()->addPermanentWidget(figures_);
}

void MainWindow::connect_session() {
    connect(&session_, &Session::opening, this, [this](const QString& path) {
        bar_action_ = [this] {
            session_.cancel_opening();
            message_bar_->hide();
        };
        message_bar_->show_message(MessageBar::Severity::information,
                                   tr("Reading %1 …").arg(QFileInfo(path).fileName()), tr("Cancel"));
    });
    connect(&session_, &Session::opened, this, [this] {
        message_bar_->hide();
        watch_.watch(session_.path());
        window_settings::add_recent_file(QFileInfo(session_.path()).absoluteFilePath());
        show_recent_files();
        show_plan();
        if (const QString warning = model_views_.warning(); !warning.isEmpty()) {
            bar_action_ = [this] {
                model_views_.show_import();
                message_bar_->hide();
            };
            message_bar_->show_message(MessageBar::Severity::warning, warning, tr("Show import"));
        }
        if (!is_complete(session_.layout())) {
            tune();
        }
    });
    connect(&session_, &Session::open_failed, this, [this](const Error& error, bool reloading) {
        bar_action_ = [this, reloading, path = text(error.source)] {
            reloading ? session_.reload() : session_.open(path);
        };
        message_bar_->show_error(error, tr("Retry"));
    });
    connect(&session_, &Session::plan_failed, this, [this](const Error& error) { report(error); });
    connect(&session_, &Session::closed, this, [this] {
        watch_.watch({});
        show_plan();
    });
    connect(&session_, &Session::plan_changed, this, &MainWindow::show_plan);
    connect(&session_, &Session::layout_changed, this, &MainWindow::show_layout);
    connect(&session_, &Session::report_changed, this, &MainWindow::show_report);
    connect(&session_, &Session::explanation_changed, this, &MainWindow::show_explanation);
    connect(&session_, &Session::selection_changed, this, &MainWindow::show_selection);
    connect(&session_, &Session::cursor_changed, this, &MainWindow::show_cursor);
    connect(session_.undo_stack(), &QUndoStack::cleanChanged, this, &MainWindow::show_title);
    connect(&watch_, &FileWatch::changed, this, [this] {
        if (session_.undo_stack()->isClean()) {
            session_.reload();
            return;
        }
        bar_action_ = [this] { session_.reload(); };
        message_bar_->show_message(
            MessageBar::Severity::warning,
            tr("%1 has changed on the disk; what you see was changed here.").arg(QFileInfo(session_.path()).fileName()),
            tr("Reload"));
    });
    connect(message_bar_, &MessageBar::action_triggered, this, [this] {
        if (bar_action_) {
            bar_action_();
        }
    });
}

void MainWindow::connect_views() {
    const auto select_one = [this](BufferIndex buffer) { session_.select({buffer}); };
    connect(view_, &LayoutView::buffer_activated, this, [this](BufferIndex buffer, Qt::KeyboardModifiers modifiers) {
        if (!modifiers.testFlag(Qt::ControlModifier)) {
            session_.select({buffer});
            return;
        }
        std::vector<BufferIndex> selection = session_.selection();
        if (const auto found = std::find(selection.begin(), selection.end(), buffer); found != selection.end()) {
            selection.erase(found);
        } else {
            selection.push_back(buffer);
        }
        session_.select(selection);
    });
    connect(view_, &LayoutView::nothing_activated, this, [this] { session_.select({}); });
    connect(view_, &LayoutView::buffer_hovered, this, &MainWindow::show_hovered);
    connect(view_, &LayoutView::step_hovered, this, &MainWindow::show_hovered);
    connect(view_, &LayoutView::time_cursor_moved, this, [this](Step step) { session_.set_cursor(step); });
    connect(view_, &LayoutView::buffer_dragged, &session_, &Session::move_buffer);
    connect(view_, &LayoutView::figures_changed, this, &MainWindow::show_figures);
    connect(docks_.buffers, &BufferTable::selection_changed, &session_, &Session::select);
    connect(docks_.buffers, &BufferTable::activated, this, [this](BufferIndex buffer) {
        session_.select({buffer});
        view_->zoom_to_selection();
    });
    connect(docks_.buffers, &BufferTable::filter_changed, view_, &LayoutView::set_filter);
    connect(docks_.inspector, &Inspector::chosen, this, select_one);
    connect(docks_.peak_chain, &PeakChainList::chosen, this, select_one);
    connect(docks_.peak_chain, &PeakChainList::hole_chosen, this,
            [this](const Hole& hole) { view_->zoom_to(hole.steps, hole.bytes, RegionIndex(0)); });
    connect(docks_.live_set, &LiveSet::chosen, this, select_one);
    connect(docks_.iterations, &IterationList::frame_chosen, &session_, &Session::show_frame);
    connect(docks_.overlaps, &OverlapList::activated, this, &MainWindow::show_overlap);
    connect(docks_.overlaps, &OverlapList::buffer_activated, this, [this](BufferIndex buffer) {
        session_.select({buffer});
        view_->zoom_to_selection();
    });
    connect(docks_.overlaps, &OverlapList::check_requested, &session_, &Session::check_now);
    connect(transport_, &Transport::step_requested, &session_, &Session::show_chief_step);
    connect(start_page_, &StartPage::open_requested, this, &MainWindow::choose_file);
    connect(start_page_, &StartPage::sample_requested, this, &MainWindow::open_sample);
    connect(start_page_, &StartPage::file_chosen, this, &MainWindow::open);
    connect(planner_choice_, &QComboBox::currentTextChanged, options_, &OptionsDialog::choose_planner);
    connect(options_, &OptionsDialog::planner_changed, planner_choice_, &QComboBox::setCurrentText);
    connect(options_, &OptionsDialog::tune_requested, this, &MainWindow::tune);
}

void MainWindow::connect_run() {
    connect(session_.run(), &PlanRun::started, this, [this] {
        actions_.cancel->setEnabled(true);
        progress_->start(planner_choice_->currentText(), threshold(*session_.problem()));
        progress_->show();
    });
    connect(
        session_.run(), &PlanRun::progressed, this,
        [this](std::uint64_t work, std::uint64_t limit, Offset best_peak, const std::shared_ptr<const Layout>& best) {
            progress_->set_progress(work, limit, best_peak);
            if (best && session_.has_plan() && best->placements.size() == session_.problem()->buffers.size()) {
                view_->set_layout(*best, classify(*session_.problem(), *best));
            }
        });
    connect(session_.run(), &PlanRun::finished, this, [this] {
        actions_.cancel->setEnabled(false);
        progress_->hide();
        if (session_.has_plan()) {
            show_layout();
        }
    });
    connect(progress_, &ProgressPanel::cancel_requested, session_.run(), &PlanRun::cancel);
}

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
    if (session_.problem() != shown_problem_) {
        const bool again = shown_problem_ && has_plan;
        const View before = view_->view();
        const std::shared_ptr<const Problem> problem =
            has_plan ? session_.problem() : std::make_shared<const Problem>();
        shown_problem_ = session_.problem();
        view_->set_problem(problem);
        docks_.live_set->set_problem(problem);
        // The same file read again, or planned with other switches: the eye stays where it was.
        if (again && time_span(*problem).end > time_span(*problem).begin && !session_.undo_stack()->isClean()) {
            view_->set_view(before);
        }
    }
    docks_.iterations->set_trace(trace);
    transport_->set_range(static_cast<int>(session_.chief_steps().size()));
    apply_unit();
    show_layout();
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

void MainWindow::apply_theme() {
    const int choice = actions_.themes->checkedAction()->data().toInt();
    theme_ = choice == 0 ? system_theme_ : (choice == 1 ? Theme::light : Theme::dark);
    QApplication::setPalette(qt_palette(theme_));
    view_->set_theme(theme_);
    start_page_->set_theme(theme_);
    message_bar_->set_theme(theme_);
    progress_->set_theme(theme_);
    transport_->set_theme(theme_);
    docks_.set_theme(theme_);
    options_->set_theme(theme_);
    show_report();
}

void MainWindow::apply_unit() {
    const int choice = actions_.units->checkedAction()->data().toInt();
    if (choice >= 0) {
        unit_ = static_cast<Unit>(choice);
    } else if (session_.has_plan()) {
        unit_ = unit_for(threshold(*session_.problem()));
    }
    view_->set_unit(unit_);
    progress_->set_unit(unit_);
    docks_.set_unit(unit_);
    show_figures();
}

void MainWindow::changeEvent(QEvent* event) {
    QMainWindow::changeEvent(event);
    if (event->type() == QEvent::ThemeChange) {
        system_theme_ = system_theme();
        apply_theme();
    }
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
    if (event->mimeData()->hasUrls()) {
        event->acceptProposedAction();
    }
}

void MainWindow::dropEvent(QDropEvent* event) {
    QStringList paths;
    for (const QUrl& url : event->mimeData()->urls()) {
        if (url.isLocalFile()) {
            paths << url.toLocalFile();
        }
    }
    if (paths.isEmpty()) {
        return;
    }
    event->acceptProposedAction();
    open(paths.takeFirst());
    for (const QString& path : paths) {
        auto* window = new MainWindow;
        window->setAttribute(Qt::WA_DeleteOnClose);
        window->show();
        window->open(path);
    }
}

void MainWindow::closeEvent(QCloseEvent* event) {
    if (!may_leave_plan()) {
        event->ignore();
        return;
    }
    window_settings::save_window(*this);
    session_.close();
    event->accept();
}

}  // namespace arenascope
