#pragma once

#include <memory>
#include <optional>

#include <QObject>

#include "app/session/session.h"
#include "core/picture/viewport.h"

class QStackedWidget;

namespace arenascope {

struct WindowActions;
class LayoutView;

/// Shows the open plan as a picture in the middle of the window, and the start page while nothing is open. What is
/// clicked and dragged in the picture goes to the session.
class PlanPage final : public QObject {
    Q_OBJECT

public:
    /// The first page of the stack is the start page, the second one the view.
    PlanPage(Session& session, const WindowActions& actions, QStackedWidget& pages, LayoutView& view,
             QObject* parent = nullptr);

private:
    void connect_view();
    void connect_actions(const WindowActions& actions);
    void show_page();
    void show_problem();
    void show_layout();
    void show_placed();
    void show_report();
    void toggle(BufferIndex buffer);

    Session& session_;
    QStackedWidget& pages_;
    LayoutView& view_;
    /// Null: nothing is open. None: the view may have taken a part of a problem only.
    std::optional<std::shared_ptr<const Problem>> shown_problem_ = std::shared_ptr<const Problem>();
    QString shown_path_;
    std::optional<View> back_to_;  ///< once the layout is shown
};

}  // namespace arenascope
