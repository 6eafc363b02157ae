#pragma once

#include <cstdint>
#include <optional>

#include <Qt>

#include "widgets/picture/layout_view/camera.h"
#include "widgets/picture/layout_view/layout_picture.h"

namespace arenascope {

/// A command from a key or a menu.
enum class ViewCommand : std::uint8_t {
    fit,
    zoom_to_selection,
    zoom_in,  ///< at the middle of the view
    zoom_out,
    go_back,
    go_forward,
    pan_left,
    pan_right,
    pan_up,
    pan_down,
};

/// The command of a key (see layout_keys); empty for any other key.
[[nodiscard]] std::optional<ViewCommand> command_of(int key, Qt::KeyboardModifiers modifiers);

/// Runs a command on the camera. `port` is the viewport of the containers. True if the view changed.
bool execute(Camera& camera, ViewCommand command, const LayoutPicture& picture, const Viewport& port);

/// The zoom factor of one wheel notch or one key press.
inline constexpr double notch_factor = 1.25;

}  // namespace arenascope
