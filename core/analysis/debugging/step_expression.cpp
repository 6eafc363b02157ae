#include "core/analysis/debugging/step_expression.h"

#include <string>
#include <utility>
#include <vector>

#include "core/model/expression/token.h"

namespace arenascope {

namespace {

/// Behind a field, a call or a parenthesis: at steps of every level.
constexpr std::string_view at_any_level = ".any";

/// The fields, also with `.any`, and `.any` alone, as it stands behind a parenthesis.
std::vector<std::string> fields_as_written() {
    std::vector<std::string> names = step_field_names();
    for (const std::string& name : step_field_names()) {
        names.push_back(name + std::string(at_any_level));
    }
    names.emplace_back(at_any_level);
    return names;
}

/// Takes `.any` out of the tokens. Returns whether it was there.
Expected<bool> take_any_level(std::vector<Token>& tokens) {
    bool is_there = false;
    for (std::size_t i = tokens.size(); i-- > 0;) {
        Token& token = tokens[i];
        if (token.kind != Token::Kind::field || !token.text.ends_with(at_any_level)) {
            continue;
        }
        is_there = true;
        token.text.resize(token.text.size() - at_any_level.size());
        if (!token.text.empty()) {
            continue;
        }
        if (i == 0 || tokens[i - 1].kind != Token::Kind::sign || tokens[i - 1].text != ")") {
            return expression_error(token.position, ".any stands behind nothing",
                                    "write it behind a field, a call or a parenthesis, as in peak.any > 64k");
        }
        tokens.erase(tokens.begin() + static_cast<std::ptrdiff_t>(i));
    }
    return is_there;
}

}  // namespace

Expected<StepExpression> StepExpression::value(std::string_view text, const StepScope& scope) {
    static const ExpressionNames names{step_field_names(), step_function_names()};
    static const ExpressionNames written_names{fields_as_written(), names.functions};
    auto tokens = tokens_of(text, written_names);
    if (!tokens) {
        return failure(tokens.error());
    }
    const auto is_at_any_level = take_any_level(*tokens);
    if (!is_at_any_level) {
        return failure(is_at_any_level.error());
    }
    const auto tree = syntax_tree(*tokens, names);
    if (!tree) {
        return failure(tree.error());
    }
    if (*tree == nullptr) {
        return expression_error(1, "the expression is empty", "write one such as peak <= threshold");
    }
    return bind_expression(**tree, scope).map([&is_at_any_level](BoundExpression bound) {
        bound.is_for_inner_steps = bound.is_for_inner_steps || *is_at_any_level;
        StepExpression expression;
        expression.bound_ = std::make_shared<const BoundExpression>(std::move(bound));
        return expression;
    });
}

Expected<StepExpression> StepExpression::condition(std::string_view text, const StepScope& scope) {
    return value(text, scope).and_then([](StepExpression expression) -> Expected<StepExpression> {
        if (expression.type() == StepType::truth) {
            return expression;
        }
        return expression_error(1, "this is a value, no condition", "compare it, as in peak <= threshold");
    });
}

}  // namespace arenascope
