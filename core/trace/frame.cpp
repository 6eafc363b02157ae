#include "core/trace/frame.h"

#include <array>

#include "core/base/containers/named_value.h"

namespace arenascope {
namespace {

constexpr std::array<std::string_view, frame_kind_count> frame_kind_names{
    "pass", "iteration", "group", "rearrangement", "placement", "move", "improvement", "generation", "episode"};
constexpr std::array<std::string_view, 8> goal_names{"none",       "at-threshold", "order-seen", "adjustments-spent",
                                                     "work-spent", "complete",     "optimal",    "stopped"};

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
