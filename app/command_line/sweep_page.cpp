#include "app/command_line/sweep_page.h"

#include <algorithm>
#include <numeric>
#include <optional>

#include <QCryptographicHash>

#include "core/analysis/verdict/verdict.h"
#include "core/base/text/amount.h"
#include "core/base/text/percentage.h"
#include "core/picture/report/html_text.h"
#include "core/picture/report/report_files.h"
#include "core/picture/report/svg_text.h"
#include "core/picture/report/table_picture.h"
#include "core/picture/report/theme_colors.h"

namespace arenascope {
namespace {

/// Sorts the rows by the values of a column. Numbers fall first, texts rise first; a second click turns the order.
constexpr std::string_view sorting_script = R"js('use strict';
const body = document.querySelector('tbody');
document.querySelectorAll('th button').forEach(button => button.addEventListener('click', () => {
  const head = button.parentElement;
  const isNumber = head.classList.contains('number');
  const was = head.getAttribute('aria-sort');
  const falls = was ? was === 'ascending' : isNumber;
  document.querySelectorAll('th').forEach(other => other.removeAttribute('aria-sort'));
  head.setAttribute('aria-sort', falls ? 'descending' : 'ascending');
  const valueOf = row => row.cells[head.cellIndex].dataset.v;
  const order = (a, b) => {
    const x = valueOf(a), y = valueOf(b);
    if ((x === '') !== (y === '')) return x === '' ? 1 : -1;
    const difference = isNumber ? Number(x) - Number(y) : x < y ? -1 : x > y ? 1 : 0;
    return falls ? -difference : difference;
  };
  Array.from(body.rows).sort(order).forEach(row => body.append(row));
}));
)js";

constexpr std::string_view page_style =
    "main{max-width:none}th button{border:0;background:none;padding:0;color:inherit;min-width:0;font:inherit;"
    "cursor:pointer}th[aria-sort=ascending] button::after{content:' ▲'}"
    "th[aria-sort=descending] button::after{content:' ▼'}td svg{display:block}th,td{padding-right:14px}"
    ".file{min-width:20em}.words{min-width:26em}.format{min-width:10em}.levers{min-width:12em}td.bad{font-weight:400}";

/// The script's hash, as the policy of the page takes it.
std::string script_hash() {
    const QByteArray hash = QCryptographicHash::hash(
        QByteArray(sorting_script.data(), static_cast<qsizetype>(sorting_script.size())), QCryptographicHash::Sha256);
    return hash.toBase64().toStdString();
}

void append_head(std::string& html, const std::string& title, bool is_number) {
    html += std::string("<th scope=\"col\"") + (is_number ? " class=\"number\"" : "") + "><button type=\"button\">" +
            html_text(title) + "</button></th>";
}

void append_words(std::string& html, const std::string& words, const std::string& classes = {}) {
    html += "<td data-v=\"" + html_text(words) + "\"" + (classes.empty() ? "" : " class=\"" + classes + "\"") + ">" +
            html_text(words) + "</td>";
}

void append_amount(std::string& html, const std::optional<std::int64_t>& amount) {
    html += "<td class=\"number\" data-v=\"" + (amount ? std::to_string(*amount) : "") + "\">" +
            (amount ? grouped(*amount) : "") + "</td>";
}

void append_plan(std::string& html, const SweptPlan* plan) {
    const auto ratio = plan != nullptr ? plan->ratio : std::nullopt;
    html += "<td class=\"number\" data-v=\"" + (ratio ? decimal_text(*ratio, 6) : "") + "\">";
    if (plan != nullptr && plan->peak) {
        html += grouped(*plan->peak) + (ratio ? "<br>× " + decimal_text(*ratio, 3) : "");
    } else if (plan != nullptr) {
        html += "<span class=\"bad\" title=\"" + html_text(plan->error) + "\">none</span>";
    }
    html += "</td>";
}

/// The error without the file if that is the one of the line.
std::string words_of_error(const SweepLine& line) {
    Error error = *line.error;
    if (error.source == line.file) {
        error.source = error.line > 0 ? "line " + std::to_string(error.line) : "";
        error.line = 0;
    }
    return to_string(error);
}

void append_row(std::string& html, const SweepLine& line, const std::vector<std::string>& planners, bool has_levers,
                ThemeColors& colors) {
    // A table that a stranger made may hold anything as a picture.
    const std::string picture = table_picture_svg(line.picture, colors);
    html += "<tr><td data-v=\"\">" + picture + "</td>";
    append_words(html, line.file, "file");
    append_words(html, line.error ? words_of_error(line) : line.sentence,
                 badness_rank(line) <= 2 ? "words bad" : "words");
    append_words(html, line.format, "format");
    append_amount(html, line.buffers);
    append_amount(html, line.operators);
    append_amount(html, line.threshold);
    append_amount(html, line.lower_bound);
    append_amount(html, line.peak);
    for (const std::string& name : planners) {
        const auto found = std::ranges::find(line.plans, name, &SweptPlan::planner);
        append_plan(html, found == line.plans.end() ? nullptr : &*found);
    }
    append_amount(html, line.overlap_count);
    if (has_levers) {
        append_amount(html, line.advised_peak);
        append_words(html, line.levers, "levers");
    }
    const std::string seconds = decimal_text(line.seconds, 3);
    html += "<td class=\"number\" data-v=\"" + seconds + "\">" + seconds + "</td></tr>\n";
}

/// The positions of the lines, the worst first: see badness_rank(), then by the highest ratio.
std::vector<std::size_t> worst_first(const std::vector<SweepLine>& lines) {
    std::vector<std::size_t> order(lines.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {}, [&lines](std::size_t i) {
        return std::pair(badness_rank(lines[i]), -worst_ratio(lines[i]).value_or(0));
    });
    return order;
}

}  // namespace

std::string sweep_page(const std::vector<SweepLine>& lines, const std::vector<std::string>& planners) {
    ThemeColors colors(std::nullopt);
    std::string rows;
    std::string data;
    const bool has_levers =
        std::ranges::any_of(lines, [](const SweepLine& line) { return line.advised_peak.has_value(); });
    for (const std::size_t i : worst_first(lines)) {
        append_row(rows, lines[i], planners, has_levers, colors);
    }
    for (const SweepLine& line : lines) {
        append_script_json(data, text_of(line, true) + "\n");
    }
    std::string heads = "<th scope=\"col\">plan</th>";
    append_head(heads, "file", false);
    append_head(heads, "verdict or error", false);
    append_head(heads, "format", false);
    for (const char* title : {"buffers", "operators", "threshold", "lower bound", "peak of the file"}) {
        append_head(heads, title, true);
    }
    for (const std::string& name : planners) {
        append_head(heads, name, true);
    }
    append_head(heads, "overlaps", true);
    if (has_levers) {
        append_head(heads, "with levers", true);
        append_head(heads, "levers", false);
    }
    append_head(heads, "seconds", true);
    const auto findings = static_cast<std::size_t>(std::ranges::count_if(lines, is_finding));
    return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
           "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
           "script-src 'sha256-" +
           script_hash() +
           "'; base-uri 'none'; form-action 'none'\">\n<meta name=\"viewport\" content=\"width=device-width\">\n"
           "<title>Sweep · Arenascope</title>\n<style>\n" +
           colors.css() + std::string(report_style()) + std::string(page_style) +
           "</style>\n</head>\n<body>\n<main>\n<h1>" + counted(lines.size(), "file", "files") + ", " +
           grouped(findings) + " with findings</h1>\n" +
           html_paragraph(
               "Amounts are bytes. A figure with × is the peak in relation to the threshold. A click on the "
               "head of a column sorts by it.") +
           (lines.empty() ? std::string() : html_paragraph("Switches: " + lines.front().switches)) +
           "<div class=\"table\"><table>\n<thead><tr>" + heads + "</tr></thead>\n<tbody>\n" + rows +
           "</tbody>\n</table></div>\n</main>\n" + std::string(sweep_page_lines_begin) + data + "</script>\n<script>" +
           std::string(sorting_script) + "</script>\n</body>\n</html>\n";
}

}  // namespace arenascope
