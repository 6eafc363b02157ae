#pragma once

#include <functional>
#include <memory>
#include <optional>

#include <QMainWindow>

#include "app/session/session.h"
#include "app/window/file_watch.h"
#include "app/window/model_views.h"
#include "app/window/window_actions.h"
#include "app/window/window_docks.h"
#include "core/picture/coloring.h"
#include "core/picture/palette.h"
#include "core/picture/unit.h"

class QComboBox;
class QLabel;
class QPushButton;
class QStackedWidget;

namespace arenascope {

class ComparisonDialog;
class CoreViews;
class LayoutView;
class MessageBar;
class OptionsDialog;
class ProgressPanel;
class StartPage;
class Transport;

/// The window: puts the views around one session and wires them to it. What a view shows comes from the session, what a
/// person does goes to it; no view knows another.
class MainWindow final : public QMainWindow {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(MainWindow)

public:
    explicit MainWindow(QWidget* parent = nullptr);
    ~MainWindow() override;

    void open(const QString& path);
    void open_sample();
    /// Shows an error in the bar; `action` is what its button says, if it has one.
    void report(const Error& error, const QString& action = {});
    [[nodiscard]] Session& session() { return session_; }
    [[nodiscard]] const WindowActions& actions() const { return actions_; }
    [[nodiscard]] const WindowDocks& docks() const { return docks_; }
    [[nodiscard]] ComparisonDialog* comparison() const { return comparison_; }
    [[nodiscard]] LayoutView* layout_view() const { return view_; }
    [[nodiscard]] MessageBar* message_bar() const { return message_bar_; }
    [[nodiscard]] Theme theme() const { return theme_; }

protected:
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void build_center();
    void build_toolbar();
    void build_status_bar();
    void connect_actions();
    void connect_session();
    void connect_views();
    void connect_run();

    void show_plan();
    void show_layout();
    void show_placed();
    void show_report();
    void show_explanation();
    void show_selection();
    void show_cursor();
    void show_title();
    void show_figures();
    void show_hovered();
    void show_recent_files();
    void show_import_warning();
    void show_misfits();
    void show_check_state();

    void choose_file();
    void save_layout();
    void save_trace();
    void export_picture();
    void copy_picture();
    void tune();
    void step_into();
    void step_out();
    void go_to_overlap(int direction);
    void show_overlap(const Overlap& overlap);
    void show_keys();
    void show_about();
    void apply_theme();
    void apply_unit();
    /// True where nothing would be lost, or the person has said what to do with it.
    [[nodiscard]] bool may_leave_plan();

    Session session_;
    WindowActions actions_;
    WindowDocks docks_;
    ModelViews model_views_;
    CoreViews* core_views_ = nullptr;
    WindowMenus menus_{};
    FileWatch watch_;
    QStackedWidget* center_ = nullptr;
    StartPage* start_page_ = nullptr;
    LayoutView* view_ = nullptr;
    MessageBar* message_bar_ = nullptr;
    ProgressPanel* progress_ = nullptr;
    Transport* transport_ = nullptr;
    OptionsDialog* options_ = nullptr;
    ComparisonDialog* comparison_ = nullptr;
    QComboBox* planner_choice_ = nullptr;
    QComboBox* color_choice_ = nullptr;
    QWidget* tune_button_ = nullptr;
    QPushButton* check_button_ = nullptr;
    QLabel* check_state_ = nullptr;
    QLabel* hovered_ = nullptr;
    QLabel* figures_ = nullptr;
    /// Null: nothing is open. None: the views may have taken a part of a problem only.
    std::optional<std::shared_ptr<const Problem>> shown_problem_ = std::shared_ptr<const Problem>();
    QString import_warning_;  ///< which the message bar has given
    std::function<void()> bar_action_;
    QString opening_name_;
    QString shown_path_;
    Theme theme_ = Theme::light;
    Theme system_theme_ = Theme::light;
    Unit unit_ = Unit::kibibytes;
    ColorBy color_by_ = ColorBy::risk;
    int overlap_position_ = -1;
};

}  // namespace arenascope
