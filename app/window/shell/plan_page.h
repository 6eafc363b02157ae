#pragma once

#include <memory>
#include <optional>

#include "app/window/frame/window_part.h"
#include "core/analysis/improvement/nudge.h"
#include "core/picture/plan/viewport.h"

class QStackedWidget;

namespace arenascope {

/// Shows the open plan in the layout view, or the start page if nothing is open. Passes clicks and drags of the layout
/// view to the session.
class PlanPage final : public WindowPart {
    Q_OBJECT

public:
    /// Page 0 of the stack is the start page, page 1 holds the layout view.
    PlanPage(const WindowFrame& frame, QStackedWidget& pages);

private:
    void connect_view();
    void connect_actions();
    void show_page();
    void show_problem();
    void show_layout();
    void show_placed();
    void show_report();
    /// Moves the selected buffers a little by hand.
    void nudge(Nudge nudge);
    [[nodiscard]] QString why_no_nudge(Nudge nudge) const;
    void toggle(BufferIndex buffer);

    QStackedWidget& pages_;
    /// Null: nothing is open. Empty: the last update failed, so the view must be filled again.
    std::optional<std::shared_ptr<const Problem>> shown_problem_ = std::shared_ptr<const Problem>();
    QString shown_path_;
    std::optional<View> back_to_;  ///< the view to restore after the layout is set
};

}  // namespace arenascope
