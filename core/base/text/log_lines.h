#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string_view>

namespace arenascope {

/// Iterates over the lines of a text printed by a program; they end in LF or CRLF. The text must outlive this object.
class LogLines {
public:
    explicit LogLines(std::string_view text);

    /// Advances to the next line; false after the last one.
    [[nodiscard]] bool next();

    /// The current line, without its line end.
    [[nodiscard]] std::string_view text() const { return text_; }
    /// 1-based.
    [[nodiscard]] std::int64_t number() const { return number_; }
    /// Whether the current line is the last one and has no line end. The text may then have been cut off.
    [[nodiscard]] bool may_be_cut() const { return may_be_cut_; }

private:
    std::string_view rest_;
    std::string_view text_;
    std::int64_t number_ = 0;
    bool may_be_cut_ = false;
};

/// Reads one line from left to right. After the first part that is missing, every later part counts as missing too.
class LogScanner {
public:
    explicit LogScanner(std::string_view line) : rest_(line) {}

    /// Skips blanks, then each of `words`, with optional blanks between them.
    LogScanner& pass(std::initializer_list<std::string_view> words);
    /// Skips blanks and reads an integer.
    LogScanner& number(std::int64_t& value);
    /// Skips blanks and reads a hexadecimal number that begins with 0x.
    LogScanner& address(std::int64_t& value);
    /// Reads the text up to `end`, and skips `end`.
    LogScanner& text(std::string_view& value, std::string_view end);

    [[nodiscard]] bool found() const { return found_; }
    [[nodiscard]] std::string_view rest() const { return rest_; }

private:
    void pass_blanks();
    LogScanner& digits(std::int64_t& value, int base);

    std::string_view rest_;
    bool found_ = true;
};

}  // namespace arenascope
