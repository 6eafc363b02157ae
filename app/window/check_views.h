#pragma once

#include <QObject>

#include "app/session/session.h"

namespace arenascope {

struct WindowActions;
struct WindowDocks;
class LayoutView;

/// Connects the list of overlaps and the check commands to the session.
class CheckViews final : public QObject {
    Q_OBJECT

public:
    CheckViews(Session& session, const WindowDocks& docks, const WindowActions& actions, LayoutView& view,
               QObject* parent = nullptr);

private:
    void show_report();
    /// Goes to the next overlap (1) or the previous one (−1). Wraps around.
    void go(int direction);
    void show_overlap(const Overlap& overlap);

    Session& session_;
    const WindowDocks& docks_;
    LayoutView& view_;
    int position_ = -1;  ///< of the last shown overlap; −1: none
};

}  // namespace arenascope
