#include "core/format/plan/embedded_plan.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <utility>

#include "core/base/text/plain_text.h"
#include "core/format/plan/plan_json.h"

namespace arenascope {
namespace {

constexpr std::string_view html_begin = "<!doctype html>";

/// Where the first bytes of a text are compared with those of a report: line ends do not count.
std::string without_line_ends(std::string_view text) {
    std::string kept;
    std::ranges::copy_if(text, std::back_inserter(kept), [](char letter) { return letter != '\n' && letter != '\r'; });
    return kept;
}

std::int64_t lines_before(std::string_view content, std::size_t position) {
    const std::string_view before = content.substr(0, position);
    return std::ranges::count(before, '\n');
}

/// Whether a text is a report, with or without a plan. Line ends may have changed on the way.
bool is_report(std::string_view content) {
    content = without_byte_order_mark(content);
    constexpr std::size_t most_line_ends = 16;
    return without_line_ends(content.substr(0, report_begin.size() + most_line_ends))
        .starts_with(without_line_ends(report_begin));
}

Expected<Document> parse_report(const FormatInput& input) {
    const std::size_t begin = input.content.find(embedded_plan_begin);
    if (begin == std::string_view::npos) {
        return failure(Error{input.source, 0, "this report holds no plan",
                             "make the plan again: the report names the command at its end"});
    }
    const std::size_t from = begin + embedded_plan_begin.size();
    const std::size_t end = input.content.find(embedded_plan_end, from);
    if (end == std::string_view::npos) {
        return failure(Error{input.source, 1 + lines_before(input.content, begin),
                             "the plan of this report does not end", "get the whole file again"});
    }
    auto document = parse_plan_json(input.content.substr(from, end - from), input.source);
    if (!document) {
        Error error = std::move(document.error());
        // Its lines were counted from the begin of the plan.
        error.line += error.line > 0 ? lines_before(input.content, from) : 0;
        return failure(std::move(error));
    }
    return document;
}

}  // namespace

bool looks_like_html(std::string_view content) {
    content = without_byte_order_mark(content);
    content.remove_prefix(std::min(content.find_first_not_of(" \t\r\n"), content.size()));
    return lower_case(content.substr(0, html_begin.size())) == html_begin;
}

Format report_format() {
    return {.description = {FileFormat::report, "report", "report with a plan", "*.html"},
            .signs = {.is_text = is_report},
            .read = parse_report};
}

}  // namespace arenascope
