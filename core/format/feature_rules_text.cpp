#include "core/format/feature_rules_text.h"

#include <algorithm>
#include <utility>

#include "core/base/error/quotation.h"
#include "core/base/text/plain_number.h"
#include "core/base/text/plain_text.h"
#include "core/format/rule_lines.h"

namespace arenascope {
namespace {

constexpr const char* feature_rule_shape =
    "a rule is an operator's type or name and a feature, such as FastGelu, in-place 0";
constexpr const char* all_features = "the features are ordinary, in-place, removable and merge";

/// The text up to the first blank, which is removed with it.
std::string_view taken_word(std::string_view& text) {
    const std::string_view word = text.substr(0, text.find_first_of(" \t"));
    text = trimmed(text.substr(word.size()));
    return word;
}

/// Reads the positions of the inputs, which may be missing.
Expected<void> read_operands(std::string_view text, FeatureRule& rule) {
    const bool takes_operands = rule.feature == OperatorFeature::in_place || rule.feature == OperatorFeature::removable;
    if (!takes_operands && !text.empty()) {
        return failure(std::string(name_of(rule.feature)) + " takes no inputs, but here are " + in_quotes(text),
                       rule.feature == OperatorFeature::merge ? "leave them out: a merge shares with all its inputs"
                                                              : "leave them out");
    }
    while (!text.empty()) {
        const std::string_view word = taken_word(text);
        const auto position = plain_number<std::uint32_t>(word);
        if (!position) {
            return failure(in_quotes(word) + " is not the position of an input", "count the inputs from 0");
        }
        if (std::ranges::find(rule.operands, *position) != rule.operands.end()) {
            return failure("input " + std::to_string(*position) + " stands there twice", "name each input once");
        }
        rule.operands.push_back(*position);
    }
    if (rule.feature == OperatorFeature::removable && rule.operands.size() > 1) {
        return failure("a removable operator takes one input", "name the input that its outputs are views of");
    }
    if (takes_operands && rule.operands.empty()) {
        rule.operands.push_back(0);
    }
    return {};
}

Expected<FeatureRule> read_feature_rule(std::string_view text) {
    const std::size_t comma = text.rfind(',');
    if (comma == std::string_view::npos) {
        return failure("the rule does not have two parts", feature_rule_shape);
    }
    FeatureRule rule;
    rule.pattern = trimmed(text.substr(0, comma));
    if (rule.pattern.empty()) {
        return failure("the rule names no operator", feature_rule_shape);
    }
    std::string_view rest = trimmed(text.substr(comma + 1));
    if (rest.empty()) {
        return failure("the rule has no feature", all_features);
    }
    const std::string_view word = taken_word(rest);
    const auto feature = operator_feature_named(word);
    if (!feature) {
        return failure("there is no feature " + in_quotes(word), all_features);
    }
    rule.feature = *feature;
    return read_operands(rest, rule).map([&] { return std::move(rule); });
}

}  // namespace

Expected<std::vector<FeatureRule>> parse_feature_rules(std::string_view content, const std::string& source) {
    return read_rule_lines(content, source, read_feature_rule, feature_rule_shape);
}

}  // namespace arenascope
