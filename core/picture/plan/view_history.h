#pragma once

#include <cstddef>
#include <vector>

#include "core/picture/plan/viewport.h"

namespace arenascope {

/// The views that a user has visited, for going back and forward as in a browser.
class ViewHistory {
public:
    static constexpr std::size_t most_views = 200;

    /// Adds a view after the current one and removes all later views. A view equal to the current one is not added.
    /// `replaces`: the view replaces the current one, as the next notch of the same turn of the wheel does.
    void visit(const View& view, bool replaces = false);
    void clear();

    [[nodiscard]] bool can_go_back() const { return current_ > 0; }
    [[nodiscard]] bool can_go_forward() const { return current_ + 1 < views_.size(); }
    /// Goes to the previous or next view and returns it. Only allowed if there is one.
    const View& back() { return views_[--current_]; }
    const View& forward() { return views_[++current_]; }

private:
    std::vector<View> views_;
    std::size_t current_ = 0;
};

}  // namespace arenascope
