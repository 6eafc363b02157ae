#pragma once

#include <optional>

#include <QObject>

#include "app/session/session.h"

namespace arenascope {

struct WindowActions;
struct WindowDocks;
class LayoutView;
class StatusDisplay;

/// The commands that find buffers: the filter of the buffer table, and one match after the other, whatever has the
/// focus. A match is selected and brought into view, and the status bar says which one it is.
class FindCommands final : public QObject {
    Q_OBJECT

public:
    FindCommands(Session& session, const WindowDocks& docks, const WindowActions& actions, LayoutView& view,
                 StatusDisplay& status, QObject* parent = nullptr);

private:
    /// Goes to the next match. If the matches are still being found, goes there when they are.
    void find(bool forward);

    Session& session_;
    const WindowDocks& docks_;
    LayoutView& view_;
    StatusDisplay& status_;
    std::optional<bool> waiting_;  ///< the direction to go when the matches are found
};

}  // namespace arenascope
