#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/explain/fact_table.h"

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

/// A column of a table: its title, and whether it holds numbers, which stand right-aligned.
struct HtmlColumn {
    std::string title;
    bool is_number = false;
};

/// A table as HTML. Cells are plain text and are escaped. `caption`: what it shows; empty: none. `last`: a sentence
/// below it, such as what is left out; empty: none.
[[nodiscard]] std::string html_table(const std::string& caption, const std::vector<HtmlColumn>& columns,
                                     const std::vector<std::vector<std::string>>& rows, const std::string& last = {});

/// A list as HTML, of plain texts. Of more than `most` entries, the rest is counted.
[[nodiscard]] std::string html_list(const std::vector<std::string>& texts, std::size_t most);

/// A section with a heading. `id` names it, for whoever looks a part up. Empty if the content is.
[[nodiscard]] std::string html_section(const std::string& id, const std::string& title, const std::string& content);

/// A paragraph of plain text.
[[nodiscard]] std::string html_paragraph(const std::string& text);

/// A column of a FactTable in HTML.
struct HtmlFact {
    std::string title;
    std::string_view key;
    std::string_view end = {};  ///< the key of the end of the half-open ranges that begin at `key`; empty: no ranges
    bool hides_zero = false;    ///< 0 is left blank
    std::string nothing = {};   ///< stands for a figure that is not there
};

/// The first `most` rows of a list of figures as a table. The first column may hold names, the others are numbers. The
/// rest is counted: "and 3 more", with `more` behind it.
[[nodiscard]] std::string html_facts(const std::string& caption, const std::vector<HtmlFact>& columns,
                                     const FactTable& facts, std::size_t most, const std::string& more = {});

/// "and 3 more"; empty for 0.
[[nodiscard]] std::string more_words(std::uint64_t count, const std::string& after = {});

}  // namespace arenascope
