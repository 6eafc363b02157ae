#include "core/base/text/log_lines.h"

#include <algorithm>
#include <charconv>

#include "core/base/text/plain_text.h"

namespace arenascope {
LogLines::LogLines(std::string_view text) : rest_(without_byte_order_mark(text)) {}

bool LogLines::next() {
    if (rest_.empty()) {
        return false;
    }
    const std::size_t end = rest_.find('\n');
    may_be_cut_ = end == std::string_view::npos;
    text_ = rest_.substr(0, end);
    rest_.remove_prefix(may_be_cut_ ? rest_.size() : end + 1);
    if (!text_.empty() && text_.back() == '\r') {
        text_.remove_suffix(1);
    }
    ++number_;
    return true;
}

void LogScanner::pass_blanks() {
    rest_.remove_prefix(std::min(rest_.find_first_not_of(blanks), rest_.size()));
}

LogScanner& LogScanner::pass(std::initializer_list<std::string_view> words) {
    for (const std::string_view word : words) {
        pass_blanks();
        found_ = found_ && rest_.starts_with(word);
        if (!found_) {
            break;
        }
        rest_.remove_prefix(word.size());
    }
    return *this;
}

LogScanner& LogScanner::digits(std::int64_t& value, int base) {
    const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value, base);
    found_ = found_ && error == std::errc();
    if (found_) {
        rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    }
    return *this;
}

LogScanner& LogScanner::number(std::int64_t& value) {
    pass_blanks();
    return digits(value, 10);
}

LogScanner& LogScanner::address(std::int64_t& value) {
    pass({"0x"});
    // The first digit must follow "0x" directly; from_chars would also accept a minus sign.
    found_ = found_ && !rest_.empty() && rest_.front() != '-';
    return digits(value, 16);
}

LogScanner& LogScanner::text(std::string_view& value, std::string_view end) {
    const std::size_t position = found_ ? rest_.find(end) : std::string_view::npos;
    found_ = position != std::string_view::npos;
    if (found_) {
        value = rest_.substr(0, position);
        rest_.remove_prefix(position + end.size());
    }
    return *this;
}

}  // namespace arenascope
