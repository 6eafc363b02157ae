#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/expression/token.h"

namespace arenascope {

/// One node of the syntax tree; which children it has follows from its kind.
struct ExpressionNode {
    enum class Kind : std::uint8_t {
        literal,  ///< value
        field,    ///< text: its name
        search,   ///< text: what to look for in the field `name`
        match,    ///< text: the pattern; one child
        equal,    ///< two children, as in all below
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
        negate,   ///< one child
        both,     ///< any number of children: and
        either,   ///< any number of children: or
        neither,  ///< one child: not
    };
    Kind kind = Kind::literal;
    Value value = false;
    std::string text;
    std::vector<std::shared_ptr<const ExpressionNode>> children;
};

/// How deep parentheses, `not` and signs may be nested, so that no input exhausts the stack.
inline constexpr int deepest_expression = 100;
/// The same of a size.
inline constexpr int deepest_size = 64;

/// The tree of a list of tokens, loosest binding first:
///
///   or      a or b or c
///   and     a and b, or only a b
///   not     not a
///   compare a = b  (also == != < <= > >=), a ~ pattern; they do not chain
///   sum     a + b - c
///   product a * b / c
///   unary   -a, ( … ), number, field, word, "text"
///
/// A word or number that stands alone where a condition is expected is a search in the field `name`. Null for no
/// tokens.
[[nodiscard]] Expected<std::shared_ptr<const ExpressionNode>> syntax_tree(const std::vector<Token>& tokens,
                                                                          const std::vector<std::string>& fields);

/// Whether a word is a name that a size may hold.
using IsSizeName = std::function<bool(std::string_view word)>;

/// The tree of a size, such as `2 * max(inputs, output) / 3`: a sum of products as above, of integers, names, min(…)
/// and max(…), without signs in front. A division rounds up, so that nothing is too small. `text` is what the tokens
/// were cut from.
[[nodiscard]] Expected<std::shared_ptr<const ExpressionNode>> size_tree(const std::vector<Token>& tokens,
                                                                        std::string_view text,
                                                                        const IsSizeName& is_name);

}  // namespace arenascope
