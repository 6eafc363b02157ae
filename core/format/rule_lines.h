#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/error/error.h"
#include "core/base/text/log_lines.h"
#include "core/base/text/plain_text.h"

namespace arenascope {

/// Reads a file with one rule a line. `#` begins a comment, and blank lines are skipped. `read` gives the rule of a
/// line; its errors get the file and the line. `shape`: how a rule looks, for people. Linear.
template <class Rule>
[[nodiscard]] Expected<std::vector<Rule>> read_rule_lines(std::string_view content, const std::string& source,
                                                          Expected<Rule> (*read)(std::string_view text),
                                                          const char* shape) {
    std::vector<Rule> rules;
    for (LogLines lines(without_byte_order_mark(content)); lines.next();) {
        const std::string_view text = trimmed(lines.text().substr(0, lines.text().find('#')));
        if (text.empty()) {
            continue;
        }
        auto rule = read(text);
        if (!rule) {
            return failure(Error{source, lines.number(), std::move(rule.error().cause), std::move(rule.error().cure)});
        }
        rule->line = lines.number();
        rules.push_back(std::move(*rule));
    }
    return rules.empty() ? failure(Error{source, 0, "the file holds no rule", shape})
                         : Expected<std::vector<Rule>>(std::move(rules));
}

}  // namespace arenascope
