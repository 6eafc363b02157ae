#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

namespace arenascope {

/// Appends a JSON string with its quotes. JSON holds only UTF-8, but a name from a CSV file may be any bytes. A byte
/// that is not part of a character becomes one of the last 128 private characters, U+10FF80 to U+10FFFF. A character of
/// that range is written as its bytes in the same way. `bytes_of_json_string` therefore restores exactly the bytes that
/// were written. Invisible characters (is_invisible) are written as \u escapes, so that the text is safe on a terminal.
void append_json_string(std::string& out, std::string_view bytes);

/// The bytes that `append_json_string` was given, restored from a string of a JSON file.
[[nodiscard]] std::string bytes_of_json_string(std::string_view text);

/// A number, or null.
void append_json_number(std::string& out, std::optional<std::int64_t> number);

/// A list on one line. `write` adds one element.
template <class Elements, class Write>
void append_json_row(std::string& out, const Elements& elements, Write&& write) {
    out += '[';
    bool is_first = true;
    for (const auto& element : elements) {
        out += is_first ? "" : ", ";
        write(element);
        is_first = false;
    }
    out += ']';
}

/// Begins a line of a text that is indented by so many spaces.
void append_json_line(std::string& out, std::size_t indentation);

/// Writes the members of one object with commas between them: on one line, or each on a line of its own.
class MemberWriter {
public:
    explicit MemberWriter(std::string& out) : out_(out) { out_ += '{'; }
    /// A line for each member, indented by so many spaces; the closing brace stands at the beginning of a line.
    MemberWriter(std::string& out, std::size_t indentation) : MemberWriter(out) { indentation_ = indentation; }

    void number(std::string_view key, std::optional<std::int64_t> value) { append_json_number(name(key), value); }
    void count(std::string_view key, std::uint64_t value) { name(key) += std::to_string(value); }
    void text(std::string_view key, std::string_view value) { append_json_string(name(key), value); }
    void flag(std::string_view key, bool value) { name(key) += value ? "true" : "false"; }

    /// A list on one line.
    template <class Elements, class Write>
    void row(std::string_view key, const Elements& elements, Write&& write) {
        append_json_row(name(key), elements, write);
    }

    /// A list with one element a line, of an object with one member a line. `write` gets the position, too.
    template <class Elements, class Write>
    void list(std::string_view key, const Elements& elements, Write&& write) {
        name(key) += '[';
        for (std::size_t i = 0; i < elements.size(); ++i) {
            out_ += i == 0 ? "" : ",";
            append_json_line(out_, 2 * indentation_.value_or(0));
            write(elements[i], i);
        }
        if (!elements.empty()) {
            append_json_line(out_, indentation_.value_or(0));
        }
        out_ += ']';
    }
    /// Appends the key; the caller appends the value.
    std::string& name(std::string_view key) {
        out_ += is_first_ ? "" : ",";
        if (indentation_) {
            append_json_line(out_, *indentation_);
        } else if (!is_first_) {
            out_ += ' ';
        }
        append_json_string(out_, key);
        out_ += ": ";
        is_first_ = false;
        return out_;
    }
    /// The text so far, for an element of a list.
    [[nodiscard]] std::string& out() { return out_; }
    void close() { out_ += indentation_ ? "\n}" : "}"; }

private:
    std::string& out_;
    std::optional<std::size_t> indentation_;
    bool is_first_ = true;
};

/// One value as text with a newline at the end, indented by two. Texts are written by append_json_string(): a reader
/// gets back the exact bytes, and the text is safe on a terminal.
[[nodiscard]] std::string json_text(const nlohmann::ordered_json& json);

/// The same as an entry of a list that is a member of one object: on lines of its own, indented by four, and without a
/// newline at the end. So a long list is written entry by entry.
[[nodiscard]] std::string list_entry_text(const nlohmann::ordered_json& json);

}  // namespace arenascope
