#include "app/command_line/gate_report.h"

#include <algorithm>
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
