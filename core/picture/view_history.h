#pragma once

#include <cstddef>
#include <vector>

#include "core/picture/viewport.h"

namespace arenascope {

/// The views that were looked at, to go back and forward through them as a browser goes through pages.
class ViewHistory {
public:
    static constexpr std::size_t most_views = 200;

    /// Remembers a view after the current one and forgets what came forward of it. The same view again, or one that
    /// `replaces` the current (the next notch of one turn of the wheel), makes no new entry.
    void visit(const View& view, bool replaces = false);
    void clear();

    [[nodiscard]] bool can_go_back() const { return current_ > 0; }
    [[nodiscard]] bool can_go_forward() const { return current_ + 1 < views_.size(); }
    /// The view before or after, which becomes the current one. Only where there is one.
    const View& back() { return views_[--current_]; }
    const View& forward() { return views_[++current_]; }

private:
    std::vector<View> views_;
    std::size_t current_ = 0;
};

}  // namespace arenascope
