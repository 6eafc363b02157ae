#include "core/picture/report/html_table.h"

#include <algorithm>

#include "core/picture/plan/unit.h"
#include "core/picture/report/html_text.h"

namespace arenascope {

std::string html_table(const std::string& caption, const std::vector<HtmlColumn>& columns,
                       const std::vector<std::vector<std::string>>& rows, const std::string& last) {
    std::string text = "<div class=\"table\"><table>\n";
    if (!caption.empty()) {
        text += "<caption>" + html_text(caption) + "</caption>\n";
    }
    text += "<thead><tr>";
    for (const HtmlColumn& column : columns) {
        text += std::string("<th scope=\"col\"") + (column.is_number ? " class=\"number\"" : "") + ">" +
                html_text(column.title) + "</th>";
    }
    text += "</tr></thead>\n<tbody>\n";
    for (const std::vector<std::string>& row : rows) {
        text += "<tr>";
        for (std::size_t i = 0; i < row.size(); ++i) {
            text += std::string("<td") + (columns[i].is_number ? " class=\"number\"" : "") + ">" + html_text(row[i]) +
                    "</td>";
        }
        text += "</tr>\n";
    }
    text += "</tbody></table></div>\n";
    return last.empty() ? text : text + html_paragraph(last);
}

std::string html_list(const std::vector<std::string>& texts, std::size_t most) {
    if (texts.empty()) {
        return {};
    }
    std::string text = "<ul>\n";
    for (std::size_t i = 0; i < std::min(texts.size(), most); ++i) {
        text += "<li>" + html_text(texts[i]) + "</li>\n";
    }
    text += "</ul>\n";
    return texts.size() <= most
               ? text
               : text + html_paragraph("and " + grouped(static_cast<std::int64_t>(texts.size() - most)) + " more");
}

std::string html_section(const std::string& id, const std::string& title, const std::string& content) {
    return content.empty()
               ? std::string()
               : "<section id=\"" + id + "\">\n<h2>" + html_text(title) + "</h2>\n" + content + "</section>\n";
}

std::string html_paragraph(const std::string& text) {
    return "<p>" + html_text(text) + "</p>\n";
}

}  // namespace arenascope
