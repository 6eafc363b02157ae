#pragma once

#include <memory>
#include <string>

#include <QMainWindow>

#include "app/session/session.h"
#include "app/session/view_state.h"
#include "app/window/frame/window_actions.h"
#include "app/window/frame/window_docks.h"
#include "core/picture/plan/palette.h"

class QStackedWidget;

namespace arenascope {

class ComparedPictures;
class ComparisonDialog;
class ComparisonSource;
class Journal;
class LayoutView;
class LiveDifferenceCurve;
class MessageBar;
class ModeSwitch;
class PauseBar;
class PictureLegend;
class ProgressPanel;
class RecoveryBar;
class RecoveryOffer;
class StartPage;
class VerdictBar;
class WindowToolBar;
class WindowView;

/// The parts of a window that keep its state. They live as long as the window.
struct WindowMemory {
    WindowView* view;
    Journal* journal;
    RecoveryOffer* recovery;
};

/// The main window: arranges the widgets around one session. Its parts (PlanPage, BufferViews, FileCommands, …) connect
/// widgets to the session in both directions. No part knows the widgets of another.
class MainWindow final : public QMainWindow {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(MainWindow)

public:
    explicit MainWindow(QWidget* parent = nullptr);
    ~MainWindow() override;

    /// Shows another window, which is deleted when it is closed.
    static MainWindow& show_new();
    void open(const QString& path);
    void open_sample();
    /// Offers what the last start left: unsaved work, and with `files` the files that were open.
    void offer_last_session(bool files);
    /// Shows an error in the message bar.
    void report(const Error& error);
    [[nodiscard]] Session& session() { return session_; }
    [[nodiscard]] const WindowActions& actions() const { return actions_; }
    [[nodiscard]] const WindowDocks& docks() const { return docks_; }
    [[nodiscard]] ComparisonDialog* comparison() const;
    [[nodiscard]] ComparisonSource& comparison_source() const;
    [[nodiscard]] WindowMemory memory() const;
    [[nodiscard]] LayoutView* layout_view() const { return view_; }
    [[nodiscard]] MessageBar* message_bar() const { return message_bar_; }
    [[nodiscard]] Theme theme() const;

protected:
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void childEvent(QChildEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool focusNextPrevChild(bool next) override;

private:
    struct Parts;

    void build_center();
    [[nodiscard]] WindowMenus new_menus();
    void connect_appearance();
    /// Says why the command of a pressed key does nothing.
    void say_why_not(const QKeyEvent& event);
    void enable_actions() const;

    Session session_;
    WindowActions actions_;
    WindowDocks docks_;
    QStackedWidget* pages_ = nullptr;
    StartPage* start_page_ = nullptr;
    LayoutView* view_ = nullptr;
    LayoutView* other_view_ = nullptr;  ///< the second plan of a comparison
    LiveDifferenceCurve* difference_ = nullptr;
    ComparedPictures* compared_ = nullptr;
    MessageBar* message_bar_ = nullptr;
    RecoveryBar* recovery_bar_ = nullptr;
    VerdictBar* verdict_bar_ = nullptr;
    PauseBar* pause_bar_ = nullptr;
    PauseBar* follow_bar_ = nullptr;
    ProgressPanel* progress_ = nullptr;
    PictureLegend* legend_ = nullptr;
    WindowToolBar* tools_ = nullptr;
    ModeSwitch* mode_switch_ = nullptr;
    int settled_height_ = 0;        ///< for which the docks have their heights; 0: saved docks
    std::unique_ptr<Parts> parts_;  ///< destroyed before the session, whose last signals would reach it
};

}  // namespace arenascope
