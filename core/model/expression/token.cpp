#include "core/model/expression/token.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <utility>

#include "core/base/text/decimal_number.h"
#include "core/base/text/digit.h"
#include "core/base/text/plain_number.h"
#include "core/model/memory/quantity.h"

namespace arenascope {
namespace {

bool is_space(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}
bool is_identifier(char c) {
    return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           static_cast<unsigned char>(c) >= 0x80U;
}

/// The result of parsing a text that begins with a digit.
struct Number {
    enum class Kind : std::uint8_t { valid, none, too_large } kind = Kind::none;
    Value value;
    Rational exact = {};
};

Number hexadecimal_number(std::string_view digits) {
    constexpr int base = 16;
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
    if (end != digits.data() + digits.size() || error == std::errc::invalid_argument || digits.front() == '-') {
        return {};
    }
    return error == std::errc() ? Number{Number::Kind::valid, value, Rational(value)}
                                : Number{Number::Kind::too_large, {}};
}

/// Parses a number and a unit with exact arithmetic: 1.5MiB is 15 · 2^20 / 10. Separators of thousands, and a blank
/// before the unit, are left out.
Number number_in(std::string_view amount) {
    std::string text(amount);
    std::erase_if(text, [](char c) { return c == ',' || is_space(c); });
    if (text.size() > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X')) {
        return hexadecimal_number(std::string_view(text).substr(2));
    }
    const std::string_view digits = std::string_view(text).substr(0, text.find_last_of("0123456789") + 1);
    const std::string_view name = std::string_view(text).substr(digits.size());
    const auto unit = name.empty() ? std::optional<std::int64_t>(1) : byte_unit(name);
    const auto number = decimal_number(digits);
    if (!unit || !number) {
        return {};
    }
    const WholeNumber whole = whole_number_in(digits, *unit);
    if (whole.kind == WholeNumber::Kind::valid) {
        return {Number::Kind::valid, whole.value, Rational(whole.value)};
    }
    constexpr std::int64_t ten = 10;
    std::optional<std::int64_t> divisor = 1;
    for (std::int64_t i = number->exponent; i < 0 && divisor; ++i) {
        divisor = checked_multiply(*divisor, ten);
    }
    const auto scaled = checked_multiply(number->digits, *unit);
    if (whole.kind == WholeNumber::Kind::too_large || !divisor || !scaled) {
        return {Number::Kind::too_large, {}};
    }
    return {Number::Kind::valid, static_cast<double>(*scaled) / static_cast<double>(*divisor),
            Rational::quotient(*scaled, *divisor).value_or(Rational())};
}

/// An address from 2^63 on, with or without separators of thousands.
std::optional<std::uint64_t> high_address_in(std::string_view digits) {
    std::string text(digits);
    std::erase(text, ',');
    const bool is_hexadecimal = text.starts_with("0x") || text.starts_with("0X");
    return is_hexadecimal ? plain_number<std::uint64_t>(std::string_view(text).substr(2), 16)
                          : plain_number<std::uint64_t>(text);
}

class Lexer {
public:
    Lexer(std::string_view text, const ExpressionNames& names) : text_(text), names_(names) {}

    [[nodiscard]] Expected<std::vector<Token>> all() {
        return all([this] { return next(); });
    }

    [[nodiscard]] Expected<std::vector<Token>> all_of_size() {
        return all([this] { return next_of_size(); });
    }

private:
    template <class Next>
    [[nodiscard]] Expected<std::vector<Token>> all(Next&& next) {
        while (true) {
            while (at_ < text_.size() && is_space(text_[at_])) {
                ++at_;
            }
            Expected<Token> token = next();
            if (!token) {
                return failure(std::move(token.error()));
            }
            tokens_.push_back(std::move(*token));
            if (tokens_.back().kind == Token::Kind::end) {
                return std::move(tokens_);
            }
        }
    }

    /// 1-based position in characters, not bytes, because people count characters.
    [[nodiscard]] std::size_t position() const {
        return 1 + static_cast<std::size_t>(
                       std::count_if(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(at_),
                                     [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
    }

    [[nodiscard]] bool has_functions() const { return !names_.functions.empty(); }

    [[nodiscard]] bool ends_word(char c) const {
        return is_space(c) || std::string_view("()<>=!~\"'").find(c) != std::string_view::npos ||
               (c == ',' && has_functions());
    }

    [[nodiscard]] bool is_name(std::string_view word) const {
        const auto lists = [word](const std::vector<std::string>& list) {
            return std::ranges::find(list, word) != list.end();
        };
        return lists(names_.fields) || lists(names_.functions);
    }

    /// The length of a side in parentheses after a field, if the two together are a field as well: `tier(A)`.
    [[nodiscard]] std::size_t length_of_side(std::size_t field_length) const {
        const std::string_view rest = text_.substr(at_ + field_length);
        const std::size_t closed = rest.starts_with('(') ? rest.find(')') : std::string_view::npos;
        return closed != std::string_view::npos && is_name(text_.substr(at_, field_length + closed + 1)) ? closed + 1
                                                                                                         : 0;
    }

    [[nodiscard]] Token token(Token::Kind kind, std::size_t length, Value value = {}, Rational number = {}) {
        Token made{kind, position(), std::string(text_.substr(at_, length)), std::move(value), number};
        at_ += length;
        return made;
    }

    [[nodiscard]] bool follows(std::string_view sign) const {
        return !tokens_.empty() && tokens_.back().kind == Token::Kind::sign && tokens_.back().text == sign;
    }

    /// Whether a binary operator may follow the last token.
    [[nodiscard]] bool follows_operand() const {
        if (tokens_.empty()) {
            return false;
        }
        switch (tokens_.back().kind) {
            case Token::Kind::sign:
                return tokens_.back().text == ")";
            case Token::Kind::keyword:
            case Token::Kind::end:
                return false;
            default:
                return true;
        }
    }

    [[nodiscard]] Expected<Token> next() {
        if (at_ == text_.size()) {
            return token(Token::Kind::end, 0);
        }
        const char c = text_[at_];
        if (c == '"' || c == '\'') {
            return quoted(c);
        }
        if (follows("~")) {
            return token(Token::Kind::word,
                         run([this](char d) { return !is_space(d) && d != ')' && (d != ',' || !has_functions()); }));
        }
        for (const std::string_view sign : {"==", "!=", "<=", ">=", "=", "<", ">", "~", "(", ")"}) {
            if (text_.substr(at_, sign.size()) == sign) {
                note_parenthesis(c);
                return token(Token::Kind::sign, sign.size());
            }
        }
        if (c == '-' || c == '+' || (c == ',' && has_functions()) || ((c == '*' || c == '/') && follows_operand())) {
            return token(Token::Kind::sign, 1);
        }
        if (c == '!') {
            return expression_error(position(), "'!' alone is not an operator", "write != or not");
        }
        return is_digit(c) ? number() : word();
    }

    void note_parenthesis(char sign) {
        if (sign == '(') {
            open_calls_.push_back(has_functions() && !tokens_.empty() && tokens_.back().kind == Token::Kind::field);
        } else if (sign == ')' && !open_calls_.empty()) {
            open_calls_.pop_back();
        }
    }

    [[nodiscard]] Token next_of_size() {
        const bool is_number = at_ < text_.size() && is_digit(text_[at_]);
        const std::size_t length = is_number ? length_of_number() : run([](char c) {
            return c == '.' || (is_identifier(c) && static_cast<unsigned char>(c) < 0x80U);
        });
        if (length == 0) {
            const bool is_sign =
                at_ < text_.size() && std::string_view("+-*/(),").find(text_[at_]) != std::string_view::npos;
            return is_sign ? token(Token::Kind::sign, 1) : token(Token::Kind::end, 0);
        }
        const std::string_view word = text_.substr(at_, length);
        const Number number = is_number ? number_in(word) : Number{};
        const bool is_whole = number.kind == Number::Kind::valid && std::holds_alternative<std::int64_t>(number.value);
        return is_whole ? token(Token::Kind::number, length, number.value) : token(Token::Kind::word, length);
    }

    template <class Accept>
    [[nodiscard]] std::size_t run(Accept&& accept) const {
        std::size_t length = 0;
        while (at_ + length < text_.size() && accept(text_[at_ + length])) {
            ++length;
        }
        return length;
    }

    [[nodiscard]] Expected<Token> quoted(char quote) {
        if (has_functions()) {
            return quoted_with_escapes(quote);
        }
        Token made{Token::Kind::quoted, position(), {}, {}};
        std::size_t close = at_;
        do {
            const std::size_t begin = close + 1;
            close = text_.find(quote, begin);
            if (close == std::string_view::npos) {
                return expression_error(position(), "the quote is not closed",
                                        std::string("end the text with ") + quote);
            }
            const bool is_doubled = text_.substr(close, 2) == std::string{quote, quote};
            made.text += text_.substr(begin, close - begin + (is_doubled ? 1 : 0));
            close += is_doubled ? 1 : 0;
            at_ = close + 1;
            if (!is_doubled) {
                return made;
            }
        } while (true);
    }

    [[nodiscard]] Expected<Token> quoted_with_escapes(char quote) {
        Token made{Token::Kind::quoted, position(), {}, {}};
        for (++at_; at_ < text_.size(); ++at_) {
            const bool is_quote = text_[at_] == quote;
            if (is_quote && (at_ + 1 == text_.size() || text_[at_ + 1] != quote)) {
                break;
            }
            at_ += is_quote ? 1 : 0;  // a doubled quote is one quote
            if (text_[at_] != '\\') {
                made.text += text_[at_];
                continue;
            }
            const auto letter = escaped();
            if (!letter) {
                return expression_error(position(), "no escape begins here",
                                        R"(write \\ for a backslash; the others are \" \' \n \r \t and \x1b)");
            }
            made.text += *letter;
        }
        if (at_ == text_.size()) {
            return expression_error(made.position, "the quote is not closed",
                                    std::string("end the text with ") + quote);
        }
        ++at_;
        return made;
    }

    /// The character that an escape stands for, and the end of the escape as the place. Empty: there is no escape here.
    [[nodiscard]] std::optional<char> escaped() {
        constexpr std::string_view letters = "\"'\\nrt";
        constexpr std::string_view meanings = "\"'\\\n\r\t";
        const char letter = at_ + 1 < text_.size() ? text_[at_ + 1] : '\0';
        if (const std::size_t found = letters.find(letter); letter != '\0' && found != std::string_view::npos) {
            ++at_;
            return meanings[found];
        }
        constexpr int base = 16;
        const std::string_view digits = letter == 'x' ? text_.substr(at_ + 2, 2) : std::string_view();
        const auto byte = plain_number<unsigned>(digits, base);
        if (digits.size() != 2 || !byte) {
            return std::nullopt;
        }
        at_ += 3;
        return static_cast<char>(*byte);
    }

    /// Up to the end of a number and its unit. The sign of an exponent belongs to it.
    [[nodiscard]] std::size_t length_of_number() const {
        const auto is_part = [](char c) { return is_identifier(c) || c == '.'; };
        const std::size_t length = run(is_part);
        const std::string_view mantissa = text_.substr(at_, length);
        const std::string_view rest = text_.substr(at_ + length);
        const bool has_signed_exponent = (mantissa.ends_with('e') || mantissa.ends_with('E')) && rest.size() > 1 &&
                                         (rest[0] == '-' || rest[0] == '+') && is_digit(rest[1]) &&
                                         decimal_number(mantissa.substr(0, length - 1));
        const auto end = std::find_if_not(rest.begin() + (has_signed_exponent ? 1 : 0), rest.end(), is_part);
        return has_signed_exponent ? length + static_cast<std::size_t>(end - rest.begin()) : length;
    }

    /// Whether a comma would separate arguments.
    [[nodiscard]] bool is_in_call() const { return std::ranges::find(open_calls_, true) != open_calls_.end(); }

    /// The end of a number that goes on with groups of three digits: 4,800KiB. Otherwise `length`.
    [[nodiscard]] std::size_t with_groups(std::size_t length) const {
        constexpr std::size_t group = 3;
        const auto digits_at = [this](std::size_t at) {
            const std::string_view rest = text_.substr(std::min(at, text_.size()));
            return static_cast<std::size_t>(std::ranges::find_if_not(rest, is_digit) - rest.begin());
        };
        if (is_in_call() || digits_at(at_) != length || length > group) {
            return length;
        }
        std::size_t end = length;
        while (at_ + end < text_.size() && text_[at_ + end] == ',' && digits_at(at_ + end + 1) == group) {
            end += 1 + group;
        }
        const auto is_part = [](char c) { return is_identifier(c) || c == '.'; };
        while (end > length && at_ + end < text_.size() && is_part(text_[at_ + end])) {
            ++end;
        }
        return end;
    }

    /// The end of a number with a unit after a blank: 52 KiB. Otherwise `length`. A letter alone may be a name.
    [[nodiscard]] std::size_t with_unit(std::size_t length) const {
        std::size_t begin = at_ + length;
        while (begin < text_.size() && is_space(text_[begin])) {
            ++begin;
        }
        std::size_t end = begin;
        while (end < text_.size() && is_identifier(text_[end])) {
            ++end;
        }
        const std::string_view name = text_.substr(begin, end - begin);
        const bool is_unit = (name.size() > 1 || name == "B") && byte_unit(name);
        const bool ends = end == text_.size() || ends_word(text_[end]) ||
                          std::string_view("+-*/").find(text_[end]) != std::string_view::npos;
        return begin > at_ + length && is_digit(text_[at_ + length - 1]) && is_unit && ends ? end - at_ : length;
    }

    [[nodiscard]] Expected<Token> number() {
        const std::size_t length = with_unit(with_groups(length_of_number()));
        const Number number = number_in(text_.substr(at_, length));
        // Conditions on steps of a run compute with exact numbers, and have no addresses.
        const auto address = number.kind == Number::Kind::too_large && !has_functions()
                                 ? high_address_in(text_.substr(at_, length))
                                 : std::nullopt;
        if (address) {
            return token(Token::Kind::number, length, *address);
        }
        if (number.kind == Number::Kind::too_large) {
            return expression_error(position(), "the number does not fit in 64 bits",
                                    "numbers stay below 2^63, addresses below 2^64");
        }
        const std::size_t word_length = run([this](char d) { return !ends_word(d); });
        const bool goes_on = word_length > length && text_[at_ + length] != '+' && text_[at_ + length] != '-' &&
                             text_[at_ + length] != '*' && text_[at_ + length] != '/';
        if (number.kind == Number::Kind::valid && !goes_on) {
            return token(Token::Kind::number, length, number.value, number.exact);
        }
        return token(Token::Kind::word, word_length);
    }

    /// The length of an identifier, with the dots in it if the names have it so: `peak.any`.
    [[nodiscard]] std::size_t length_of_name() const {
        const std::size_t dotted = run([](char c) { return is_identifier(c) || c == '.'; });
        return is_name(text_.substr(at_, dotted)) ? dotted : run(is_identifier);
    }

    [[nodiscard]] Expected<Token> word() {
        const std::size_t length = length_of_name();
        const std::string_view name = text_.substr(at_, length);
        const std::size_t word_length = run([this](char d) { return !ends_word(d); });
        const bool is_arithmetic_next =
            word_length > length && std::string_view("+-*/").find(text_[at_ + length]) != std::string_view::npos;
        if (length == word_length || is_arithmetic_next) {
            if (is_name(name)) {
                return token(Token::Kind::field, length + length_of_side(length));
            }
            const auto unit = byte_unit(name);
            if (unit && name.size() == std::string_view("KiB").size()) {
                return token(Token::Kind::number, length, *unit, Rational(*unit));
            }
        }
        for (const std::string_view keyword : {"and", "or", "not", "AND", "OR", "NOT"}) {
            if (name == keyword && length == word_length) {
                Token made = token(Token::Kind::keyword, length);
                made.text = keyword.front() == 'a' || keyword.front() == 'A'   ? "and"
                            : keyword.front() == 'o' || keyword.front() == 'O' ? "or"
                                                                               : "not";
                return made;
            }
        }
        return token(Token::Kind::word, word_length);
    }

    std::string_view text_;
    const ExpressionNames& names_;
    std::size_t at_ = 0;
    std::vector<Token> tokens_;
    std::vector<bool> open_calls_;  ///< for each open parenthesis, whether it holds arguments
};

}  // namespace

tl::unexpected<Error> expression_error(std::size_t position, const std::string& cause, std::string cure) {
    return failure("at character " + std::to_string(position) + ": " + cause, std::move(cure));
}

namespace {

Expected<void> check_length(std::string_view text) {
    if (text.size() > longest_expression) {
        return expression_error(longest_expression, "the expression is too long",
                                "at most " + std::to_string(longest_expression) + " bytes are allowed");
    }
    return {};
}

}  // namespace

Expected<std::vector<Token>> tokens_of(std::string_view text, const ExpressionNames& names) {
    return check_length(text).and_then([&] { return Lexer(text, names).all(); });
}

Expected<std::vector<Token>> size_tokens_of(std::string_view text) {
    const ExpressionNames no_names;
    return check_length(text).and_then([&] { return Lexer(text, no_names).all_of_size(); });
}

}  // namespace arenascope
