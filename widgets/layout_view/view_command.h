#pragma once

#include <cstdint>
#include <optional>

#include <Qt>

#include "widgets/layout_view/camera.h"
#include "widgets/layout_view/layout_picture.h"

namespace arenascope {

/// What a key or a menu can ask of a view.
enum class ViewCommand : std::uint8_t {
    fit,
    zoom_to_selection,
    zoom_in,  ///< about the middle
    zoom_out,
    go_back,
    go_forward,
    pan_left,
    pan_right,
    pan_up,
    pan_down,
};

/// The command of a key (see layout_keys); nothing for any other key.
[[nodiscard]] std::optional<ViewCommand> command_of(int key, Qt::KeyboardModifiers modifiers);

/// Moves the camera as the command says; `port` is that of the containers. Whether another view is shown.
bool obey(Camera& camera, ViewCommand command, const LayoutPicture& picture, const Viewport& port);

/// The magnification of one notch of the wheel, or of one press of a key.
inline constexpr double notch_factor = 1.25;

}  // namespace arenascope
