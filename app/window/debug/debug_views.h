#pragma once

#include <memory>

#include <QObject>

#include "app/session/session.h"

class QAction;

namespace arenascope {

struct WindowActions;
struct WindowDocks;
class Notices;
class Transport;

/// Connects breakpoints, watches, hits and log to the session, and marks the hits on the curve of the run and on the
/// slider. Keeps breakpoints and watches in the settings of the window.
class DebugViews final : public QObject {
    Q_OBJECT

public:
    DebugViews(Session& session, const WindowDocks& docks, const WindowActions& actions, Transport& transport,
               Notices& notices, QObject* parent = nullptr);

private:
    void offer_names();
    void connect_lists();
    void connect_lines();
    void connect_actions(const WindowActions& actions, Notices& notices);
    void show_lists();
    /// Says whether a breakpoint waits for the next run, because the one under way started without it.
    void show_waiting();
    void show_findings();
    void show_here();
    void mark_slider();
    void go_to(FrameIndex hit, const QString& otherwise, Notices& notices);
    void try_condition(const QString& text);
    void show_trial(const RunFindings& findings);
    void try_watch(const QString& text);

    Session& session_;
    Debugging& debugging_;
    std::vector<Breakpoint> kept_breakpoints_;  ///< in the settings, as this window knows them
    std::vector<std::string> kept_watches_;
    const WindowDocks& docks_;
    Transport& transport_;
    std::shared_ptr<const Problem> named_problem_;  ///< whose names the completion knows
    QAction* next_;
    QAction* previous_;
};

}  // namespace arenascope
