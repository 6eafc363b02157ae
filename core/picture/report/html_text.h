#pragma once

#include <string>
#include <string_view>

namespace arenascope {

/// Appends text to an HTML document, as content or as a value in double quotes. Text from a file cannot end an element
/// or a value: `<`, `>`, `&` and both quotes are escaped. Invisible characters and bytes that are not UTF-8 are shown
/// as `visible` shows them. Linear.
void append_html(std::string& out, std::string_view text);

/// The same as a text of its own.
[[nodiscard]] std::string html_text(std::string_view text);

/// Appends bytes in base 64, as data in a document takes them. Linear.
void append_base64(std::string& out, std::string_view bytes);

/// Appends JSON as the content of a `<script>` element. `<` is only in strings, where it becomes `\u003c`, so no text
/// can end the element. A JSON reader gets the same value. Linear.
void append_script_json(std::string& out, std::string_view json);

}  // namespace arenascope
