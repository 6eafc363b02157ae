#include "core/trace/frame.h"

#include <array>

namespace arenascope {
namespace {

constexpr std::array<std::string_view, 7> frame_kind_names{"pass",      "iteration", "group",      "rearrangement",
                                                           "placement", "move",      "improvement"};
constexpr std::array<std::string_view, 8> goal_names{"none",       "at-threshold", "order-seen", "adjustments-spent",
                                                     "work-spent", "complete",     "optimal",    "stopped"};

template <class Value, std::size_t count>
std::optional<Value> value_named(const std::array<std::string_view, count>& names, std::string_view name) {
    for (std::size_t i = 0; i < count; ++i) {
        if (names[i] == name) {
            return static_cast<Value>(i);
        }
    }
    return std::nullopt;
}

}  // namespace

std::string_view name_of(FrameKind kind) {
    return frame_kind_names[static_cast<std::size_t>(kind)];
}

std::optional<FrameKind> frame_kind_named(std::string_view name) {
    return value_named<FrameKind>(frame_kind_names, name);
}

std::string_view name_of(Goal goal) {
    return goal_names[static_cast<std::size_t>(goal)];
}

std::optional<Goal> goal_named(std::string_view name) {
    return value_named<Goal>(goal_names, name);
}

}  // namespace arenascope
