#include "widgets/picture/layout_view/camera.h"

namespace arenascope {

void Camera::restart(const View& whole) {
    whole_ = whole;
    show(whole);
    history_.clear();
    history_.visit(view_);
}

void Camera::set_whole(const View& whole) {
    const bool was_fitted = is_fitted();
    whole_ = whole;
    if (was_fitted) {
        show(whole_);
    }
}

bool Camera::show(const View& view) {
    const View inside = clamped(view, whole_);
    const bool is_other = !(inside == view_);
    view_ = inside;
    if (is_other && moved_) {
        moved_(view_);
    }
    return is_other;
}

bool Camera::visit(const View& view, bool replaces) {
    const bool is_other = show(view);
    history_.visit(view_, replaces);
    return is_other;
}

bool Camera::go_back() {
    return history_.can_go_back() && show(history_.back());
}

bool Camera::go_forward() {
    return history_.can_go_forward() && show(history_.forward());
}

}  // namespace arenascope
