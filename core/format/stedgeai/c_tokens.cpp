#include "core/format/stedgeai/c_tokens.h"

#include <algorithm>

namespace arenascope {
namespace {

bool begins_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

bool is_in_name(char c) {
    return begins_name(c) || (c >= '0' && c <= '9');
}

/// Behind the line end that no backslash precedes.
std::size_t behind_logical_line(std::string_view text, std::size_t place) {
    while (place < text.size()) {
        const std::size_t end = text.find('\n', place);
        if (end == std::string_view::npos) {
            return text.size();
        }
        const std::size_t last = end > 0 && text[end - 1] == '\r' ? end - 1 : end;
        place = end + 1;
        if (last == 0 || text[last - 1] != '\\') {
            break;
        }
    }
    return place;
}

}  // namespace

bool CTokens::is_name() const {
    return !token_.empty() && begins_name(token_.front());
}

void CTokens::pass_blanks_and_comments() {
    while (next_ < text_.size()) {
        const std::string_view rest = text_.substr(next_);
        const char c = rest.front();
        if (c == '\n') {
            at_line_start_ = true;
            ++next_;
        } else if (c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v') {
            ++next_;
        } else if (rest.starts_with("//")) {
            next_ = std::min(text_.find('\n', next_), text_.size());
        } else if (rest.starts_with("/*")) {
            const std::size_t end = text_.find("*/", next_ + 2);
            next_ = end == std::string_view::npos ? text_.size() : end + 2;
        } else if (c == '#' && at_line_start_) {
            next_ = behind_logical_line(text_, next_);
        } else {
            return;
        }
    }
}

std::size_t CTokens::end_of_token() const {
    const char c = text_[next_];
    std::size_t end = next_ + 1;
    if (is_in_name(c)) {
        const bool is_number = !begins_name(c);
        while (end < text_.size() && (is_in_name(text_[end]) || (is_number && text_[end] == '.'))) {
            ++end;
        }
    } else if (c == '"' || c == '\'') {
        while (end < text_.size() && text_[end] != c && text_[end] != '\n') {
            end += text_[end] == '\\' ? 2 : 1;
        }
        end = std::min(end + 1, text_.size());
    }
    return end;
}

bool CTokens::next() {
    pass_blanks_and_comments();
    place_ = next_;
    if (next_ >= text_.size()) {
        token_ = {};
        return false;
    }
    next_ = end_of_token();
    token_ = text_.substr(place_, next_ - place_);
    at_line_start_ = false;
    return true;
}

std::optional<std::vector<std::string_view>> CTokens::arguments() {
    if (!next() || token_ != "(") {
        return std::nullopt;
    }
    std::vector<std::string_view> found;
    std::size_t begin = next_;
    int depth = 1;
    while (next()) {
        const char c = token_.front();
        const bool is_sign = token_.size() == 1;
        depth += is_sign && (c == '(' || c == '[' || c == '{') ? 1 : 0;
        depth -= is_sign && (c == ')' || c == ']' || c == '}') ? 1 : 0;
        if (depth == 0 || (depth == 1 && is_sign && c == ',')) {
            found.push_back(text_.substr(begin, place_ - begin));
            begin = next_;
        }
        if (depth == 0) {
            return found;
        }
    }
    return std::nullopt;
}

}  // namespace arenascope
