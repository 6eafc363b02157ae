#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string_view>

namespace arenascope {

/// Walks through the lines of a text that a program printed; they end in LF or CRLF. The text must outlive it.
class LogLines {
public:
    explicit LogLines(std::string_view text);

    /// Goes to the next line; false behind the last one.
    [[nodiscard]] bool next();

    /// The current line, without its end.
    [[nodiscard]] std::string_view text() const { return text_; }
    /// 1-based.
    [[nodiscard]] std::int64_t number() const { return number_; }
    /// Whether the current line is the last and has no end: the text may have been cut off in it.
    [[nodiscard]] bool may_be_cut() const { return may_be_cut_; }

private:
    std::string_view rest_;
    std::string_view text_;
    std::int64_t number_ = 0;
    bool may_be_cut_ = false;
};

/// Reads one line from left to right. After the first part that is not there, nothing is found any more.
class LogScanner {
public:
    explicit LogScanner(std::string_view line) : rest_(line) {}

    /// Passes over blanks, then over each of `words`, with blanks between them.
    LogScanner& pass(std::initializer_list<std::string_view> words);
    /// Passes over blanks and a whole number.
    LogScanner& number(std::int64_t& value);
    /// Passes over blanks and a number in hexadecimal, with 0x in front.
    LogScanner& address(std::int64_t& value);
    /// Passes over everything up to `end` and over that.
    LogScanner& text(std::string_view& value, std::string_view end);

    [[nodiscard]] bool found() const { return found_; }
    [[nodiscard]] std::string_view rest() const { return rest_; }

private:
    void pass_blanks();
    LogScanner& digits(std::int64_t& value, int base);

    std::string_view rest_;
    bool found_ = true;
};

/// `text` without blanks at both ends.
[[nodiscard]] std::string_view trimmed(std::string_view text);

}  // namespace arenascope
