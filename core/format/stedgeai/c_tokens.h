#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace arenascope {

/// Iterates over the tokens of C text: names, numbers, strings and single signs. Comments and preprocessor lines are
/// skipped, macros are not expanded. The text must outlive this object. Linear.
///
///   AI_SHAPE_INIT(4, /* n */ 1)   →   AI_SHAPE_INIT  (  4  ,  1  )
class CTokens {
public:
    explicit CTokens(std::string_view text) : text_(text) {}

    /// Advances to the next token; false after the last one.
    [[nodiscard]] bool next();

    [[nodiscard]] std::string_view text() const { return token_; }
    /// Where the token begins in the text.
    [[nodiscard]] std::size_t place() const { return place_; }
    [[nodiscard]] bool is_name() const;

    /// Reads what follows in parentheses, and leaves the token at the closing one. Each argument is the text between
    /// the commas outside inner brackets. Empty: no parenthesis follows, or none closes it.
    [[nodiscard]] std::optional<std::vector<std::string_view>> arguments();

private:
    void pass_blanks_and_comments();
    [[nodiscard]] std::size_t end_of_token() const;

    std::string_view text_;
    std::string_view token_;
    std::size_t place_ = 0;
    std::size_t next_ = 0;
    bool at_line_start_ = true;
};

}  // namespace arenascope
