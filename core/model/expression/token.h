#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error/error.h"
#include "core/model/expression/rational.h"
#include "core/model/expression/value.h"

namespace arenascope {

struct Token {
    enum class Kind : std::uint8_t {
        number,   ///< 64k, 1.5MiB, 52 KiB, 4,800 KiB, 0x40
        field,    ///< a known name of a field or a function
        word,     ///< text without quotes that is not a field: conv2_1/expand, high, *pool*
        quoted,   ///< "text" or 'text'; a doubled quote inside is one quote
        sign,     ///< == = != < <= > >= ~ + - * / ( ), and the comma of a size or of arguments
        keyword,  ///< and or not
        end,
    };
    Kind kind = Kind::end;
    std::size_t position = 0;  ///< 1-based character where it begins
    std::string text;          ///< without quotes
    Value value;               ///< of a number
    Rational number = {};      ///< the same, never rounded
};

/// The greatest length of an expression, in bytes. Nobody types a longer one, and it bounds the work.
inline constexpr std::size_t longest_expression = 4096;

/// The names that an expression may use. Fields stand alone; functions stand before arguments in parentheses. A name
/// may be both. A field may be listed a second time with a side of a comparison, as in `tier` and `tier(A)`. With
/// functions, a comma separates arguments, and texts in quotes may hold `\"`, `\'`, `\\`, `\n`, `\r`,
/// `\t` and `\x1b`.
struct ExpressionNames {
    std::vector<std::string> fields;
    std::vector<std::string> functions = {};
};

/// Splits an expression into tokens; the last one has the kind `end`. A word that is not a field extends to the next
/// space, parenthesis, quote or comparison. Names with slashes, dashes, dots and stars therefore need no quotes. After
/// `~` there is always text. Errors: a number that does not fit in 64 bits, an unclosed quote, a stray character, an
/// expression that is too long.
///
/// A number may have separators of thousands, unless a comma separates arguments there, and a unit after a blank. Of
/// units of one letter only B stands after a blank, because others may be names.
[[nodiscard]] Expected<std::vector<Token>> tokens_of(std::string_view text, const ExpressionNames& names);

/// Cuts a size into tokens: integers, words of letters, digits, `_` and `.`, and the signs + - * / ( ) and the comma. A
/// number that does not fit is a word. The end stands before the first character that is nothing of these. Errors: too
/// long.
[[nodiscard]] Expected<std::vector<Token>> size_tokens_of(std::string_view text);

/// The error of an expression: its position, the cause, and what was expected.
[[nodiscard]] tl::unexpected<Error> expression_error(std::size_t position, const std::string& cause, std::string cure);

}  // namespace arenascope
