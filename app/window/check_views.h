#pragma once

#include <QObject>

#include "app/session/session.h"

namespace arenascope {

struct WindowActions;
struct WindowDocks;
class LayoutView;

/// Wires the list of overlaps and the commands of the overlap check to the session.
class CheckViews final : public QObject {
    Q_OBJECT

public:
    CheckViews(Session& session, const WindowDocks& docks, const WindowActions& actions, LayoutView& view,
               QObject* parent = nullptr);

private:
    void show_report();
    /// To the next overlap, or with −1 to the previous one; round and round.
    void go(int direction);
    void show_overlap(const Overlap& overlap);

    Session& session_;
    const WindowDocks& docks_;
    LayoutView& view_;
    int position_ = -1;  ///< of the overlap gone to last
};

}  // namespace arenascope
