#pragma once

#include <string>
#include <utility>

#include <QtGlobal>

#include "core/format/document.h"
#include "core/format/reading.h"

namespace arenascope::test {

/// The error that a text gives when it is opened; "no error" where it opens.
inline std::string error_of(const std::string& content) {
    const auto document = parse_document(content, "text");
    return document ? "no error" : to_string(document.error());
}

/// What a text holds that opens; ends the test where it does not.
inline Document opened(const std::string& content) {
    auto document = parse_document(content, "text");
    if (!document) {
        qFatal("%s", to_string(document.error()).c_str());
    }
    return std::move(*document);
}

/// A text in which the first occurrence of `what` is another.
inline std::string replaced(std::string text, const std::string& what, const std::string& by) {
    return text.replace(text.find(what), what.size(), by);
}

/// A text with the line ends of Windows.
inline std::string with_crlf(const std::string& text) {
    std::string result;
    for (const char c : text) {
        result += c == '\n' ? "\r\n" : std::string(1, c);
    }
    return result;
}

}  // namespace arenascope::test
