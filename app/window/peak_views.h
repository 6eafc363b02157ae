#pragma once

#include <QObject>

#include "app/session/session.h"

namespace arenascope {

struct WindowDocks;
class LayoutView;

/// Connects the docks about the whole plan to the session: its figures, the explanation of its peak, and its free
/// areas.
class PeakViews final : public QObject {
    Q_OBJECT

public:
    PeakViews(Session& session, const WindowDocks& docks, LayoutView& view, QObject* parent = nullptr);

private:
    void show_figures();
    void show_free_areas();
    void show_explanation();

    Session& session_;
    const WindowDocks& docks_;
};

}  // namespace arenascope
