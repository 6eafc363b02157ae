#include "app/command_line/sweep_table.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <map>
#include <span>
#include <utility>

#include "app/command_line/sweep_page.h"
#include "core/base/error/quotation.h"
#include "core/base/text/csv_rows.h"
#include "core/base/text/plain_text.h"

namespace arenascope {
namespace {

constexpr std::string_view formula_begins = "=+-@'";

/// The text that spreadsheet_cell() was given, as far as it is visible.
std::string text_of_cell(std::string_view cell) {
    const std::size_t first = cell.starts_with('\'') ? cell.find_first_not_of(' ', 1) : std::string_view::npos;
    const bool is_escaped = first != std::string_view::npos && formula_begins.find(cell[first]) != std::string::npos;
    return std::string(is_escaped ? cell.substr(1) : cell);
}

std::string three_decimals(double number) {
    std::array<char, 64> text{};
    const auto end =
        std::to_chars(text.data(), text.data() + text.size(), std::min(number, 1e15), std::chars_format::fixed, 3);
    return {text.data(), end.ptr};
}

/// A row of CSV from left to right.
class CsvRow {
public:
    explicit CsvRow(std::string& out) : out_(out) {}
    void raw(std::string_view cell) {
        out_ += is_first_ ? "" : ",";
        out_ += cell;
        is_first_ = false;
    }
    void text(std::string_view cell) {
        raw("");
        append_csv_cell(out_, spreadsheet_cell(cell));
    }
    void number(const std::optional<std::int64_t>& cell) { raw(cell ? std::to_string(*cell) : ""); }
    void decimal(const std::optional<double>& cell) { raw(cell ? three_decimals(*cell) : ""); }

private:
    std::string& out_;
    bool is_first_ = true;
};

std::string csv_text(const std::vector<SweepLine>& lines) {
    const std::vector<std::string> planners = planners_of(lines);
    std::string text = "file,format,buffers,operators,threshold,lower_bound,peak";
    for (const std::string& name : planners) {
        for (const char* what : {"peak ", "ratio ", "seconds ", "error "}) {
            text += ',';
            append_csv_cell(text, spreadsheet_cell(what + name));
        }
    }
    text +=
        ",overlap_count,verdict,sentence,advised_peak,levers,seconds,error,error_file,error_line,cure,stop,limits,"
        "version,switches,digest\n";
    for (const SweepLine& line : lines) {
        CsvRow row(text);
        row.text(line.file);
        row.text(line.format);
        row.number(line.buffers);
        row.number(line.operators);
        row.number(line.threshold);
        row.number(line.lower_bound);
        row.number(line.peak);
        for (const std::string& name : planners) {
            const auto plan = std::ranges::find(line.plans, name, &SweptPlan::planner);
            const bool has_plan = plan != line.plans.end();
            row.number(has_plan ? plan->peak : std::nullopt);
            row.decimal(has_plan ? plan->ratio : std::nullopt);
            row.decimal(has_plan ? std::optional(plan->seconds) : std::nullopt);
            row.text(has_plan ? plan->error : "");
        }
        row.number(line.overlap_count);
        row.text(line.verdict);
        row.text(line.sentence);
        row.number(line.advised_peak);
        row.text(line.levers);
        row.decimal(line.seconds);
        const Error error = line.error.value_or(Error());
        row.text(error.cause);
        row.text(error.source);
        row.number(error.line > 0 ? std::optional(error.line) : std::nullopt);
        row.text(error.cure);
        row.text(name_of(line.stop));
        row.text(line.limits);
        row.text(line.version);
        row.text(line.switches);
        row.text(line.digest);
        text += '\n';
    }
    return text;
}

/// The cells of a row by the names of their columns.
class NamedCells {
public:
    NamedCells(const std::vector<std::string>& names, const CsvRows& row) : names_(names), row_(row) {}

    [[nodiscard]] std::string text(std::string_view name) const { return text_of_cell(cell(name)); }
    [[nodiscard]] std::optional<std::int64_t> number(std::string_view name) const { return value<std::int64_t>(name); }
    [[nodiscard]] std::optional<double> decimal(std::string_view name) const { return value<double>(name); }

private:
    template <class Number>
    [[nodiscard]] std::optional<Number> value(std::string_view name) const {
        Number number = 0;
        const std::string_view digits = cell(name);
        const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), number);
        return read.ec == std::errc() ? std::optional(number) : std::nullopt;
    }
    [[nodiscard]] std::string_view cell(std::string_view name) const {
        const auto found = std::ranges::find(names_, name);
        return found == names_.end() ? std::string_view() : row_.cell(static_cast<std::size_t>(found - names_.begin()));
    }
    const std::vector<std::string>& names_;
    const CsvRows& row_;
};

SweepLine line_of_cells(const NamedCells& cells, const std::vector<std::string>& planners) {
    SweepLine line = line_of_fields(cells);
    for (const std::string& name : planners) {
        SweptPlan plan{name, cells.number("peak " + name), cells.decimal("seconds " + name).value_or(0),
                       cells.text("error " + name), cells.decimal("ratio " + name)};
        if (plan.peak || !plan.error.empty()) {
            line.plans.push_back(std::move(plan));
        }
    }
    if (const std::string cause = cells.text("error"); !cause.empty()) {
        line.error = Error{cells.text("error_file"), cells.number("error_line").value_or(0), cause, cells.text("cure")};
    }
    return line;
}

Error no_table(const std::string& source, std::int64_t line) {
    return {source, line, "it is no table of arenascope sweep", "give a table that sweep wrote"};
}

Expected<std::vector<SweepLine>> lines_of_csv(std::string_view content, const std::string& source) {
    CsvRows rows(content, source);
    std::vector<std::string> names;
    std::vector<std::string> planners;
    std::vector<SweepLine> lines;
    for (auto has_row = rows.next();; has_row = rows.next()) {
        if (!has_row) {
            return tl::unexpected(has_row.error());
        }
        if (!*has_row) {
            break;
        }
        if (names.empty()) {
            for (const CsvCell& cell : rows.cells()) {
                names.push_back(text_of_cell(cell.text));
                if (names.back().starts_with("peak ")) {
                    planners.push_back(names.back().substr(std::string_view("peak ").size()));
                }
            }
            continue;
        }
        lines.push_back(line_of_cells(NamedCells(names, rows), planners));
        if (lines.back().file.empty() || lines.back().version.empty()) {
            return tl::unexpected(no_table(source, rows.line()));
        }
    }
    return lines;
}

Expected<std::vector<SweepLine>> lines_of_json(std::string_view content, const std::string& source, std::int64_t number,
                                               bool is_torn_allowed) {
    std::vector<SweepLine> lines;
    for (std::size_t begin = 0; begin < content.size(); ++number) {
        const std::size_t end = content.find('\n', begin);
        if (end == std::string_view::npos && is_torn_allowed) {
            break;
        }
        const std::string_view text = content.substr(begin, end == std::string_view::npos ? end : end - begin);
        auto line = sweep_line(text);
        if (!line) {
            return tl::unexpected(no_table(source, number));
        }
        lines.push_back(std::move(*line));
        begin = end == std::string_view::npos ? content.size() : end + 1;
    }
    return lines;
}

}  // namespace

std::string spreadsheet_cell(std::string_view text) {
    std::string cell = visible(text);
    const std::size_t first = cell.find_first_not_of(' ');
    return first != std::string::npos && formula_begins.find(cell[first]) != std::string_view::npos ? "'" + cell : cell;
}

Expected<SweepFormat> sweep_format_of(const std::string& path) {
    const std::string lower = lower_case(path);
    if (lower.ends_with(".csv")) {
        return SweepFormat::csv;
    }
    if (lower.ends_with(".jsonl")) {
        return SweepFormat::jsonl;
    }
    if (lower.ends_with(".html")) {
        return SweepFormat::html;
    }
    return failure({path, 0, "the suffix names no format of a table", "use .csv, .jsonl or .html"});
}

std::string line_key(const SweepLine& line) {
    return visible(line.file);
}

std::string sweep_table_text(const std::vector<SweepLine>& lines, SweepFormat format) {
    if (format == SweepFormat::csv) {
        return csv_text(lines);
    }
    if (format == SweepFormat::html) {
        return sweep_page(lines, planners_of(lines));
    }
    std::string text;
    for (const SweepLine& line : lines) {
        text += text_of(line, true) + "\n";
    }
    return text;
}

Expected<std::vector<SweepLine>> sweep_lines(std::string_view content, const std::string& source,
                                             bool is_torn_allowed) {
    if (content.starts_with("file,")) {
        return lines_of_csv(content, source);
    }
    if (const std::size_t begin = content.find(sweep_page_lines_begin);
        content.starts_with("<!") && begin != std::string_view::npos) {
        const std::size_t first = begin + sweep_page_lines_begin.size();
        const std::size_t end = content.find("</script>", first);
        const auto number = 1 + std::count(content.begin(), content.begin() + static_cast<std::ptrdiff_t>(first), '\n');
        return lines_of_json(content.substr(first, end == std::string_view::npos ? end : end - first), source, number,
                             is_torn_allowed);
    }
    return lines_of_json(content, source, 1, is_torn_allowed);
}

Expected<std::vector<SweepLine>> merged_lines(std::vector<SweepShard> shards) {
    const SweepLine* first = nullptr;
    std::string first_path;
    std::map<std::string, SweepLine> merged;
    for (SweepShard& shard : shards) {
        for (SweepLine& line : shard.lines) {
            const auto refuse = [&](const std::string& what, const std::string& ours, const std::string& theirs) {
                return failure({shard.path, 0,
                                "it was made " + what + " " + in_quotes(theirs) + ", but " + in_quotes(first_path) +
                                    " was made " + what + " " + in_quotes(ours),
                                "sweep all shards again with the same program and switches"});
            };
            if (first == nullptr) {
                first_path = shard.path;
            } else if (line.version != first->version) {
                return refuse("by version", first->version, line.version);
            } else if (line.switches != first->switches) {
                return refuse("with", first->switches, line.switches);
            }
            const std::string key = line_key(line);
            const auto found = merged.find(key);
            if (found == merged.end()) {
                const auto added = merged.emplace(key, std::move(line)).first;
                first = first == nullptr ? &added->second : first;
            } else if (found->second.digest != line.digest) {
                return failure({shard.path, 0, in_quotes(key) + " had another content than in the tables before it",
                                "sweep all shards again on the same files"});
            } else if (found->second.error && !line.error) {
                found->second = std::move(line);
            }
        }
    }
    std::vector<SweepLine> lines;
    lines.reserve(merged.size());
    for (auto& each : merged) {
        lines.push_back(std::move(each.second));
    }
    return lines;
}

}  // namespace arenascope
