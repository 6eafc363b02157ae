#include "core/picture/report/html_text.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <variant>

#include "core/base/error/quotation.h"
#include "core/base/text/amount.h"
#include "core/picture/report/browser_text.h"

namespace arenascope {
void append_html(std::string& out, std::string_view text) {
    for (const char letter : visible(text)) {
        switch (letter) {
            case '&':
                out += "&amp;";
                break;
            case '<':
                out += "&lt;";
                break;
            case '>':
                out += "&gt;";
                break;
            case '"':
                out += "&quot;";
                break;
            case '\'':
                out += "&#39;";
                break;
            default:
                out += letter;
        }
    }
}

std::string html_text(std::string_view text) {
    std::string out;
    append_html(out, text);
    return out;
}

void append_base64(std::string& out, std::string_view bytes) {
    constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        std::uint32_t group = 0;
        for (std::size_t k = 0; k < 3; ++k) {
            group = (group << 8U) | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0U);
        }
        for (std::size_t k = 0; k < 4; ++k) {
            out += i + k > bytes.size() ? '=' : letters[(group >> (18U - 6U * k)) & 0x3FU];
        }
    }
}

void append_script_json(std::string& out, std::string_view json) {
    for (const char letter : json) {
        if (letter == '<') {
            out += "\\u003c";
        } else {
            out += letter;
        }
    }
}

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
    return texts.size() <= most ? text : text + html_paragraph(more_words(texts.size() - most));
}

std::string html_section(const std::string& id, const std::string& title, const std::string& content) {
    return content.empty()
               ? std::string()
               : "<section id=\"" + id + "\">\n<h2>" + html_text(title) + "</h2>\n" + content + "</section>\n";
}

std::string html_paragraph(const std::string& text) {
    return "<p>" + html_text(text) + "</p>\n";
}

std::string html_facts(const std::string& caption, const std::vector<HtmlFact>& columns, const FactTable& facts,
                       std::size_t most, const std::string& more) {
    std::vector<HtmlColumn> shown;
    for (const HtmlFact& column : columns) {
        const std::size_t position = facts.column(column.key);
        const bool holds_names = std::ranges::any_of(
            facts.rows, [&](const auto& row) { return std::holds_alternative<std::string>(row[position]); });
        shown.push_back({column.title, !shown.empty() || !holds_names});
    }
    const auto cell_of = [&](const std::vector<FactValue>& row, const HtmlFact& column) {
        const FactValue& value = row[facts.column(column.key)];
        if (const auto* const name = std::get_if<std::string>(&value)) {
            return report_name(*name);
        }
        const auto* const number = std::get_if<std::int64_t>(&value);
        if (number == nullptr) {
            return column.nothing;
        }
        return !column.end.empty()
                   ? range_text(Offset(*number), Offset(std::get<std::int64_t>(row[facts.column(column.end)])))
               : *number == 0 && column.hides_zero ? std::string()
                                                   : grouped(*number);
    };
    std::vector<std::vector<std::string>> rows(std::min(facts.rows.size(), most));
    for (std::size_t i = 0; i < rows.size(); ++i) {
        for (const HtmlFact& column : columns) {
            rows[i].push_back(cell_of(facts.rows[i], column));
        }
    }
    return html_table(caption, shown, rows, more_words(facts.rows.size() - rows.size(), more));
}

std::string more_words(std::uint64_t count, const std::string& after) {
    return count > 0 ? "and " + grouped(count) + " more" + after : std::string();
}

}  // namespace arenascope
