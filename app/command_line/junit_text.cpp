#include "app/command_line/junit_text.h"

#include <algorithm>

#include "core/base/error/quotation.h"

namespace arenascope {
namespace {

/// Text for an attribute or an element. Of the characters that XML 1.0 does not allow, two are not invisible: U+FFFE
/// and U+FFFF, which become question marks.
std::string xml_text(std::string_view text) {
    std::string plain = visible(text);
    for (const std::string_view refused : {"\xEF\xBF\xBE", "\xEF\xBF\xBF"}) {
        for (std::size_t at = plain.find(refused); at != std::string::npos; at = plain.find(refused, at)) {
            plain.replace(at, refused.size(), "?");
        }
    }
    std::string escaped;
    for (const char c : plain) {
        switch (c) {
            case '&':
                escaped += "&amp;";
                break;
            case '<':
                escaped += "&lt;";
                break;
            case '>':
                escaped += "&gt;";
                break;
            case '"':
                escaped += "&quot;";
                break;
            default:
                escaped += c;
        }
    }
    return escaped;
}

bool has_word(std::string_view words, std::string_view word) {
    while (!words.empty()) {
        const std::string_view one = words.substr(0, words.find(' '));
        if (one == word) {
            return true;
        }
        words.remove_prefix(std::min(one.size() + 1, words.size()));
    }
    return false;
}

std::string place_of(const GateFinding& finding) {
    const std::string path = path_from_here(finding.file);
    return path.empty() ? std::string()
                        : path + (finding.line > 0 ? ":" + std::to_string(finding.line) : std::string()) + ": ";
}

/// "arenascope check"; without a sub-command the program alone.
std::string suite_of(const GateRun& run, std::string_view between) {
    return "arenascope" + (run.command.empty() ? std::string() : std::string(between) + run.command);
}

/// The test case of a rule. `failures` counts those that fail.
std::string test_case(const GateRun& run, const GateRule& rule, std::size_t& failures) {
    std::string lines;
    std::string first;
    for (const GateFinding& one : run.findings) {
        if (one.rule == rule.name && one.is_error) {
            first = first.empty() ? one.sentence : first;
            lines += xml_text(place_of(one) + one.sentence) + "\n";
        }
    }
    const std::string head =
        "    <testcase classname=\"" + suite_of(run, ".") + "\" name=\"" + std::string(rule.name) + "\"";
    if (lines.empty()) {
        return head + "/>\n";
    }
    ++failures;
    return head + ">\n      <failure message=\"" + xml_text(first) + "\">" + lines + "</failure>\n    </testcase>\n";
}

}  // namespace

std::string junit_text(const GateRun& run) {
    std::size_t tests = 0;
    std::size_t failures = 0;
    std::string cases;
    for (const GateRule& rule : gate_rules()) {
        // An error ends the sub-command before its rules are applied.
        const bool is_broken =
            std::ranges::any_of(run.findings, [&](const auto& one) { return one.rule == rule.name; });
        if (has_word(rule.commands, run.command) || is_broken) {
            ++tests;
            cases += test_case(run, rule, failures);
        }
    }
    const std::string counts =
        " tests=\"" + std::to_string(tests) + "\" failures=\"" + std::to_string(failures) + "\" errors=\"0\"";
    const std::string path = path_from_here(run.file);
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites" + counts + ">\n  <testsuite name=\"" +
           xml_text(suite_of(run, " ") + (path.empty() ? "" : " " + path)) + "\"" + counts + ">\n" + cases +
           "    <system-out>" + xml_text(run.verdict) + "</system-out>\n  </testsuite>\n</testsuites>\n";
}

}  // namespace arenascope
