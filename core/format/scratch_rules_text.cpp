#include "core/format/scratch_rules_text.h"

#include <utility>

#include "core/base/error/quotation.h"
#include "core/base/text/plain_text.h"
#include "core/format/rule_lines.h"

namespace arenascope {
namespace {

constexpr const char* rule_shape =
    "a rule is an operator's type or name, a size and fixed or variable, such as "
    "Conv, 9 * input, fixed";

/// Reads the words of the kind, in any order.
Expected<void> read_kind(std::string_view text, ScratchDemand& rule) {
    bool has_kind = false;
    while (!text.empty()) {
        const std::string_view word = text.substr(0, text.find_first_of(" \t"));
        text = trimmed(text.substr(word.size()));
        if ((word == "fixed" || word == "variable") && !has_kind) {
            has_kind = true;
            rule.variable = word == "variable";
        } else if (word == "overlay") {
            rule.overlay = true;
        } else if (word == "fast") {
            rule.fast = true;
        } else {
            return failure(in_quotes(word) + " is not a kind of scratch",
                           "write fixed or variable, then overlay, fast");
        }
    }
    return has_kind ? Expected<void>() : failure("the rule has no kind", rule_shape);
}

/// A size may hold commas inside parentheses. A name and a kind hold none, so the first and last comma separate the
/// parts.
Expected<ScratchDemand> read_rule(std::string_view text) {
    const std::size_t first = text.find(',');
    const std::size_t last = text.rfind(',');
    if (first == std::string_view::npos || first == last) {
        return failure("the rule does not have three parts", rule_shape);
    }
    ScratchDemand rule;
    rule.pattern = trimmed(text.substr(0, first));
    if (rule.pattern.empty()) {
        return failure("the rule names no operator", rule_shape);
    }
    auto size = SizeExpression::parse(trimmed(text.substr(first + 1, last - first - 1)));
    if (!size) {
        return failure("size: " + size.error().cause, size.error().cure);
    }
    rule.size = std::move(*size);
    return read_kind(trimmed(text.substr(last + 1)), rule).map([&] { return std::move(rule); });
}

}  // namespace

Expected<std::vector<ScratchDemand>> parse_scratch_rules(std::string_view content, const std::string& source) {
    return read_rule_lines(content, source, read_rule, rule_shape);
}

}  // namespace arenascope
