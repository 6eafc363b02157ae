#include "app/command_line/workflow_commands.h"

#include "core/base/error/quotation.h"

namespace arenascope {
namespace {

/// Text of a command. Its end of the line would begin another command.
std::string command_text(std::string_view text, bool is_property) {
    std::string escaped;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        const bool is_pair = c == ':' && ((i + 1 < text.size() && text[i + 1] == ':') || (i > 0 && text[i - 1] == ':'));
        if (c == '%') {
            escaped += "%25";
        } else if (c == '\r') {
            escaped += "%0D";
        } else if (c == '\n') {
            escaped += "%0A";
        } else if (is_pair || (is_property && c == ':')) {
            escaped += "%3A";
        } else if (is_property && c == ',') {
            escaped += "%2C";
        } else {
            escaped += c;
        }
    }
    return escaped;
}

std::string command_line(const GateFinding& finding) {
    std::string properties;
    const auto add = [&properties](std::string_view key, const std::string& value) {
        properties += (properties.empty() ? " " : ",") + std::string(key) + "=" + command_text(value, true);
    };
    if (const std::string path = path_from_here(finding.file); !path.empty()) {
        add("file", visible(path));
        if (finding.line > 0) {
            add("line", std::to_string(finding.line));
        }
    }
    add("title", "arenascope " + finding.rule);
    return std::string(finding.is_error ? "::error" : "::warning") + properties +
           "::" + command_text(visible(finding.sentence), false) + "\n";
}

}  // namespace

std::string workflow_commands(const GateRun& run) {
    std::string text;
    for (const GateFinding& one : run.findings) {
        text += command_line(one);
    }
    return text + (run.verdict.empty() ? std::string()
                                       : "::notice title=arenascope " + run.command +
                                             "::" + command_text(visible(run.verdict), false) + "\n");
}

}  // namespace arenascope
