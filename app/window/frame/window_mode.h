#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace arenascope {

/// A mode of the window: a named arrangement of the same docks around the same picture, selection, time cursor and
/// step.
enum class WindowMode : std::uint8_t {
    inspect,  ///< the plan and its buffers
    debug,    ///< the recorded run: breakpoints, reasons of a place, histories
    compare,  ///< two plans, with what differs between them
    network,  ///< the network beside the picture
};

inline constexpr std::array<WindowMode, 4> window_modes = {WindowMode::inspect, WindowMode::debug, WindowMode::compare,
                                                           WindowMode::network};

/// The name under which settings and journals keep a mode.
[[nodiscard]] std::string_view name_of(WindowMode mode);
[[nodiscard]] std::optional<WindowMode> window_mode_named(std::string_view name);

}  // namespace arenascope
