#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error/error.h"

namespace arenascope {

/// Something that a gate stops at.
struct GateFinding {
    std::string rule;       ///< one of gate_rules()
    std::string sentence;   ///< as the text report has it
    std::string file;       ///< as it was given; "-" is standard input, empty: none
    std::size_t line = 0;   ///< from 1; 0: none
    bool is_error = true;   ///< false: the command succeeds all the same
    std::string name = {};  ///< a buffer that the finding is about, whose line is looked for; empty: none
};

/// What a sub-command looks for.
struct GateRule {
    std::string_view name;
    std::string_view meaning;
    std::array<std::string_view, 3> commands;  ///< sub-commands that apply it; the rest is empty
};

[[nodiscard]] std::span<const GateRule> gate_rules();

/// The outcome of a sub-command for a gate.
struct GateRun {
    std::string command;  ///< the sub-command
    std::string file;     ///< that it judges
    std::string verdict;  ///< a sentence
    std::vector<GateFinding> findings;
};

/// An error as a finding.
[[nodiscard]] GateFinding gate_finding(std::string rule, const Error& error);

/// The path from the current folder, with / between folders. Empty for standard input.
[[nodiscard]] std::string path_from_here(const std::string& path);

}  // namespace arenascope
