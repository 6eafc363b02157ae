#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/text/plain_text.h"

namespace arenascope {

/// Appends a JSON string with its quotes. JSON holds only UTF-8, but a name from a CSV file may be any bytes. A byte
/// that is not part of a character becomes one of the last 128 private characters, U+10FF80 to U+10FFFF. A character of
/// that range is written as its bytes in the same way. `bytes_of_json_string` therefore restores exactly the bytes that
/// were written. Invisible characters (is_invisible) are written as \u escapes, so that the text is safe on a terminal.
void append_json_string(std::string& out, std::string_view bytes);

/// The bytes that `append_json_string` was given, restored from a string of a JSON file.
[[nodiscard]] std::string bytes_of_json_string(std::string_view text);

/// Writes the members of one object, with commas between them.
class MemberWriter {
public:
    explicit MemberWriter(std::string& out) : out_(out) { out_ += '{'; }
    void number(std::string_view key, std::int64_t value) {
        name(key);
        append_number(out_, value);
    }
    void text(std::string_view key, std::string_view value) {
        name(key);
        append_json_string(out_, value);
    }
    /// Appends the key; the caller appends the value.
    std::string& name(std::string_view key) {
        out_ += is_first_ ? "\"" : ", \"";
        out_ += key;
        out_ += "\": ";
        is_first_ = false;
        return out_;
    }
    void close() { out_ += '}'; }

private:
    std::string& out_;
    bool is_first_ = true;
};

/// Appends a list with one element on each line.
template <class Elements, class Write>
void append_list(std::string& out, std::string_view key, const Elements& elements, Write&& write) {
    out += "  \"";
    out += key;
    out += "\": [";
    for (std::size_t i = 0; i < elements.size(); ++i) {
        out += i == 0 ? "\n    " : ",\n    ";
        write(elements[i], i);
    }
    out += elements.empty() ? "]" : "\n  ]";
}

}  // namespace arenascope
