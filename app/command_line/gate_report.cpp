#include "app/command_line/gate_report.h"

#include <algorithm>
#include <filesystem>
#include <unordered_map>

#include "app/command_line/junit_text.h"
#include "app/command_line/sarif_text.h"
#include "app/command_line/workflow_commands.h"
#include "core/base/file/file_content.h"
#include "core/base/text/plain_text.h"
#include "core/format/detection.h"

namespace arenascope {
namespace {

/// Sets the lines of the findings in one file: the first one that has the name between quotes, commas, semicolons or
/// blanks at its ends. Binary files have none.
void find_lines(const std::string& path, std::vector<GateFinding*>& findings) {
    const auto content = read_file(path, document_limits);
    if (!content || content->bytes.find('\0') != std::string_view::npos) {
        return;
    }
    std::unordered_map<std::string_view, std::size_t> line_of;
    for (const GateFinding* one : findings) {
        line_of.try_emplace(one->name, 0);
    }
    std::size_t missing = line_of.size();
    std::size_t line = 0;
    for (std::string_view rest = content->bytes; !rest.empty() && missing > 0;) {
        std::string_view row = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(std::min(row.size() + 1, rest.size()));
        ++line;
        while (!row.empty()) {
            const std::size_t end = std::min(row.find_first_of("\",;\t\r"), row.size());
            const auto found = line_of.find(trimmed(row.substr(0, end)));
            if (found != line_of.end() && found->second == 0) {
                found->second = line;
                --missing;
            }
            row.remove_prefix(std::min(end + 1, row.size()));
        }
    }
    for (GateFinding* one : findings) {
        one->line = line_of[one->name];
    }
}

}  // namespace

const std::vector<GateRule>& gate_rules() {
    static const std::vector<GateRule> rules = {
        {"overlap", "Two buffers that live at the same time share bytes.", "check"},
        {"contradiction", "What the file states differs from what its layout gives.", "check"},
        {"misaligned", "An offset is no multiple of the alignment.", "check"},
        {"outside", "A buffer ends above the capacity of its memory.", "check"},
        {"unplaced", "A buffer has no place.", "check"},
        {"other-buffers", "The buffers are not those of the other file.", "check"},
        {"dataflow", "An operator does not find the value that the model's network wrote.", "check"},
        {"over-capacity", "A memory needs more than its capacity.", "plan"},
        {"unsound", "The second plan has findings of arenascope check.", "compare"},
        {"growth", "A memory grew by more than is allowed.", "compare"},
        {"uncertain", "Sizes are unknown or assumed, or sharing is inferred.", "check plan"},
        {"unusable", "The file or the command cannot be used.", "check plan compare"},
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

std::string gate_text(const FileArguments& common, GateRun run) {
    std::unordered_map<std::string, std::vector<GateFinding*>> by_file;
    for (GateFinding& one : run.findings) {
        if (one.line == 0 && !one.name.empty() && !one.file.empty() && one.file != "-") {
            by_file[one.file].push_back(&one);
        }
    }
    for (auto& [file, findings] : by_file) {
        find_lines(file, findings);
    }
    switch (common.gate) {
        case GateFormat::sarif:
            return sarif_text(run);
        case GateFormat::junit:
            return junit_text(run);
        case GateFormat::github:
        case GateFormat::none:
            break;
    }
    return workflow_commands(run);
}

}  // namespace arenascope
