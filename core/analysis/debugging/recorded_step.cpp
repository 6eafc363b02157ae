#include "core/analysis/debugging/recorded_step.h"

namespace arenascope {

std::string path_text(std::span<const std::uint64_t> path) {
    std::string text;
    for (const std::uint64_t number : path) {
        text += text.empty() ? "" : ".";
        text += std::to_string(number);
    }
    return text;
}

std::string reason_text(std::string_view note, Goal goal) {
    std::string text(note);
    if (goal != Goal::none) {
        text += text.empty() ? "" : ", ";
        text += name_of(goal);
    }
    return text;
}

}  // namespace arenascope
