#include "core/model/expression/syntax_tree.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "core/base/error/quotation.h"
#include "core/base/text/nearest_name.h"

namespace arenascope {
namespace {

using Node = ExpressionNode;
using Kind = Node::Kind;
using Tree = std::shared_ptr<const Node>;
using Signs = std::vector<std::pair<std::string_view, Kind>>;

Tree node(Kind kind, std::vector<Tree> children, std::string text = {}, Value value = false, std::size_t position = 0) {
    return std::make_shared<const Node>(Node{kind, std::move(value), std::move(text), std::move(children), position});
}

/// A field, a number or a text.
Tree leaf(Kind kind, const Token& token, Value value) {
    return std::make_shared<const Node>(Node{kind, std::move(value), token.text, {}, token.position, token.number});
}

bool has_field(const Node& root) {
    return root.kind == Kind::field || root.kind == Kind::call ||
           std::ranges::any_of(root.children, [](const Tree& child) { return has_field(*child); });
}

bool is_text(const Node& root) {
    return root.kind == Kind::literal && std::holds_alternative<std::string>(root.value);
}

class Parser {
public:
    Parser(const std::vector<Token>& tokens, const ExpressionNames& names) : tokens_(tokens), names_(names) {}

    [[nodiscard]] Expected<Tree> parse() {
        if (here().kind == Token::Kind::end) {
            return nullptr;
        }
        auto tree = disjunction();
        if (tree && here().kind != Token::Kind::end) {
            return unexpected("expected 'and', 'or' or the end");
        }
        return tree;
    }

    [[nodiscard]] Expected<Tree> parse_size(std::string_view text, const IsSizeName& is_name) {
        is_name_ = &is_name;
        auto tree = size_sum();
        if (const std::size_t end = here().position - 1; tree && end < text.size()) {
            return expression_error(end + 1, in_quotes(text.substr(end)) + " is too much", "end it here");
        }
        return tree;
    }

private:
    [[nodiscard]] const Token& here() const { return tokens_[at_]; }
    [[nodiscard]] bool is_keyword(std::string_view text) const {
        return here().kind == Token::Kind::keyword && here().text == text;
    }
    [[nodiscard]] bool is_sign(std::string_view text) const {
        return here().kind == Token::Kind::sign && here().text == text;
    }
    [[nodiscard]] std::optional<Kind> sign_here(const Signs& signs) const {
        const auto found = std::ranges::find_if(signs, [this](const auto& sign) { return is_sign(sign.first); });
        return found == signs.end() ? std::nullopt : std::optional(found->second);
    }
    [[nodiscard]] std::optional<Kind> comparison_here() const {
        static const Signs signs{
            {"=", Kind::equal},          {"==", Kind::equal},  {"!=", Kind::unequal},          {"<", Kind::less},
            {"<=", Kind::less_or_equal}, {">", Kind::greater}, {">=", Kind::greater_or_equal}, {"~", Kind::match}};
        return sign_here(signs);
    }

    [[nodiscard]] tl::unexpected<Error> unexpected(std::string cure) const {
        const std::string found = here().kind == Token::Kind::end ? "the end" : in_quotes(here().text);
        return expression_error(here().position, found + " is not allowed here", std::move(cure));
    }

    [[nodiscard]] std::string field_list() const {
        std::string list = "the fields are";
        bool has_sides = false;
        for (const std::string& field : names_.fields) {
            const bool is_of_a_side = field.ends_with(')');
            has_sides = has_sides || is_of_a_side;
            list += is_of_a_side ? "" : " " + field;
        }
        return list + (has_sides ? ", those of a buffer also for one side, as tier(A)" : "");
    }

    /// The nearest field to a mistyped one, or all of them.
    [[nodiscard]] std::string right_field(const std::string& typed) const {
        std::string nearest = nearest_name(typed, names_.fields);
        if (nearest.empty()) {
            nearest = nearest_name(typed, names_.functions);
        }
        return nearest.empty() ? field_list() : "the nearest is " + nearest;
    }

    [[nodiscard]] Expected<Tree> disjunction() {
        std::vector<Tree> parts;
        while (true) {
            auto part = conjunction();
            if (!part) {
                return part;
            }
            parts.push_back(std::move(*part));
            if (!is_keyword("or")) {
                break;
            }
            ++at_;
        }
        return parts.size() == 1 ? parts.front() : node(Kind::logical_or, std::move(parts));
    }

    [[nodiscard]] Expected<Tree> conjunction() {
        std::vector<Tree> parts;
        while (true) {
            auto part = condition();
            if (!part) {
                return part;
            }
            parts.push_back(std::move(*part));
            const bool is_joined = is_keyword("and");
            if (!is_joined && (here().kind == Token::Kind::end || is_keyword("or") ||
                               (here().kind == Token::Kind::sign && here().text != "("))) {
                break;
            }
            at_ += is_joined ? 1 : 0;
        }
        return parts.size() == 1 ? parts.front() : node(Kind::logical_and, std::move(parts));
    }

    [[nodiscard]] Expected<Tree> condition() {
        if (!is_keyword("not")) {
            return comparison();
        }
        ++at_;
        return nested([this] { return condition(); }).map([](Tree child) {
            return node(Kind::logical_not, {std::move(child)});
        });
    }

    [[nodiscard]] Expected<Tree> comparison() {
        const Token& first = here();
        auto left = sum();
        if (!left) {
            return left;
        }
        const auto kind = comparison_here();
        if (!kind) {
            const bool stands_alone = &tokens_[at_ - 1] == &first;
            const bool is_search = stands_alone && names_.functions.empty() && (*left)->kind == Kind::literal;
            return is_search ? node(Kind::search, {}, first.text) : *left;
        }
        if (is_text(**left) && first.kind == Token::Kind::word) {
            return expression_error(first.position, "there is no field " + in_quotes(first.text),
                                    right_field(first.text));
        }
        const Token& sign = here();
        ++at_;
        const Token& second = here();
        if (*kind == Kind::match) {
            return pattern_for(std::move(*left), first);
        }
        auto right = sum();
        if (!right) {
            return right;
        }
        if (!has_field(**left) && !has_field(**right)) {
            return expression_error(first.position, "the comparison names no field", field_list());
        }
        const bool is_order = *kind != Kind::equal && *kind != Kind::unequal;
        if (is_order && is_text(**right) && second.text.find_first_of("0123456789") == 0) {
            return expression_error(second.position, in_quotes(second.text) + " is not a number",
                                    "write a number such as 64, 64k, 1.5MiB or 0x40");
        }
        if (comparison_here()) {
            return unexpected("comparisons do not chain: write a < b and b < c");
        }
        return node(*kind, {std::move(*left), std::move(*right)}, {}, false, sign.position);
    }

    [[nodiscard]] Expected<Tree> pattern_for(Tree subject, const Token& first) {
        if (here().kind != Token::Kind::word && here().kind != Token::Kind::quoted) {
            return unexpected("expected a pattern such as conv*");
        }
        if (!has_field(*subject)) {
            return expression_error(first.position, "the comparison names no field", field_list());
        }
        const Token& pattern = tokens_[at_++];
        return node(Kind::match, {std::move(subject)}, pattern.text, false, pattern.position);
    }

    [[nodiscard]] Expected<Tree> sum() {
        static const Signs signs{{"+", Kind::add}, {"-", Kind::subtract}};
        return chain(signs, [this] { return product(); });
    }

    [[nodiscard]] Expected<Tree> product() {
        static const Signs signs{{"*", Kind::multiply}, {"/", Kind::divide}};
        return chain(signs, [this] { return unary(); });
    }

    [[nodiscard]] Expected<Tree> size_sum() {
        static const Signs signs{{"+", Kind::add}, {"-", Kind::subtract}};
        return chain(signs, [this] { return size_product(); });
    }

    [[nodiscard]] Expected<Tree> size_product() {
        static const Signs signs{{"*", Kind::multiply}, {"/", Kind::divide_up}};
        return chain(signs, [this] { return size_factor(); });
    }

    [[nodiscard]] Expected<Tree> size_factor() {
        const Token& token = here();
        if (depth_ > deepest_size) {
            return expression_error(token.position, "parentheses are nested too deep", "nest them less");
        }
        if (is_sign("(")) {
            return size_in_parentheses({});
        }
        const bool is_word = token.kind == Token::Kind::word;
        if (is_word && (token.text == "min" || token.text == "max") && is_opened(tokens_[at_ + 1])) {
            ++at_;
            return size_in_parentheses(token.text == "min" ? Kind::smaller : Kind::larger);
        }
        if (token.kind == Token::Kind::number) {
            ++at_;
            return node(Kind::literal, {}, {}, token.value);
        }
        if (is_word && (*is_name_)(token.text)) {
            ++at_;
            return node(Kind::field, {}, token.text);
        }
        return expression_error(token.position,
                                is_word ? in_quotes(token.text) + " is no size" : std::string("a size is missing"),
                                "write a whole number of bytes, input, output, inputs, outputs, input1.2 or max(…)");
    }

    [[nodiscard]] static bool is_opened(const Token& token) {
        return token.kind == Token::Kind::sign && token.text == "(";
    }

    /// One size, or several to choose from.
    [[nodiscard]] Expected<Tree> size_in_parentheses(std::optional<Kind> choice) {
        ++at_;
        ++depth_;
        auto tree = size_sum();
        while (tree && choice && is_sign(",")) {
            ++at_;
            auto other = size_sum();
            if (!other) {
                return other;
            }
            tree = node(*choice, {std::move(*tree), std::move(*other)});
        }
        --depth_;
        if (tree && !is_sign(")")) {
            return expression_error(here().position, "a parenthesis is not closed", "write ) here");
        }
        at_ += tree ? 1 : 0;
        return tree;
    }

    template <class Operand>
    [[nodiscard]] Expected<Tree> chain(const Signs& signs, Operand&& operand) {
        std::size_t begin = at_;
        auto left = operand();
        while (left) {
            const auto kind = sign_here(signs);
            if (!kind) {
                break;
            }
            if (is_text(**left)) {
                return not_a_number(tokens_[begin]);
            }
            const std::size_t position = here().position;
            begin = ++at_;
            auto right = operand();
            if (!right) {
                return right;
            }
            if (is_text(**right)) {
                return not_a_number(tokens_[begin]);
            }
            left = node(*kind, {std::move(*left), std::move(*right)}, {}, false, position);
        }
        return left;
    }

    [[nodiscard]] tl::unexpected<Error> not_a_number(const Token& token) const {
        return expression_error(token.position, in_quotes(token.text) + " is neither a number nor a field",
                                "put a name with signs in double quotes; " + field_list());
    }

    [[nodiscard]] Expected<Tree> unary() {
        const Token& token = here();
        if (is_sign("-")) {
            ++at_;
            const Token& operand = here();
            auto child = nested([this] { return unary(); });
            if (child && is_text(**child)) {
                return not_a_number(operand);
            }
            return child.map([](Tree tree) { return node(Kind::negate, {std::move(tree)}); });
        }
        if (is_sign("(")) {
            ++at_;
            auto inner = nested([this] { return disjunction(); });
            if (inner && !is_sign(")")) {
                return unexpected("expected ')'");
            }
            ++at_;
            return inner;
        }
        switch (token.kind) {
            case Token::Kind::number:
                ++at_;
                return leaf(Kind::literal, token, token.value);
            case Token::Kind::field:
                ++at_;
                return is_function(token.text) && is_sign("(") ? arguments_of(token) : leaf(Kind::field, token, false);
            case Token::Kind::word:
            case Token::Kind::quoted:
                ++at_;
                return leaf(Kind::literal, token, token.text);
            default:
                return unexpected("expected a field, a number, a text or '('");
        }
    }

    [[nodiscard]] bool is_function(std::string_view name) const {
        return std::ranges::find(names_.functions, name) != names_.functions.end();
    }

    /// A call of the function `name`; here is its opening parenthesis.
    [[nodiscard]] Expected<Tree> arguments_of(const Token& name) {
        std::vector<Tree> arguments;
        do {
            ++at_;
            auto argument = nested([this] { return disjunction(); });
            if (!argument) {
                return argument;
            }
            arguments.push_back(std::move(*argument));
        } while (is_sign(","));
        if (!is_sign(")")) {
            return unexpected("expected ',' or ')'");
        }
        ++at_;
        return node(Kind::call, std::move(arguments), name.text, false, name.position);
    }

    template <class Parse>
    [[nodiscard]] Expected<Tree> nested(Parse&& parse) {
        if (depth_ == deepest_expression) {
            return expression_error(here().position, "the expression is nested too deep",
                                    "at most " + std::to_string(deepest_expression) + " levels are allowed");
        }
        ++depth_;
        auto tree = parse();
        --depth_;
        return tree;
    }

    const std::vector<Token>& tokens_;
    const ExpressionNames& names_;
    const IsSizeName* is_name_ = nullptr;  ///< of a size
    std::size_t at_ = 0;
    int depth_ = 0;
};

}  // namespace

Expected<std::shared_ptr<const ExpressionNode>> syntax_tree(const std::vector<Token>& tokens,
                                                            const ExpressionNames& names) {
    return Parser(tokens, names).parse();
}

Expected<std::shared_ptr<const ExpressionNode>> size_tree(const std::vector<Token>& tokens, std::string_view text,
                                                          const IsSizeName& is_name) {
    const ExpressionNames no_names;
    return Parser(tokens, no_names).parse_size(text, is_name);
}

}  // namespace arenascope
