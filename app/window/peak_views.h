#pragma once

#include <QObject>

#include "app/session/session.h"

namespace arenascope {

struct WindowDocks;
class LayoutView;

/// Wires the docks about the plan as a whole to the session: its figures, and why its peak is where it is.
class PeakViews final : public QObject {
    Q_OBJECT

public:
    PeakViews(Session& session, const WindowDocks& docks, LayoutView& view, QObject* parent = nullptr);

private:
    void show_figures();
    void show_explanation();

    Session& session_;
    const WindowDocks& docks_;
};

}  // namespace arenascope
