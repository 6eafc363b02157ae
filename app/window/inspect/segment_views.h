#pragma once

#include <QObject>

#include "app/session/session.h"
#include "app/window/frame/dock_fill.h"

namespace arenascope {

struct WindowDocks;

/// Connects the table of segments to the session: it shows the step of the time cursor, and choosing a segment selects
/// the buffers that hold it. The dock exists only for the plan of a recorded allocator.
class SegmentViews final : public QObject {
    Q_OBJECT

public:
    SegmentViews(Session& session, const WindowDocks& docks, QObject* parent = nullptr);

private:
    void show_plan();
    void fill_segments() const;

    Session& session_;
    const WindowDocks& docks_;
    DockFill segments_;
};

}  // namespace arenascope
