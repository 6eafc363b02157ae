#include "core/picture/plan/view_history.h"

namespace arenascope {

void ViewHistory::visit(const View& view, bool replaces) {
    if (!views_.empty()) {
        if (views_[current_] == view) {
            return;
        }
        views_.resize(current_ + 1);
        // The first view is kept, so that going back always leads to it.
        if (replaces && current_ > 0) {
            views_[current_] = view;
            return;
        }
    }
    views_.push_back(view);
    if (views_.size() > most_views) {
        views_.erase(views_.begin());
    }
    current_ = views_.size() - 1;
}

void ViewHistory::clear() {
    views_.clear();
    current_ = 0;
}

}  // namespace arenascope
