#include "core/base/text/xml_root.h"

#include <algorithm>

#include "core/base/text/plain_text.h"

namespace arenascope {
namespace {

constexpr std::string_view xml_blanks = " \t\r\n";

void skip_blanks(std::string_view& text) {
    text.remove_prefix(std::min(text.find_first_not_of(xml_blanks), text.size()));
}

/// Removes everything up to and including `end`. False: there is no such end.
bool skip_past(std::string_view& text, std::string_view end) {
    const std::size_t found = text.find(end);
    text.remove_prefix(found == std::string_view::npos ? text.size() : found + end.size());
    return found != std::string_view::npos;
}

/// Removes `<!DOCTYPE … >`, which may contain declarations in brackets.
bool skip_document_type(std::string_view& text) {
    const std::size_t stop = text.find_first_of("[>");
    if (stop == std::string_view::npos || text[stop] == '>') {
        return skip_past(text, ">");
    }
    return skip_past(text, "]") && skip_past(text, ">");
}

bool is_letter_of_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' ||
           c == '.' || c == ':' || static_cast<unsigned char>(c) >= 0x80U;
}

}  // namespace

bool looks_like_xml(std::string_view content) {
    content = without_byte_order_mark(content);
    skip_blanks(content);
    return content.starts_with('<');
}

std::optional<std::string_view> xml_root(std::string_view content) {
    content = without_byte_order_mark(content);
    while (true) {
        skip_blanks(content);
        bool is_whole = false;
        if (content.starts_with("<?")) {
            is_whole = skip_past(content, "?>");
        } else if (content.starts_with("<!--")) {
            is_whole = skip_past(content, "-->");
        } else if (content.starts_with("<!DOCTYPE")) {
            is_whole = skip_document_type(content);
        } else {
            break;
        }
        if (!is_whole) {
            return std::nullopt;
        }
    }
    if (!content.starts_with('<')) {
        return std::nullopt;
    }
    content.remove_prefix(1);
    std::size_t length = 0;
    while (length < content.size() && is_letter_of_name(content[length])) {
        ++length;
    }
    const bool is_name = length > 0 && (content[0] < '0' || content[0] > '9') && content[0] != '-';
    return is_name ? std::optional(content.substr(0, length)) : std::nullopt;
}

}  // namespace arenascope
