#include "core/model/expression/expression.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>
#include <utility>

#include "core/base/containers/wide.h"
#include "core/base/error/quotation.h"
#include "core/model/expression/glob.h"
#include "core/model/expression/syntax_tree.h"
#include "core/model/expression/token.h"
#include "core/model/memory/called_buffers.h"
#include "core/model/memory/quantity.h"

namespace arenascope {
namespace {

using Node = ExpressionNode;
using Kind = Node::Kind;

std::optional<Value> evaluate(const Node& node, const FieldLookup& lookup);

bool is_true(const std::optional<Value>& value) {
    if (!value) {
        return false;
    }
    if (const auto* text = std::get_if<std::string>(&*value)) {
        return !text->empty();
    }
    if (const auto* number = std::get_if<double>(&*value)) {
        return *number != 0;
    }
    if (const auto* integer = std::get_if<std::int64_t>(&*value)) {
        return *integer != 0;
    }
    return std::holds_alternative<std::uint64_t>(*value) || std::get<bool>(*value);
}

std::string text_of(const Value& value) {
    if (const auto* text = std::get_if<std::string>(&value)) {
        return *text;
    }
    if (const auto* integer = std::get_if<std::int64_t>(&value)) {
        return std::to_string(*integer);
    }
    if (const auto* address = std::get_if<std::uint64_t>(&value)) {
        return std::to_string(*address);
    }
    if (const auto* number = std::get_if<double>(&value)) {
        return std::to_string(*number);
    }
    return std::get<bool>(value) ? "true" : "false";
}

std::optional<std::int64_t> integer_of(const Value& value) {
    if (const auto* integer = std::get_if<std::int64_t>(&value)) {
        return *integer;
    }
    if (const auto* flag = std::get_if<bool>(&value)) {
        return *flag ? 1 : 0;
    }
    return std::nullopt;
}

/// The same of an address, too. Sums and differences of two fit.
std::optional<Int128> wide_integer_of(const Value& value) {
    if (const auto* address = std::get_if<std::uint64_t>(&value)) {
        return static_cast<Int128>(*address);
    }
    const auto integer = integer_of(value);
    return integer ? std::optional<Int128>(*integer) : std::nullopt;
}

std::optional<double> number_of(const Value& value) {
    if (const auto* number = std::get_if<double>(&value)) {
        return *number;
    }
    if (const auto* address = std::get_if<std::uint64_t>(&value)) {
        return static_cast<double>(*address);
    }
    const auto integer = integer_of(value);
    return integer ? std::optional(static_cast<double>(*integer)) : std::nullopt;
}

/// −1, 0 or 1. If one value is a text, both are compared as texts, so that name=12 finds the buffer called 12.
int order_of(const Value& a, const Value& b) {
    if (std::holds_alternative<std::string>(a) || std::holds_alternative<std::string>(b)) {
        return compare_ignoring_case(text_of(a), text_of(b));
    }
    const auto left = wide_integer_of(a);
    const auto right = wide_integer_of(b);
    if (left && right) {
        return *left == *right ? 0 : (*left < *right ? -1 : 1);
    }
    const double x = number_of(a).value_or(0);
    const double y = number_of(b).value_or(0);
    return x == y ? 0 : (x < y ? -1 : 1);
}

bool compare(Kind kind, int order) {
    switch (kind) {
        case Kind::equal:
            return order == 0;
        case Kind::unequal:
            return order != 0;
        case Kind::less:
            return order < 0;
        case Kind::less_or_equal:
            return order <= 0;
        case Kind::greater:
            return order > 0;
        default:
            return order >= 0;
    }
}

template <class Number>
std::optional<Value> as_value(const std::optional<Number>& number) {
    return number ? std::optional<Value>(*number) : std::nullopt;
}

std::optional<std::int64_t> rounded_up_quotient(std::int64_t a, std::int64_t b) {
    if (b == 0 || b == -1) {
        return b == 0 ? std::nullopt : checked_subtract(0, a);
    }
    return a / b + (a % b != 0 && (a < 0) == (b < 0) ? 1 : 0);
}

std::optional<Value> calculate(Kind kind, std::int64_t a, std::int64_t b) {
    switch (kind) {
        case Kind::add:
            return as_value(checked_add(a, b));
        case Kind::subtract:
            return as_value(checked_subtract(a, b));
        case Kind::multiply:
            return as_value(checked_multiply(a, b));
        case Kind::smaller:
            return Value(std::min(a, b));
        case Kind::larger:
            return Value(std::max(a, b));
        case Kind::divide_up:
            return as_value(rounded_up_quotient(a, b));
        default:
            if (b == 0) {
                return std::nullopt;
            }
            if (b == -1) {
                return as_value(checked_subtract(0, a));  // the lowest number divided by −1 does not fit in 64 bits
            }
            return a % b == 0 ? Value(a / b) : Value(static_cast<double>(a) / static_cast<double>(b));
    }
}

std::optional<Value> calculate(Kind kind, double a, double b) {
    switch (kind) {
        case Kind::add:
            return Value(a + b);
        case Kind::subtract:
            return Value(a - b);
        case Kind::multiply:
            return Value(a * b);
        case Kind::smaller:
            return Value(std::min(a, b));
        case Kind::larger:
            return Value(std::max(a, b));
        case Kind::divide_up:
            return b == 0 ? std::nullopt : std::optional<Value>(std::ceil(a / b));
        default:
            return b == 0 ? std::nullopt : std::optional<Value>(a / b);
    }
}

std::optional<Value> value_of(Int128 number) {
    if (number < std::numeric_limits<std::int64_t>::min() || number > std::numeric_limits<std::uint64_t>::max()) {
        return std::nullopt;
    }
    return number > std::numeric_limits<std::int64_t>::max() ? Value(static_cast<std::uint64_t>(number))
                                                             : Value(static_cast<std::int64_t>(number));
}

std::optional<Value> calculate(Kind kind, const Value& a, const Value& b) {
    if (std::holds_alternative<std::string>(a) || std::holds_alternative<std::string>(b)) {
        return std::nullopt;
    }
    const auto left = integer_of(a);
    const auto right = integer_of(b);
    if (left && right) {
        return calculate(kind, *left, *right);
    }
    const auto wide_left = wide_integer_of(a);
    const auto wide_right = wide_integer_of(b);
    if (wide_left && wide_right && (kind == Kind::add || kind == Kind::subtract)) {
        return value_of(kind == Kind::add ? *wide_left + *wide_right : *wide_left - *wide_right);
    }
    return calculate(kind, number_of(a).value_or(0), number_of(b).value_or(0));
}

bool is_name_field(const Node& node) {
    return node.kind == Kind::field && node.text == "name";
}

bool is_text_literal(const Node& node) {
    return node.kind == Kind::literal && std::holds_alternative<std::string>(node.value);
}

/// Whether the name as views show it is, or matches, a text. Ellipses stand for any characters.
bool is_shown(const FieldLookup& lookup, const std::string& text, bool is_pattern) {
    const auto shown = lookup(shown_name);
    return shown && (is_shown_as(text_of(*shown), text) || compare_ignoring_case(text_of(*shown), text) == 0 ||
                     (is_pattern && matches_glob(text_of(*shown), text)));
}

std::optional<Value> combine(Kind kind, const std::optional<Value>& left, const std::optional<Value>& right) {
    const bool is_comparison = kind < Kind::add;
    if (!left || !right) {
        return is_comparison ? std::optional<Value>(false) : std::nullopt;
    }
    return is_comparison ? Value(compare(kind, order_of(*left, *right))) : calculate(kind, *left, *right);
}

bool is_chained(Kind kind) {
    return kind >= Kind::add && kind <= Kind::larger;
}

/// A long sum a + b + c + … is a deep tree that leans to the left. Up to 32 levels are evaluated in one call, so that
/// it does not exhaust the stack. Nothing is allocated, because this runs once for each buffer.
std::optional<Value> evaluate_pair(const Node& node, const FieldLookup& lookup) {
    std::array<const Node*, 32> levels{&node};
    std::size_t depth = 1;
    while (depth < levels.size() && is_chained(levels[depth - 1]->children[0]->kind)) {
        levels[depth] = levels[depth - 1]->children[0].get();
        ++depth;
    }
    auto value = evaluate(*levels[depth - 1]->children[0], lookup);
    while (depth > 0) {
        --depth;
        const Kind kind = levels[depth]->kind;
        // What a sum lacks on its left, nothing on its right makes good; so the first thing that fails is the one told.
        value = !value && is_chained(kind) ? std::nullopt
                                           : combine(kind, value, evaluate(*levels[depth]->children[1], lookup));
    }
    return value;
}

std::optional<Value> evaluate(const Node& node, const FieldLookup& lookup) {
    const auto holds = [&lookup](const auto& child) { return is_true(evaluate(*child, lookup)); };
    switch (node.kind) {
        case Kind::literal:
            return node.value;
        case Kind::field:
            return lookup(node.text);
        case Kind::search: {
            const auto name = lookup("name");
            return Value(name && (matches_glob(text_of(*name), node.text) || is_shown(lookup, node.text, true)));
        }
        case Kind::match: {
            const auto subject = evaluate(*node.children[0], lookup);
            return Value(subject && (matches_glob(text_of(*subject), node.text) ||
                                     (is_name_field(*node.children[0]) && is_shown(lookup, node.text, true))));
        }
        case Kind::negate: {
            const auto operand = evaluate(*node.children[0], lookup);
            return operand ? calculate(Kind::subtract, std::int64_t{0}, *operand) : std::nullopt;
        }
        case Kind::logical_and:
            return Value(std::ranges::all_of(node.children, holds));
        case Kind::logical_or:
            return Value(std::ranges::any_of(node.children, holds));
        case Kind::logical_not:
            return Value(!holds(node.children[0]));
        case Kind::equal:
        case Kind::unequal: {
            const auto value = evaluate_pair(node, lookup);
            const bool is_of_name = is_name_field(*node.children[0]) && is_text_literal(*node.children[1]);
            const bool is_other = value && std::get<bool>(*value) == (node.kind == Kind::unequal);
            return is_of_name && is_other && is_shown(lookup, node.children[1]->text, false)
                       ? Value(node.kind == Kind::equal)
                       : value;
        }
        default:
            return evaluate_pair(node, lookup);
    }
}

bool depends_on_field(const ExpressionNode& node, std::string_view field) {
    const bool is_it = (node.kind == ExpressionNode::Kind::field && node.text == field) ||
                       (node.kind == ExpressionNode::Kind::search && field == "name");
    return is_it || std::ranges::any_of(node.children, [field](const std::shared_ptr<const ExpressionNode>& child) {
               return depends_on_field(*child, field);
           });
}

/// Fields that are numbers in every list of fields. A text compared with one is a mistake that would select nothing.
constexpr std::string_view number_fields[] = {"size",    "begin",     "end",  "length",      "offset", "tail",
                                              "address", "alignment", "hint", "pin",         "gaps",   "conflicts",
                                              "order",   "reordered", "line", "shared_steps"};

bool is_number_field(const Node& node) {
    // A field of one side of a comparison is listed as size(A).
    return node.kind == Kind::field &&
           std::ranges::find(number_fields, std::string_view(node.text).substr(0, node.text.find('('))) !=
               std::end(number_fields);
}

/// The first text that is compared with a field of numbers; null: there is none.
const Node* misplaced_text(const Node& node) {
    if (node.kind >= Kind::equal && node.kind <= Kind::greater_or_equal) {
        for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
            if (is_number_field(*node.children[side]) && is_text_literal(*node.children[1 - side])) {
                return node.children[1 - side].get();
            }
        }
    }
    for (const auto& child : node.children) {
        if (const Node* found = misplaced_text(*child)) {
            return found;
        }
    }
    return nullptr;
}

}  // namespace

Expected<Expression> Expression::parse(std::string_view text, const std::vector<std::string>& fields) {
    const ExpressionNames names{fields};
    const auto tokens = tokens_of(text, names);
    if (!tokens) {
        return failure(tokens.error());
    }
    auto tree = syntax_tree(*tokens, names);
    if (!tree) {
        return failure(std::move(tree.error()));
    }
    if (const Node* text = *tree ? misplaced_text(**tree) : nullptr) {
        return expression_error(text->position, in_quotes(std::get<std::string>(text->value)) + " is not a number",
                                "write a number such as 64, 52 KiB, 1.5MiB or 0x40");
    }
    Expression expression;
    expression.root_ = std::move(*tree);
    return expression;
}

Expected<Expression> Expression::parse_size(std::string_view text, const IsSizeName& is_name) {
    return size_tokens_of(text)
        .and_then([&](const std::vector<Token>& tokens) { return size_tree(tokens, text, is_name); })
        .map([](std::shared_ptr<const ExpressionNode> tree) {
            Expression expression;
            expression.root_ = std::move(tree);
            return expression;
        });
}

bool Expression::mentions(std::string_view field) const {
    return depends_on_field(*root_, field);
}

bool Expression::holds(const FieldLookup& lookup) const {
    return root_ == nullptr || is_true(evaluate(*root_, lookup));
}

std::optional<Value> Expression::value(const FieldLookup& lookup) const {
    return root_ == nullptr ? std::nullopt : evaluate(*root_, lookup);
}

}  // namespace arenascope
