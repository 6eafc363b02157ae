#include "app/window/shell/main_window.h"

#include <cstdlib>

#include <QAbstractButton>
#include <QApplication>
#include <QCloseEvent>
#include <QKeyEvent>
#include <QMimeData>
#include <QStackedWidget>
#include <QStatusBar>
#include <QTabBar>
#include <QTimer>

#include "app/session/file_memory.h"
#include "app/session/journal.h"
#include "app/window/compare/compare_views.h"
#include "app/window/compare/comparison_source.h"
#include "app/window/debug/bookmark_views.h"
#include "app/window/debug/buffer_commands.h"
#include "app/window/debug/debug_views.h"
#include "app/window/debug/follow_views.h"
#include "app/window/debug/history_views.h"
#include "app/window/debug/pause_views.h"
#include "app/window/debug/plan_commands.h"
#include "app/window/debug/step_views.h"
#include "app/window/debug/time_commands.h"
#include "app/window/debug/trial_views.h"
#include "app/window/dialogs/about_box.h"
#include "app/window/dialogs/keys_dialog.h"
#include "app/window/files/device_commands.h"
#include "app/window/files/file_commands.h"
#include "app/window/files/picture_commands.h"
#include "app/window/files/report_commands.h"
#include "app/window/files/sample_file.h"
#include "app/window/frame/action_reason.h"
#include "app/window/frame/screen_fit.h"
#include "app/window/frame/status_display.h"
#include "app/window/frame/window_settings.h"
#include "app/window/frame/window_tool_bar.h"
#include "app/window/inspect/advice_views.h"
#include "app/window/inspect/buffer_views.h"
#include "app/window/inspect/check_views.h"
#include "app/window/inspect/core_views.h"
#include "app/window/inspect/edit_commands.h"
#include "app/window/inspect/find_commands.h"
#include "app/window/inspect/improvement_views.h"
#include "app/window/inspect/legend_view.h"
#include "app/window/inspect/maker_views.h"
#include "app/window/inspect/note_views.h"
#include "app/window/inspect/peak_views.h"
#include "app/window/inspect/place_views.h"
#include "app/window/inspect/segment_views.h"
#include "app/window/inspect/selection_commands.h"
#include "app/window/inspect/stack_views.h"
#include "app/window/inspect/verdict_views.h"
#include "app/window/inspect/walk_commands.h"
#include "app/window/network/model_views.h"
#include "app/window/network/usage_graph_commands.h"
#include "app/window/shell/command_keys.h"
#include "app/window/shell/dock_arrangement.h"
#include "app/window/shell/focus_walk.h"
#include "app/window/shell/mode_switch.h"
#include "app/window/shell/palette_commands.h"
#include "app/window/shell/picture_menu.h"
#include "app/window/shell/picture_only.h"
#include "app/window/shell/plan_page.h"
#include "app/window/shell/recovery_offer.h"
#include "app/window/shell/view_memory.h"
#include "app/window/shell/window_menu.h"
#include "app/window/shell/window_modes.h"
#include "app/window/shell/window_view.h"
#include "widgets/base/accessible_names.h"
#include "widgets/base/filter_keys.h"
#include "widgets/base/focus_ring.h"
#include "widgets/base/table_look.h"
#include "widgets/panels/message_bar/message_bar.h"
#include "widgets/panels/pause_bar/pause_bar.h"
#include "widgets/panels/progress_panel/progress_panel.h"
#include "widgets/panels/recovery_bar/recovery_bar.h"
#include "widgets/panels/start_page/start_page.h"
#include "widgets/panels/transport/transport.h"
#include "widgets/panels/verdict_bar/verdict_bar.h"
#include "widgets/picture/compared_pictures/compared_pictures.h"
#include "widgets/picture/layout_view/accessible_picture.h"
#include "widgets/picture/layout_view/live_split.h"
#include "widgets/picture/picture_legend/picture_legend.h"
#include "widgets/plots/live_difference/live_difference_curve.h"

namespace arenascope {
namespace {

constexpr int cascade = 32;  ///< pixels from the corner of a window to that of a new one

/// What screen readers get must be there before the first widget is.
QWidget* named(QWidget* parent) {
    install_accessible_names();
    install_accessible_picture();
    return parent;
}

/// Gives the keyboard to the picture, or to the start page.
void focus_page(const QStackedWidget& pages) {
    pages.currentWidget()->setFocus();
}

}  // namespace

/// The parts that connect the widgets to the session. If several parts use the same signal, the one declared first
/// receives it first.
struct MainWindow::Parts {
    Parts(MainWindow& own_window, const WindowMenus& its_menus) : window(own_window), menus(its_menus) {
        connect(&modes, &WindowModes::arranged, &compare_views,
                [this] { compare_views.set_shown(modes.mode() == WindowMode::compare); });
        connect(&comparison_source, &ComparisonSource::chosen, &modes, [this] { modes.choose(WindowMode::compare); });
        connect(&verdict_views, &VerdictViews::remedy_chosen, &comparison_source,
                &ComparisonSource::compare_with_remedy);
        connect(&advice_views, &AdviceViews::option_chosen, &comparison_source, &ComparisonSource::compare_with_remedy);
        connect(&advice_views, &AdviceViews::lever_told, &peak_views, &PeakViews::set_lever_words);
        connect(&peak_views, &PeakViews::improvement_asked, &improvement_views, &ImprovementViews::improve_peak);
        connect(&follows, &FollowViews::follow_asked, &files, &FileCommands::follow);
        connect(&picture_menu, &PictureMenu::place_asked, &history_views, &HistoryViews::show_place);
        connect(&picture_menu, &PictureMenu::note_asked, &note_views, &NoteViews::ask_for_note);
        connect(&picture_menu, &PictureMenu::note_pointed, &note_views, &NoteViews::choose);
        connect(&picture_menu, &PictureMenu::change_asked, &history_views, &HistoryViews::go_to_change);
    }

    /// Creates the parts that show several memories, trials, segments or makers. Their docks may hide themselves, so
    /// restore the docks before.
    void add_cores() {
        core_views = std::make_unique<CoreViews>(frame);
        trial_views = std::make_unique<TrialViews>(frame);
        segment_views = std::make_unique<SegmentViews>(frame);
        maker_views = std::make_unique<MakerViews>(frame);
        stack_views = std::make_unique<StackViews>(frame);
        pictures = std::make_unique<PictureCommands>(frame, *core_views, verdict_views);
    }

    /// Creates the parts that keep the state of the window. They show a file as it was left, so they come last.
    void add_memory() {
        view = std::make_unique<WindowView>(frame, modes, plans);
        memory = std::make_unique<ViewMemory>(window.session_, *view, window_settings::file_folder());
        journal = std::make_unique<Journal>(window.session_, window_settings::journal_folder(),
                                            [this] { return view->state(); });
        connect(view.get(), &WindowView::changed, journal.get(), &Journal::touch);
        recovery = std::make_unique<RecoveryOffer>(
            frame, *window.recovery_bar_, RecoveryOffer::Parts{*journal, *view, *memory},
            [](const std::string& left) { show_new().parts_->recovery->recover(left); });
    }

    MainWindow& window;
    WindowMenus menus;
    Appearance appearance{window.session_, window.actions_};
    Notices notices{window.session_, *window.message_bar_, appearance};
    WindowFrame frame{window, window.session_, window.actions_, window.docks_, *window.view_, appearance, notices};
    PlanPage plan_page{frame, *window.pages_};
    LegendView legend{frame, *window.other_view_, *window.legend_};
    ModelViews model_views{frame};
    BufferViews buffer_views{frame};
    PeakViews peak_views{frame};
    PlaceViews place_views{frame};
    HistoryViews history_views{frame};
    NoteViews note_views{frame};
    BookmarkViews bookmark_views{frame, *menus.bookmarks};
    ImprovementViews improvement_views{frame};
    AdviceViews advice_views{frame};
    StepViews step_views{frame, window.tools_->transport()};
    DebugViews debug_views{frame, window.tools_->transport()};
    TimeCommands time_commands{frame};
    CheckViews check_views{frame};
    VerdictViews verdict_views{frame, *window.verdict_bar_};
    StatusDisplay status{frame, *window.tools_};
    FindCommands find{frame, status};
    FileCommands files{frame, *window.start_page_, *menus.recent};
    DeviceCommands device{frame};
    PlanCommands plans{frame, *window.tools_, *window.progress_};
    PauseViews pauses{frame, *window.pause_bar_, *window.progress_};
    FollowViews follows{frame, *window.follow_bar_};
    SelectionCommands selection{frame};
    BufferCommands buffer_commands{frame};
    WalkCommands walk{frame};
    EditCommands edits{frame};
    UsageGraphCommands usage_graph{frame};
    PictureMenu picture_menu{frame};
    PaletteCommands command_palette{frame, model_views, picture_menu};
    CompareViews compare_views{frame, {*window.compared_, *window.view_, *window.other_view_, *window.difference_}};
    ComparisonSource comparison_source{frame};
    ReportCommands reports{frame};
    WindowModes modes{frame};
    PictureOnly picture_only{frame};
    std::unique_ptr<CoreViews> core_views;
    std::unique_ptr<TrialViews> trial_views;
    std::unique_ptr<SegmentViews> segment_views;
    std::unique_ptr<MakerViews> maker_views;
    std::unique_ptr<StackViews> stack_views;
    std::unique_ptr<PictureCommands> pictures;
    std::unique_ptr<WindowView> view;
    std::unique_ptr<ViewMemory> memory;
    std::unique_ptr<Journal> journal;
    std::unique_ptr<RecoveryOffer> recovery;
};

MainWindow::MainWindow(QWidget* parent) : QMainWindow(named(parent)), actions_(this), docks_(*this) {
    setAcceptDrops(true);
    setMinimumSize(640, 400);
    resize(1440, 900);
    fit_into_screen(*this);
    build_center();
    tools_ = new WindowToolBar(actions_, this);
    addToolBar(tools_);
    const WindowMenus menus = new_menus();
    parts_ = std::make_unique<Parts>(*this, menus);
    const bool restored = window_settings::restore_geometry(*this) && parts_->modes.restore();
    if (!restored) {
        parts_->modes.reset();
    }
    // After restore(), which could show the dock of cores although there is only one memory.
    parts_->add_cores();
    parts_->add_memory();
    tools_->set_mode(parts_->modes.mode());
    settled_height_ = restored ? 0 : height();
    fit_into_screen(*this);
    connect(&parts_->modes, &WindowModes::arranged, this, [this] {
        tools_->set_mode(parts_->modes.mode());
        settled_height_ = height();
        if (focusWidget() == nullptr || !focusWidget()->isVisible()) {
            focus_page(*pages_);
        }
    });
    connect_appearance();
    connect(&session_.plan(), &OpenPlan::plan_changed, this, &MainWindow::enable_actions);
    connect(&session_.plan(), &OpenPlan::closed, this, &MainWindow::enable_actions);
    enable_actions();
    new FocusRing(*this);
    for (const FilterKeys* filter : findChildren<FilterKeys*>()) {
        connect(filter, &FilterKeys::left, this, [this] { focus_page(*pages_); });
    }
    focus_page(*pages_);
}

MainWindow::~MainWindow() {
    // Destroys the parts before the session, whose last signals would reach them.
    session_.plan().disconnect(this);
}

void MainWindow::build_center() {
    start_page_ = new StartPage;
    view_ = new LayoutView;
    LiveSplit* split = &view_->live_split();
    split->set_share(window_settings::live_share());
    connect(split, &LiveSplit::share_changed, this, [split] { window_settings::set_live_share(split->share()); });
    message_bar_ = new MessageBar;
    recovery_bar_ = new RecoveryBar;
    verdict_bar_ = new VerdictBar;
    pause_bar_ = new PauseBar;
    follow_bar_ = new PauseBar;
    follow_bar_->setObjectName(QStringLiteral("follow_bar"));
    progress_ = new ProgressPanel;
    progress_->hide();
    pages_ = new QStackedWidget;
    pages_->addWidget(start_page_);
    other_view_ = new LayoutView;
    LiveSplit* other_split = &other_view_->live_split();
    other_split->set_share(split->share());
    for (const auto& [moved, follower] : {std::pair{split, other_split}, {other_split, split}}) {
        connect(moved, &LiveSplit::share_changed, this,
                [moved = moved, follower = follower] { follower->set_share(moved->share()); });
    }
    difference_ = new LiveDifferenceCurve;
    compared_ = new ComparedPictures(view_, other_view_, difference_);
    pages_->addWidget(compared_);
    legend_ = new PictureLegend;
    auto* whole = new QWidget;
    auto* column = new_panel_column(*whole);
    column->addWidget(verdict_bar_);
    column->addWidget(message_bar_);
    column->addWidget(recovery_bar_);
    column->addWidget(pause_bar_);
    column->addWidget(follow_bar_);
    column->addWidget(progress_);
    column->addWidget(legend_);
    column->addWidget(pages_, 1);
    setCentralWidget(whole);
}

WindowMenus MainWindow::new_menus() {
    const WindowMenus menus = build_menus(*menuBar(), actions_, tools_->transport());
    QAction* undo = session_.undo_stack()->createUndoAction(this, tr("&Undo"));
    QAction* redo = session_.undo_stack()->createRedoAction(this, tr("&Redo"));
    for (const auto& [action, act] : {std::pair{undo, &EditQueue::undo}, {redo, &EditQueue::redo}}) {
        // In the order of the user, also while an edit is being made.
        action->disconnect(session_.undo_stack());
        explain(*action, action == undo ? tr("There is nothing to undo.") : tr("There is nothing to redo."));
        connect(action, &QAction::triggered, &session_.plan().changes(), act);
    }
    connect(&session_.plan().changes(), &EditQueue::changed, undo, [this, undo] {
        undo->setEnabled(session_.undo_stack()->canUndo() || session_.plan().changes().is_busy());
    });
    // Not the standard keys, which on X11 include F14 and others that no keyboard has today.
    undo->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_Z));
    redo->setShortcuts({QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z), QKeySequence(Qt::CTRL | Qt::Key_Y)});
    menus.edit->insertActions(actions_.copy_picture, {undo, redo});
    docks_.add_to(*menus.docks);
    new WindowMenu(*menus.windows, *this);
    for (const QMenu* menu : menuBar()->findChildren<QMenu*>()) {
        addActions(menu->actions());  // so that their keys work without the menu bar
    }
    mode_switch_ = new ModeSwitch(actions_, *menuBar());
    new CommandKeys(*this);
    connect(actions_.new_window, &QAction::triggered, this, [this] {
        MainWindow& other = show_new();
        other.move(pos() + QPoint(cascade, cascade));
        fit_into_screen(other);
    });
    connect(actions_.keys, &QAction::triggered, this, [this] { KeysDialog(*menuBar(), this).exec(); });
    connect(actions_.about, &QAction::triggered, this, [this] { show_about(*this); });
    return menus;
}

void MainWindow::connect_appearance() {
    Appearance& appearance = parts_->appearance;
    connect(&appearance, &Appearance::unit_changed, view_, [this](Unit unit) { view_->picture().set_unit(unit); });
    connect(&appearance, &Appearance::unit_changed, this, [this](Unit unit) { docks_.set_unit(unit); });
    connect(&appearance, &Appearance::theme_changed, this, [this](Theme theme) {
        tools_->apply_palette();
        mode_switch_->apply_palette();
        view_->picture().set_theme(theme);
    });
    connect(&appearance, &Appearance::color_by_changed, view_,
            [this](ColorBy by) { view_->picture().set_color_by(by); });
    connect(tools_, &WindowToolBar::color_by_chosen, &appearance, &Appearance::set_color_by);
    connect(&session_.plan(), &OpenPlan::plan_changed, tools_,
            [this] { tools_->offer_colors(session_.has_plan() ? session_.problem().get() : nullptr); });
    connect(&parts_->check_views, &CheckViews::overlap_shown, &parts_->status, &StatusDisplay::set_overlap);
    appearance.apply_theme();
    appearance.apply_unit();
}

void MainWindow::enable_actions() const {
    actions_.set_available(session_.has_plan(), session_.state().trace != nullptr);
}

MainWindow& MainWindow::show_new() {
    auto* window = new MainWindow;
    window->setAttribute(Qt::WA_DeleteOnClose);
    window->show();
    return *window;
}

void MainWindow::open(const QString& path) {
    parts_->files.open(path);
}

void MainWindow::open_sample() {
    parts_->files.open_sample(first_sample);
}

void MainWindow::offer_last_session(bool files) {
    parts_->recovery->look(window_settings::journal_folder());
    if (!files) {
        return;
    }
    const QStringList paths = last_session(window_settings::file_folder());
    start_page_->set_last_session(paths);
    connect(start_page_, &StartPage::continue_requested, this, [this, paths] {
        start_page_->set_last_session({});
        open(paths.front());
        for (const QString& path : paths.mid(1)) {
            show_new().open(path);
        }
    });
}

void MainWindow::report(const Error& error) {
    parts_->notices.report(error);
}

ComparisonDialog* MainWindow::comparison() const {
    return parts_->plans.comparison();
}

WindowMemory MainWindow::memory() const {
    return {parts_->view.get(), parts_->journal.get(), parts_->recovery.get()};
}

ComparisonSource& MainWindow::comparison_source() const {
    return parts_->comparison_source;
}

Theme MainWindow::theme() const {
    return parts_->appearance.theme();
}

void MainWindow::keyPressEvent(QKeyEvent* event) {
    // Keys that no list or field uses go to the picture, wherever the focus is.
    const bool arrow =
        event->key() >= Qt::Key_Left && event->key() <= Qt::Key_Down && !event->modifiers().testFlag(Qt::AltModifier);
    const bool end =
        (event->key() == Qt::Key_Home || event->key() == Qt::Key_End) && event->modifiers().testFlag(Qt::ShiftModifier);
    if ((arrow || end) && session_.has_plan() && !view_->hasFocus()) {
        QCoreApplication::sendEvent(view_, event);
        return;
    }
    // Buttons leave Enter to dialogs, and Space plays and pauses the run.
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        if (auto* button = qobject_cast<QAbstractButton*>(focusWidget())) {
            button->click();
            return;
        }
    }
    say_why_not(*event);
    QMainWindow::keyPressEvent(event);
}

void MainWindow::say_why_not(const QKeyEvent& event) {
    if (event.isAutoRepeat()) {
        return;
    }
    const QKeySequence key(event.keyCombination());
    for (const QAction* action : QWidget::actions()) {
        // The key of a command that is not available reaches no shortcut.
        const QString reason = why_not(*action);
        if (!reason.isEmpty() && action->shortcuts().contains(key)) {
            parts_->notices.inform(
                tr("%1: %2").arg(plain_words(*action), session_.has_plan() ? reason : tr("No plan is open.")));
            return;
        }
    }
}

bool MainWindow::focusNextPrevChild(bool next) {
    const QWidget* holder = focusWidget();
    if (holder != nullptr && !(holder->isVisible() && holder->isEnabled())) {
        // Nobody pressed Tab: Qt asks because what has the focus was hidden or disabled.
        focus_page(*pages_);
        return true;
    }
    return walk_focus(*this, next);
}

void MainWindow::childEvent(QChildEvent* event) {
    QMainWindow::childEvent(event);
    if (auto* tabs = event->polished() ? qobject_cast<QTabBar*>(event->child()) : nullptr) {
        tabs->setElideMode(Qt::ElideNone);  // tabs such as "W…" say nothing; a narrow tab bar scrolls
    }
}

void MainWindow::resizeEvent(QResizeEvent* event) {
    QMainWindow::resizeEvent(event);
    // Queued, because the docks get their sizes later. Small steps add up until their share is a pixel or more.
    QMetaObject::invokeMethod(
        this,
        [this] {
            constexpr int least = 8;
            const int gained = settled_height_ > 0 ? height() - settled_height_ : 0;
            if (isVisible() && (settled_height_ == 0 || std::abs(gained) >= least)) {
                settled_height_ = height();
                share_height(*this, docks_, gained);
            }
        },
        Qt::QueuedConnection);
}

void MainWindow::showEvent(QShowEvent* event) {
    QMainWindow::showEvent(event);
    if (!event->spontaneous()) {
        // The desktop reports the frame size only now. Without it, the status bar could be below the screen's edge.
        QTimer::singleShot(0, this, [this] { fit_into_screen(*this); });
    }
}

void MainWindow::changeEvent(QEvent* event) {
    QMainWindow::changeEvent(event);
    if (event->type() == QEvent::ThemeChange && parts_) {
        parts_->appearance.take_system_theme();
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
        show_new().open(path);
    }
}

void MainWindow::closeEvent(QCloseEvent* event) {
    if (!parts_->files.confirm_leaving_plan()) {
        event->ignore();
        return;
    }
    parts_->picture_only.leave();  // the next window shall not begin without docks
    window_settings::save_geometry(*this);
    parts_->modes.save();
    session_.plan().close();
    event->accept();
}

}  // namespace arenascope
