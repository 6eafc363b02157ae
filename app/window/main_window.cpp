#include "app/window/main_window.h"

#include <algorithm>

#include <QApplication>
#include <QCloseEvent>
#include <QComboBox>
#include <QFileInfo>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QPushButton>
#include <QStackedWidget>
#include <QStatusBar>
#include <QTimer>
#include <QToolBar>

#include "app/window/comparison_dialog.h"
#include "app/window/core_views.h"
#include "app/window/options_dialog.h"
#include "app/window/screen_fit.h"
#include "app/window/window_settings.h"
#include "core/memory/live_profile.h"
#include "widgets/buffer_table/buffer_table.h"
#include "widgets/inspector/inspector.h"
#include "widgets/iteration_list/iteration_list.h"
#include "widgets/layout_view/layout_view.h"
#include "widgets/layout_view/view_target.h"
#include "widgets/live_set/live_set.h"
#include "widgets/message_bar/message_bar.h"
#include "widgets/overlap_list/overlap_list.h"
#include "widgets/peak_chain/peak_chain_list.h"
#include "widgets/progress_panel/progress_panel.h"
#include "widgets/start_page/start_page.h"
#include "widgets/style/table_look.h"
#include "widgets/style/theme.h"
#include "widgets/style/visible_text.h"
#include "widgets/style/wording.h"
#include "widgets/summary/summary.h"
#include "widgets/transport/transport.h"

namespace arenascope {
namespace {

QString text(const std::string& utf8) {
    return visible_text(utf8);
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
    fit_into_screen(*this);
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
    docks_.arrange(*this);
    window_settings::restore_window(*this);
    // After the window has told its views of the plan, and after docks were restored that may not be offered.
    core_views_ = new CoreViews(session_, docks_, *view_, this);
    fit_into_screen(*this);
    actions_.themes->actions().at(qBound(0, window_settings::theme_choice(), 2))->setChecked(true);
    for (QAction* unit : actions_.units->actions()) {
        unit->setChecked(unit->data().toInt() == window_settings::unit_choice());
    }
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
    auto* column = new_panel_column(*whole);
    column->addWidget(message_bar_);
    column->addWidget(progress_);
    column->addWidget(center_, 1);
    setCentralWidget(whole);
    options_ = new OptionsDialog(this);
    comparison_ = new ComparisonDialog(session_, this);
}

void MainWindow::build_toolbar() {
    transport_ = new Transport;
    planner_choice_ = new QComboBox;
    planner_choice_->setAccessibleName(tr("Planner"));
    planner_choice_->setMaxVisibleItems(static_cast<int>(actions_.planners->actions().size()));
    for (const QAction* action : actions_.planners->actions()) {
        planner_choice_->addItem(action->text());
        planner_choice_->setItemData(planner_choice_->count() - 1, action->toolTip(), Qt::ToolTipRole);
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
    tune_button_ = bar->widgetForAction(actions_.tune);
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
    for (QLabel* label : {hovered_, figures_}) {
        label->setTextFormat(Qt::PlainText);
    }
    statusBar()->addWidget(check_state_);
    statusBar()->addWidget(hovered_, 1);
    statusBar()->addPermanentWidget(figures_);
}

void MainWindow::connect_session() {
    connect(&session_, &Session::opening, this, [this](const QString& path) {
        opening_name_ = visible_text(QFileInfo(path).fileName());
        bar_action_ = [this] {
            session_.cancel_opening();
            message_bar_->hide();
        };
        message_bar_->show_message(MessageBar::Severity::information, tr("Reading %1 …").arg(opening_name_),
                                   tr("Cancel"));
    });
    connect(&session_, &Session::opening_progressed, this, [this](double share) {
        message_bar_->show_message(MessageBar::Severity::information,
                                   tr("Reading %1 … %2 %").arg(opening_name_).arg(static_cast<int>(share * 100)),
                                   tr("Cancel"));
    });
    connect(&session_, &Session::opened, this, [this] {
        message_bar_->hide();
        show_plan();
        import_warning_.clear();
        show_import_warning();
        watch_.watch(session_.path());
        // Else a list that has the focus takes its first row for the current one, and steps there.
        if (qobject_cast<QLineEdit*>(focusWidget()) == nullptr) {
            view_->setFocus();
        }
        window_settings::add_recent_file(QFileInfo(session_.path()).absoluteFilePath());
        show_recent_files();
        // A problem is planned to be looked at. A plan with gaps is somebody's work: it is shown as it is.
        const auto& placements = session_.layout().placements;
        const bool is_unplanned =
            std::all_of(placements.begin(), placements.end(), [](const auto& each) { return !each; });
        if (is_unplanned && !placements.empty()) {
            tune();
        }
    });
    connect(&session_, &Session::open_failed, this, [this](const Error& error, bool reloading) {
        if (watch_.path() != session_.path()) {
            watch_.watch(session_.path());
        }
        bar_action_ = [this, reloading, path = QString::fromStdString(error.source)] {
            reloading ? session_.reload() : session_.open(path);
        };
        message_bar_->show_error(error, tr("Retry"));
    });
    connect(&session_, &Session::plan_failed, this, [this](const Error& error) { report(error); });
    connect(&session_, &Session::judging_failed, this, [this](const Error& error) { report(error); });
    connect(&session_, &Session::plan_kept, this, [this](Offset kept, Offset found) {
        bar_action_ = nullptr;
        message_bar_->show_message(
            MessageBar::Severity::information,
            tr("The run was stopped at a peak of %1. The plan stays as it is: its peak is %2.")
                .arg(text(amount_text(found.value(), unit_)), text(amount_text(kept.value(), unit_))));
    });
    connect(&session_, &Session::closed, this, [this] {
        watch_.watch({});
        show_plan();
    });
    connect(&session_, &Session::plan_changed, this, &MainWindow::show_plan);
    connect(&session_, &Session::plan_changed, this, &MainWindow::show_import_warning);
    connect(&session_, &Session::plan_changed, this, &MainWindow::show_misfits);
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
        message_bar_->show_message(MessageBar::Severity::warning,
                                   tr("%1 has changed on the disk; what you see was changed here.")
                                       .arg(visible_text(QFileInfo(session_.path()).fileName())),
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
    connect(view_, &LayoutView::pointed_changed, this, &MainWindow::show_hovered);
    connect(view_, &LayoutView::time_cursor_moved, this, [this](Step step) { session_.set_cursor(step); });
    connect(view_, &LayoutView::buffer_dragged, &session_, &Session::move_buffer);
    connect(view_, &LayoutView::figures_changed, this, &MainWindow::show_figures);
    connect(docks_.buffers, &BufferTable::selection_changed, &session_, &Session::select);
    connect(docks_.buffers, &BufferTable::activated, this, [this](BufferIndex buffer) {
        session_.select({buffer});
        view_->run(ViewCommand::zoom_to_selection);
    });
    connect(docks_.buffers, &BufferTable::filter_changed, view_,
            [this](std::vector<bool> passes) { view_->picture().set_filter(std::move(passes)); });
    connect(docks_.inspector, &Inspector::chosen, this, select_one);
    connect(docks_.peak_chain, &PeakChainList::chosen, this, select_one);
    connect(docks_.peak_chain, &PeakChainList::hole_chosen, this, [this](const Hole& hole) {
        if (const auto view = area_view(view_->picture(), hole.steps, hole.bytes, RegionIndex(0))) {
            view_->set_view(*view);
        }
    });
    connect(docks_.live_set, &LiveSet::chosen, this, select_one);
    connect(docks_.iterations, &IterationList::frame_chosen, &session_, &Session::show_frame);
    connect(docks_.overlaps, &OverlapList::activated, this, &MainWindow::show_overlap);
    connect(docks_.overlaps, &OverlapList::buffer_activated, this, [this](BufferIndex buffer) {
        session_.select({buffer});
        view_->run(ViewCommand::zoom_to_selection);
    });
    connect(docks_.overlaps, &OverlapList::check_requested, &session_, &Session::check_now);
    connect(transport_, &Transport::step_requested, &session_, &Session::show_chief_step);
    connect(start_page_, &StartPage::open_requested, this, &MainWindow::choose_file);
    connect(start_page_, &StartPage::sample_requested, this, &MainWindow::open_sample);
    connect(start_page_, &StartPage::file_chosen, this, &MainWindow::open);
    connect(planner_choice_, &QComboBox::currentTextChanged, options_, &OptionsDialog::choose_planner);
    connect(planner_choice_, &QComboBox::currentIndexChanged, this,
            [this](int index) { actions_.planners->actions().at(index)->setChecked(true); });
    connect(actions_.planners, &QActionGroup::triggered, this,
            [this](const QAction* chosen) { planner_choice_->setCurrentText(chosen->text()); });
    connect(options_, &OptionsDialog::planner_changed, planner_choice_, &QComboBox::setCurrentText);
    connect(options_, &OptionsDialog::tune_requested, this, &MainWindow::tune);
}

void MainWindow::connect_run() {
    connect(session_.run(), &PlanRun::started, this, [this] {
        actions_.cancel->setEnabled(true);
        progress_->start(planner_choice_->currentText(), threshold(*session_.problem()));
        progress_->show();
    });
    connect(session_.run(), &PlanRun::progressed, progress_, &ProgressPanel::set_progress);
    connect(session_.run(), &PlanRun::finished, this, [this] {
        actions_.cancel->setEnabled(false);
        progress_->hide();
    });
    connect(progress_, &ProgressPanel::cancel_requested, session_.run(), &PlanRun::cancel);
}

void MainWindow::apply_theme() {
    const int choice = actions_.themes->checkedAction()->data().toInt();
    theme_ = choice == 0 ? system_theme_ : (choice == 1 ? Theme::light : Theme::dark);
    QApplication::setPalette(qt_palette(theme_));
    // Again each time, because a style sheet keeps the colours of the palette that it was set under.
    tune_button_->setStyleSheet(
        QStringLiteral("QToolButton { background: palette(highlight); color: palette(highlighted-text);"
                       " border-radius: 4px; padding: 4px 14px; font-weight: bold; }"
                       "QToolButton:disabled { background: palette(button); color: palette(mid); }"));
    view_->picture().set_theme(theme_);
    start_page_->set_theme(theme_);
    message_bar_->set_theme(theme_);
    progress_->set_theme(theme_);
    transport_->set_theme(theme_);
    docks_.set_theme(theme_);
    options_->set_theme(theme_);
    comparison_->set_theme(theme_);
    show_report();
}

void MainWindow::apply_unit() {
    const int choice = actions_.units->checkedAction()->data().toInt();
    if (choice >= 0) {
        unit_ = static_cast<Unit>(choice);
    } else if (session_.has_plan()) {
        unit_ = unit_for(threshold(*session_.problem()));
    }
    view_->picture().set_unit(unit_);
    progress_->set_unit(unit_);
    docks_.set_unit(unit_);
    comparison_->set_unit(unit_);
    show_check_state();
    show_figures();
}

void MainWindow::keyPressEvent(QKeyEvent* event) {
    // Keys that no list or field has taken are the picture's, wherever the focus is.
    const bool arrow = event->key() >= Qt::Key_Left && event->key() <= Qt::Key_Down;
    const bool end =
        (event->key() == Qt::Key_Home || event->key() == Qt::Key_End) && event->modifiers().testFlag(Qt::ShiftModifier);
    if ((arrow || end) && session_.has_plan() && !view_->hasFocus()) {
        QCoreApplication::sendEvent(view_, event);
        return;
    }
    QMainWindow::keyPressEvent(event);
}

void MainWindow::showEvent(QShowEvent* event) {
    QMainWindow::showEvent(event);
    if (!event->spontaneous()) {
        // Only now the desktop says how wide its frame is; else the status bar could lie below the screen's edge.
        QTimer::singleShot(0, this, [this] { fit_into_screen(*this); });
    }
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
