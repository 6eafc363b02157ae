#include "app/command_line/markdown_report.h"

#include <algorithm>

#include "app/command_line/uri_path.h"
#include "core/base/error/quotation.h"
#include "core/base/text/amount.h"

namespace arenascope {
namespace {

/// Text in which nothing is markup. Of the characters that end a word of it, each becomes its number.
std::string plain_markdown(std::string_view text) {
    constexpr std::string_view markup = "&<>\"'|`@*_~[]()#\\!:";
    std::string plain;
    for (const char c : visible(text)) {
        if (markup.find(c) == std::string_view::npos) {
            plain += c;
        } else {
            plain += "&#" + std::to_string(static_cast<int>(c)) + ";";
        }
    }
    return plain;
}

}  // namespace

std::string markdown_name(std::string_view name) {
    return "<code>" + plain_markdown(name) + "</code>";
}

std::string markdown_report(const MarkdownComparison& comparison) {
    constexpr std::size_t most_names = 50;
    std::string text =
        "### Memory plan: " + markdown_name(comparison.first) + " → " + markdown_name(comparison.second) + "\n\n";
    for (const std::string& sentence : comparison.sentences) {
        text += plain_markdown(sentence) + "\n\n";
    }
    text += "| | before | after | change |\n|---|---:|---:|---:|\n";
    for (const MarkdownComparison::Row& row : comparison.rows) {
        text += "| " + plain_markdown(row.what) + " | " + plain_markdown(row.first) + " | " +
                plain_markdown(row.second) + " | " + plain_markdown(row.change) + " |\n";
    }
    if (!comparison.picture.empty()) {
        text += "\n![both plans](" + uri_path(comparison.picture) + ")\n";
    }
    for (const auto& [what, names] : comparison.lists) {
        if (names.empty()) {
            continue;
        }
        text += "\n<details><summary>" + plain_markdown(what) + ": " + grouped(names.size()) + "</summary>\n\n";
        for (std::size_t i = 0; i < std::min(names.size(), most_names); ++i) {
            text += "- " + markdown_name(names[i]) + "\n";
        }
        text += names.size() > most_names ? "- " + grouped(names.size() - most_names) + " more\n" : "";
        text += "\n</details>\n";
    }
    return text;
}

}  // namespace arenascope
