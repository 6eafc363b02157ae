#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace arenascope {

/// A name from a file as code in Markdown. Pipes, backticks, HTML, mentions and emphasis are written as HTML entities,
/// so that a stranger's name is nothing but text.
[[nodiscard]] std::string markdown_name(std::string_view name);

/// A comparison as a summary of a pull request.
struct MarkdownComparison {
    struct Row {
        std::string what;  ///< "peak"
        std::string first;
        std::string second;
        std::string change;
    };
    std::string first;  ///< names of the files
    std::string second;
    std::string picture;                 ///< a file beside the summary; empty: none
    std::vector<std::string> sentences;  ///< what a reader should know first
    std::vector<Row> rows;
    std::vector<std::pair<std::string, std::vector<std::string>>> lists;  ///< "moved", with the names of the buffers
};

/// The summary in the Markdown of GitHub and GitLab: sentences, a table, the picture, and the lists folded away, with
/// at most 50 names each.
[[nodiscard]] std::string markdown_report(const MarkdownComparison& comparison);

}  // namespace arenascope
