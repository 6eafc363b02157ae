#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/expression/token.h"

namespace arenascope {

/// A node of the syntax tree. Its kind determines its children.
struct ExpressionNode {
    enum class Kind : std::uint8_t {
        literal,  ///< value
        field,    ///< text: the name of the field
        search,   ///< text: what to find in the field `name`
        match,    ///< text: the pattern; one child
        equal,    ///< two children, as all kinds up to `divide`
        unequal,
        less,
        less_or_equal,
        greater,
        greater_or_equal,
        add,
        subtract,
        multiply,
        divide,
        divide_up,  ///< rounds up to an integer
        smaller,    ///< of the two
        larger,
        negate,       ///< one child
        logical_and,  ///< one or more children
        logical_or,   ///< one or more children
        logical_not,  ///< one child
        call,         ///< text: the name of the function; children: its arguments
    };
    Kind kind = Kind::literal;
    Value value = false;
    std::string text;
    std::vector<std::shared_ptr<const ExpressionNode>> children;
    std::size_t position = 0;  ///< 1-based character; 0: none of its own
    Rational number = {};      ///< of a literal that is a number, never rounded
};

/// The deepest nesting of parentheses, `not` and signs, so that no input exhausts the stack.
inline constexpr int deepest_expression = 100;
/// The same of a size.
inline constexpr int deepest_size = 64;

/// Parses tokens into a tree. Operators from the loosest to the tightest:
///
///   or      a or b or c
///   and     a and b, or only a b
///   not     not a
///   compare a = b  (also == != < <= > >=), a ~ pattern; they do not chain
///   sum     a + b - c
///   product a * b / c
///   unary   -a, ( … ), number, field, word, "text", function(a, b)
///
/// A word or a number alone, where a condition is expected, searches the field `name`. In a language with functions,
/// it stays a literal. Null if there are no tokens.
[[nodiscard]] Expected<std::shared_ptr<const ExpressionNode>> syntax_tree(const std::vector<Token>& tokens,
                                                                          const ExpressionNames& names);

/// Whether a word is a name that a size may hold.
using IsSizeName = std::function<bool(std::string_view word)>;

/// The tree of a size, such as `2 * max(inputs, output) / 3`: a sum of products as above, of integers, names, min(…)
/// and max(…), without signs in front. A division rounds up, so that nothing is too small. `text` is what the tokens
/// were cut from.
[[nodiscard]] Expected<std::shared_ptr<const ExpressionNode>> size_tree(const std::vector<Token>& tokens,
                                                                        std::string_view text,
                                                                        const IsSizeName& is_name);

}  // namespace arenascope
