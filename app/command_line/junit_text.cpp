#include "app/command_line/junit_text.h"

#include <algorithm>

#include "core/picture/report/html_text.h"

namespace arenascope {
namespace {

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
            lines += html_text(place_of(one) + one.sentence) + "\n";
        }
    }
    const std::string head =
        "    <testcase classname=\"" + suite_of(run, ".") + "\" name=\"" + std::string(rule.name) + "\"";
    if (lines.empty()) {
        return head + "/>\n";
    }
    ++failures;
    return head + ">\n      <failure message=\"" + html_text(first) + "\">" + lines + "</failure>\n    </testcase>\n";
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
        const bool applies =
            !run.command.empty() && std::ranges::find(rule.commands, run.command) != rule.commands.end();
        if (applies || is_broken) {
            ++tests;
            cases += test_case(run, rule, failures);
        }
    }
    const std::string counts =
        " tests=\"" + std::to_string(tests) + "\" failures=\"" + std::to_string(failures) + "\" errors=\"0\"";
    const std::string path = path_from_here(run.file);
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites" + counts + ">\n  <testsuite name=\"" +
           html_text(suite_of(run, " ") + (path.empty() ? "" : " " + path)) + "\"" + counts + ">\n" + cases +
           "    <system-out>" + html_text(run.verdict) + "</system-out>\n  </testsuite>\n</testsuites>\n";
}

}  // namespace arenascope
