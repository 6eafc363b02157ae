#include "app/command_line/gate_finding.h"

#include <filesystem>
#include <utility>

namespace arenascope {

std::span<const GateRule> gate_rules() {
    static constexpr GateRule rules[] = {
        {"overlap", "Two buffers that live at the same time share bytes.", {"check"}},
        {"contradiction", "What the file states differs from what its layout gives.", {"check"}},
        {"misaligned", "An offset is no multiple of the alignment.", {"check"}},
        {"outside", "A buffer ends above the capacity of its memory.", {"check"}},
        {"unplaced", "A buffer has no place.", {"check"}},
        {"other-buffers", "The buffers are not those of the other file.", {"check"}},
        {"dataflow", "An operator does not find the value that the model's network wrote.", {"check"}},
        {"over-capacity", "A memory needs more than its capacity.", {"plan"}},
        {"unsound", "The second plan has findings of arenascope check.", {"compare"}},
        {"growth", "A memory grew by more than is allowed.", {"compare"}},
        {"uncertain", "Sizes are unknown or assumed, or sharing is inferred.", {"check", "plan"}},
        {"unusable", "The file or the command cannot be used.", {"check", "plan", "compare"}},
    };
    return rules;
}

std::string path_from_here(const std::string& path) {
    if (path.empty() || path == "-") {
        return {};
    }
    std::error_code failed;
    const std::filesystem::path here = std::filesystem::current_path(failed);
    const std::filesystem::path given(path);
    const auto relative = given.is_absolute() && !failed ? given.lexically_relative(here) : given.lexically_normal();
    return (relative.empty() ? given : relative).generic_string();
}

GateFinding gate_finding(std::string rule, const Error& error) {
    const Error without_place{{}, 0, error.cause, error.cure};
    return {std::move(rule), to_string(without_place), error.source, static_cast<std::size_t>(error.line)};
}

}  // namespace arenascope
