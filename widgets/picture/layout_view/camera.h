#pragma once

#include <functional>
#include <utility>

#include "core/picture/plan/viewport.h"

namespace arenascope {

/// The visible part of a plan, with a history of views.
class Camera {
public:
    /// `moved` is called after each change of the view.
    explicit Camera(std::function<void(const View&)> moved = {}) : moved_(std::move(moved)) {}

    [[nodiscard]] const View& view() const { return view_; }
    /// The view that shows the whole plan.
    [[nodiscard]] const View& whole() const { return whole_; }
    [[nodiscard]] bool is_fitted() const { return view_ == whole_; }

    /// For another plan: shows all of it and clears the history.
    void restart(const View& whole);
    /// For a new extent of the same plan. A fitted view stays fitted; any other view does not change.
    void set_whole(const View& whole);
    /// Shows a view, clamped to the plan, without a history entry. True if the view changed.
    bool show(const View& view);
    /// The same with a history entry, which may replace the current one (see ViewHistory::visit).
    bool visit(const View& view, bool replaces = false);
    /// Adds the current view to the history.
    void remember() { history_.visit(view_); }
    [[nodiscard]] bool can_go_back() const { return history_.can_go_back(); }
    [[nodiscard]] bool can_go_forward() const { return history_.can_go_forward(); }
    /// True if the view changed.
    bool go_back();
    bool go_forward();

private:
    std::function<void(const View&)> moved_;
    View whole_;
    View view_;
    ViewHistory history_;
};

}  // namespace arenascope
