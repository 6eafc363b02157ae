#include "app/window/frame/window_mode.h"

#include <algorithm>

namespace arenascope {

std::string_view name_of(WindowMode mode) {
    switch (mode) {
        case WindowMode::inspect:
            return "inspect";
        case WindowMode::debug:
            return "debug";
        case WindowMode::compare:
            return "compare";
        case WindowMode::network:
            return "network";
    }
    return {};
}

std::optional<WindowMode> window_mode_named(std::string_view name) {
    const auto* found = std::find_if(window_modes.begin(), window_modes.end(),
                                     [name](WindowMode mode) { return name_of(mode) == name; });
    return found != window_modes.end() ? std::optional(*found) : std::nullopt;
}

}  // namespace arenascope
