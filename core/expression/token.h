#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/error/error.h"
#include "core/expression/value.h"

namespace arenascope {

/// The smallest unit of an expression.
struct Token {
    enum class Kind : std::uint8_t {
        number,   ///< 64k, 1.5MiB, 0x40
        field,    ///< one of the names that may be used
        word,     ///< text without quotes that is no field: conv2_1/expand, high, *pool*
        quoted,   ///< "text" or 'text'
        sign,     ///< == = != < <= > >= ~ + - * / ( ), and the comma of a size
        keyword,  ///< and or not
        end,
    };
    Kind kind = Kind::end;
    std::size_t position = 0;  ///< 1-based character at which it begins
    std::string text;          ///< as it is meant: without quotes
    Value value;               ///< of a number
};

/// The longest expression that is read; nobody types one, and it bounds the work.
inline constexpr std::size_t longest_expression = 4096;

/// Cuts an expression into tokens; the last one is the end. A word that is no field goes on to the next space,
/// parenthesis, quote or comparison, so that names with slashes, dashes, dots and stars need no quotes. What follows
/// `~` is always text. Errors: a number that is none or does not fit, an open quote, a stray character, too long.
[[nodiscard]] Expected<std::vector<Token>> tokens_of(std::string_view text, const std::vector<std::string>& fields);

/// Cuts a size into tokens: integers, words of letters, digits, `_` and `.`, and the signs + - * / ( ) and the comma. A
/// number that does not fit is a word. The end stands before the first character that is nothing of these. Errors: too
/// long.
[[nodiscard]] Expected<std::vector<Token>> size_tokens_of(std::string_view text);

/// The error of an expression: at which character, what is wrong, what was expected.
[[nodiscard]] tl::unexpected<Error> expression_error(std::size_t position, const std::string& cause, std::string cure);

}  // namespace arenascope
