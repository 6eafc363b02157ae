#pragma once

#include <QObject>
#include <QString>

#include "app/session/session.h"
#include "app/window/frame/dock_fill.h"

namespace arenascope {

class Appearance;
struct WindowActions;
struct WindowDocks;

/// Connects the table of makers to the window: it has the colours of the picture, and choosing a maker filters the
/// buffers. The dock exists only for a recorded allocator and plans of its allocations.
class MakerViews final : public QObject {
    Q_OBJECT

public:
    MakerViews(Session& session, const WindowDocks& docks, const WindowActions& actions, const Appearance& appearance,
               QObject* parent = nullptr);

private:
    void show_plan();
    void show_colors();

    Session& session_;
    const WindowDocks& docks_;
    const Appearance& appearance_;
    DockFill makers_;
    QString chosen_;  ///< the filter of the chosen maker
    bool has_run_ = false;
};

}  // namespace arenascope
