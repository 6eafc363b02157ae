#pragma once

#include "core/picture/view_history.h"
#include "core/picture/viewport.h"

namespace arenascope {

/// The part of a plan that is in view, and the views before it.
class Camera {
public:
    [[nodiscard]] const View& view() const { return view_; }
    /// All of the plan.
    [[nodiscard]] const View& whole() const { return whole_; }
    [[nodiscard]] bool is_fitted() const { return view_ == whole_; }

    /// Another plan: shows all of it, and forgets the history.
    void restart(const View& whole);
    /// The plan has another extent: what was fitted stays fitted, any other view stays as it is.
    void set_whole(const View& whole);
    /// Shows a view, clamped to the plan, without an entry in the history. Whether it is another one.
    bool show(const View& view);
    /// The same with an entry, which may replace the current one (see ViewHistory::visit).
    bool visit(const View& view, bool replaces = false);
    /// Enters the current view into the history.
    void remember() { history_.visit(view_); }
    /// Whether there was a view to go to that is another one.
    bool go_back();
    bool go_forward();

private:
    View whole_;
    View view_;
    ViewHistory history_;
};

}  // namespace arenascope
