#pragma once

#include <QObject>

#include "app/session/session.h"

class QWidget;

namespace arenascope {

struct WindowActions;
class LayoutView;
class Notices;

/// The commands that move the time cursor: to the peak, and to a step that the user names. They bring it into view. The
/// commands of the selected range: zoom to it, select what lives in it.
class TimeCommands final : public QObject {
    Q_OBJECT

public:
    /// `window` is the parent of dialogs.
    TimeCommands(QWidget& window, Session& session, const WindowActions& actions, LayoutView& view, Notices& notices,
                 QObject* parent = nullptr);

private:
    void go_to_peak();
    void go_to_step();
    void zoom_to_range();
    void select_in_range();
    void enable() const;

    QWidget& window_;
    Session& session_;
    const WindowActions& actions_;
    LayoutView& view_;
    Notices& notices_;
};

}  // namespace arenascope
