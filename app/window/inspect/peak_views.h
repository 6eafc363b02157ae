#pragma once

#include <QObject>

#include "app/session/session.h"
#include "app/window/frame/dock_fill.h"

namespace arenascope {

struct WindowDocks;
class LayoutView;
class ShownFigures;

/// Connects the docks about the whole plan to the session: its figures, the explanation of its peak, and its free
/// areas.
class PeakViews final : public QObject {
    Q_OBJECT

public:
    PeakViews(Session& session, const WindowDocks& docks, ShownFigures& figures, LayoutView& view,
              QObject* parent = nullptr);

private:
    void show_figures();
    void show_free_areas();
    void show_explanation();

    Session& session_;
    const WindowDocks& docks_;
    ShownFigures& shown_figures_;
    DockFill figures_;
    DockFill explanation_;
    DockFill free_areas_;
};

}  // namespace arenascope
