#pragma once

#include <QObject>

#include "app/session/session.h"

namespace arenascope {

struct WindowActions;
struct WindowDocks;
class Notices;
class Transport;

/// Connects the views that step through a run to the session: the list of iterations, the transport and the menu.
class StepViews final : public QObject {
    Q_OBJECT

public:
    StepViews(Session& session, const WindowDocks& docks, const WindowActions& actions, Transport& transport,
              Notices& notices, QObject* parent = nullptr);

private:
    void show_trace();
    void show_running();
    void show_position();
    /// How the shown plan was edited by hand, as a sentence; empty: it was not.
    [[nodiscard]] QString edited_remark() const;
    void show_row();

    Session& session_;
    const WindowDocks& docks_;
    Transport& transport_;
};

}  // namespace arenascope
