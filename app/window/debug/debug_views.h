#pragma once

#include <memory>

#include "app/window/frame/window_part.h"

class QAction;

namespace arenascope {

class Transport;

/// Connects breakpoints, watches, hits and log to the session, and marks the hits on the curve of the run and on the
/// slider. Keeps breakpoints and watches in the settings of the window.
class DebugViews final : public WindowPart {
    Q_OBJECT

public:
    DebugViews(const WindowFrame& frame, Transport& transport);

private:
    void offer_names();
    void connect_lists();
    void connect_lines();
    void connect_actions();
    void show_lists();
    /// Says whether a breakpoint waits for the next run, because the one under way started without it.
    void show_waiting();
    void show_findings();
    void show_here();
    void mark_slider();
    void go_to(FrameIndex hit, const QString& otherwise);
    void try_condition(const QString& text);
    void show_trial(const RunFindings& findings);
    void try_watch(const QString& text);

    Debugging& debugging_;
    std::vector<Breakpoint> kept_breakpoints_;  ///< in the settings, as this window knows them
    std::vector<std::string> kept_watches_;
    Transport& transport_;
    std::shared_ptr<const Problem> named_problem_;  ///< whose names the completion knows
    bool came_by_key_ = false;  ///< the line for a condition has the focus because of "Add Breakpoint…"
    QAction* next_;
    QAction* previous_;
};

}  // namespace arenascope
