#include "widgets/picture/layout_view/view_command.h"

#include "widgets/picture/layout_view/layout_keys.h"
#include "widgets/picture/layout_view/view_target.h"

namespace arenascope {
namespace {

constexpr double key_pan_share = 0.1;  ///< of the view, for one press of an arrow

View zoomed_about_middle(const Viewport& port, double factor) {
    const Point center = middle(port.box);
    return zoomed(port.view, step_at(port, center.x), byte_at(port, center.y), factor, factor);
}

}  // namespace

std::optional<ViewCommand> command_of(int key, Qt::KeyboardModifiers modifiers) {
    // Signs may be typed with Shift or on the keypad.
    const QKeyCombination pressed(modifiers & ~(Qt::ShiftModifier | Qt::KeypadModifier), static_cast<Qt::Key>(key));
    if (pressed == layout_keys::fit) {
        return ViewCommand::fit;
    }
    if (pressed == layout_keys::zoom_to_selection) {
        return ViewCommand::zoom_to_selection;
    }
    if (pressed == layout_keys::zoom_in || pressed == layout_keys::zoom_in_unshifted) {
        return ViewCommand::zoom_in;
    }
    if (pressed == layout_keys::zoom_out) {
        return ViewCommand::zoom_out;
    }
    if (pressed == layout_keys::back) {
        return ViewCommand::go_back;
    }
    if (pressed == layout_keys::forward) {
        return ViewCommand::go_forward;
    }
    if (modifiers.testFlag(Qt::AltModifier)) {
        return std::nullopt;  // the window nudges the selection, or says why it cannot
    }
    switch (key) {
        case Qt::Key_Backspace:
            return ViewCommand::go_back;
        case Qt::Key_Left:
            return ViewCommand::pan_left;
        case Qt::Key_Right:
            return ViewCommand::pan_right;
        case Qt::Key_Up:
            return ViewCommand::pan_up;
        case Qt::Key_Down:
            return ViewCommand::pan_down;
        default:
            return std::nullopt;
    }
}

bool execute(Camera& camera, ViewCommand command, const LayoutPicture& picture, const Viewport& port) {
    switch (command) {
        case ViewCommand::fit:
            return camera.visit(camera.whole());
        case ViewCommand::zoom_to_selection: {
            const std::optional<View> target = selection_view_of_both(picture);
            return target && camera.visit(*target);
        }
        case ViewCommand::zoom_in:
            return camera.visit(zoomed_about_middle(port, notch_factor), true);
        case ViewCommand::zoom_out:
            return camera.visit(zoomed_about_middle(port, 1 / notch_factor), true);
        case ViewCommand::go_back:
            return camera.go_back();
        case ViewCommand::go_forward:
            return camera.go_forward();
        case ViewCommand::pan_left:
            return camera.visit(panned(camera.view(), -key_pan_share, 0), true);
        case ViewCommand::pan_right:
            return camera.visit(panned(camera.view(), key_pan_share, 0), true);
        case ViewCommand::pan_up:
            return camera.visit(panned(camera.view(), 0, key_pan_share), true);
        case ViewCommand::pan_down:
            return camera.visit(panned(camera.view(), 0, -key_pan_share), true);
    }
    return false;
}

}  // namespace arenascope
