#pragma once

#include <string>
#include <vector>

namespace arenascope {

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

}  // namespace arenascope
