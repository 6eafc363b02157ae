#include "core/format/printed/vela_log.h"

#include <algorithm>
#include <array>

#include "core/base/error/quotation.h"
#include "core/base/text/log_lines.h"
#include "core/base/text/plain_text.h"
#include "core/base/text/unique_names.h"
#include "core/format/printed/printed_plan.h"

namespace arenascope {
namespace {

struct Row {
    std::int64_t begin = 0;
    std::int64_t end = 0;
    std::int64_t from = 0;
    std::int64_t to = 0;
    std::int64_t size = 0;
    std::int64_t usage = 0;
    std::string_view purpose;
    std::string_view name;
    std::int64_t line = 0;
};

struct Table {
    std::string_view heading;
    std::int64_t line = 0;
    std::vector<Row> rows;
};

LogScanner start_of_row(std::string_view line, Row& row) {
    LogScanner scanner(line);
    scanner.number(row.begin).pass({"-"}).number(row.end).pass({":", "0x"});
    return scanner;
}

bool read_row(std::string_view line, Row& row) {
    LogScanner scanner(line);
    scanner.number(row.begin).pass({"-"}).number(row.end).pass({":"});
    scanner.address(row.from).pass({"-"}).address(row.to).pass({":"});
    scanner.number(row.size).pass({":"}).number(row.usage);
    // A blank between the usage and the colon means that the table has no purpose column.
    const bool has_purpose = scanner.rest().starts_with(':');
    scanner.pass({":"});
    if (has_purpose) {
        scanner.text(row.purpose, ":");
    }
    row.purpose = trimmed(row.purpose);
    row.name = trimmed(scanner.rest());
    return scanner.found() && !row.name.empty();
}

bool is_column_line(std::string_view line) {
    LogScanner scanner(line);
    return scanner.pass({"Start Time", "-", "End Time", ":"}).found();
}

/// The known memory area that a heading names. Empty: none.
std::string_view known_area_in(std::string_view heading) {
    constexpr std::array<std::string_view, 5> areas = {"OnChipFlash", "OffChipFlash", "Shram", "Sram", "Dram"};
    const std::string lower = lower_case(heading);
    for (const std::string_view area : areas) {
        if (lower.find(lower_case(area)) != std::string::npos) {
            return area;
        }
    }
    return {};
}

/// The memory area of a heading: a known area, else the word after `mem_area`, else the whole heading.
std::string area_in(std::string_view heading) {
    if (const std::string_view area = known_area_in(heading); !area.empty()) {
        return std::string(area);
    }
    const std::string lower = lower_case(heading);
    constexpr std::string_view mark = "mem_area";
    if (const std::size_t position = lower.find(mark); position != std::string::npos) {
        constexpr std::string_view separators = " \t,;:=";
        const std::size_t begin = heading.find_first_not_of(separators, position + mark.size());
        if (begin != std::string_view::npos) {
            return shown(heading.substr(begin, heading.find_first_of(separators, begin) - begin));
        }
    }
    return heading.empty() ? "memory" : shown(heading);
}

/// Whether the printed usage equals the live bytes at the begin of each row, with End Time inclusive or exclusive.
bool usage_agrees(const std::vector<Row>& rows, bool inclusive) {
    struct Change {
        std::int64_t step;
        std::int64_t bytes;
    };
    std::vector<Change> changes;
    for (const Row& row : rows) {
        const auto end = checked_add(row.end, inclusive ? 1 : 0);
        if (!end || row.size < 0) {
            return false;
        }
        changes.push_back({row.begin, row.size});
        changes.push_back({*end, -row.size});
    }
    std::ranges::sort(changes, [](const Change& a, const Change& b) { return a.step < b.step; });
    std::vector<const Row*> order;
    order.reserve(rows.size());
    for (const Row& row : rows) {
        order.push_back(&row);
    }
    std::ranges::sort(order, [](const Row* a, const Row* b) { return a->begin < b->begin; });
    std::int64_t live = 0;
    std::size_t next = 0;
    for (const Row* row : order) {
        for (; next < changes.size() && changes[next].step <= row->begin; ++next) {
            const auto sum = checked_add(live, changes[next].bytes);
            if (!sum) {
                return false;
            }
            live = *sum;
        }
        if (live != row->usage) {
            return false;
        }
    }
    return true;
}

/// Whether a line begins like a row of Vela's allocation table.
bool is_vela_line(std::string_view line) {
    Row row;
    return start_of_row(line, row).found();
}

class VelaLogReader {
public:
    explicit VelaLogReader(const std::string& source) : source_(source) {}

    Expected<Document> read(std::string_view content) {
        LogLines lines(content);
        while (lines.next()) {
            if (auto done = read_line(lines); !done) {
                return tl::unexpected(done.error());
            }
        }
        if (tables_.empty()) {
            return failure(
                Error{source_, 0, "the log holds no allocation table", "run vela with --verbose-allocation"});
        }
        if (cut_) {
            plan_.notes.emplace_back("the log ends inside the table: rows or part of the last name may be missing");
        }
        return document();
    }

private:
    Expected<void> read_line(const LogLines& lines) {
        const std::string_view text = trimmed(lines.text());
        if (is_column_line(text)) {
            begin_table(lines.number());
            return {};
        }
        Row row;
        row.line = lines.number();
        if (!is_vela_line(text)) {
            if (text.find_first_not_of('#') != std::string_view::npos) {
                heading_ = text;
            }
            return {};
        }
        if (!read_row(text, row)) {
            return failure(Error{source_, row.line, "the row is incomplete: " + in_quotes(text),
                                 "a row reads: 0 - 1: 0x0 - 0x2400: 9216: 9216: FeatureMap: name"});
        }
        if (row.to < row.from) {
            return failure(Error{source_, row.line, in_quotes(row.name) + " ends before its first address",
                                 "print the table again"});
        }
        // Some logs have no line of column names. Then the name of another area begins the next table.
        if (tables_.empty() || (!tables_.back().rows.empty() && !known_area_in(heading_).empty())) {
            begin_table(lines.number());
        }
        tables_.back().rows.push_back(row);
        cut_ = lines.may_be_cut();
        return {};
    }

    /// A second table with the same heading is the result of a later attempt and replaces the first.
    void begin_table(std::int64_t line) {
        if (!heading_.empty()) {
            const auto same =
                std::ranges::find_if(tables_, [this](const Table& table) { return table.heading == heading_; });
            if (same != tables_.end() && !same->rows.empty()) {
                plan_.notes.push_back("the table in line " + std::to_string(line) + " replaces the one on line " +
                                      std::to_string(same->line) + ", which has the same heading");
                tables_.erase(same);
            }
        }
        tables_.push_back({heading_, line, {}});
        heading_ = {};
    }

    Expected<Document> document() {
        plan_.regions.clear();
        for (const Table& table : tables_) {
            if (!table.rows.empty()) {
                if (auto added = add_table(table); !added) {
                    return tl::unexpected(added.error());
                }
            }
        }
        if (plan_.regions.empty()) {
            return failure(Error{source_, tables_.front().line, "the table has no rows",
                                 "the log may have been cut off: print it again"});
        }
        auto made = document_of(std::move(plan_), source_);
        if (made) {
            add_sharing(*made);
        }
        return made;
    }

    Expected<void> add_table(const Table& table) {
        const RegionIndex region(plan_.regions.size());
        Region memory;
        // An area may be printed for several parts of the network. Each is a memory of its own.
        memory.name = areas_.add(std::string(area_in(table.heading)));
        plan_.regions.push_back(std::move(memory));
        const bool exclusive = usage_agrees(table.rows, false) && !usage_agrees(table.rows, true);
        for (const Row& row : table.rows) {
            const auto uses = lifetime_of_uses(row.begin, row.end);
            if (!uses) {
                return failure(
                    Error{source_, row.line, "the end time does not fit in 64 bits", "write a smaller number"});
            }
            Buffer buffer;
            buffer.name = row.name;
            buffer.size = Bytes(row.size);
            buffer.lifetime = exclusive ? Lifetime{Step(row.begin), Step(row.end)} : *uses;
            buffer.kind = lower_case(row.purpose).starts_with("scratch") ? BufferKind::scratch : BufferKind::activation;
            buffer.region = region;
            plan_.buffers.push_back({std::move(buffer), Offset(row.from), row.line});
        }
        return {};
    }

    const std::string& source_;
    std::vector<Table> tables_;
    std::string_view heading_;
    PrintedPlan plan_;
    UniqueNames areas_;
    bool cut_ = false;
};

}  // namespace

Format vela_log_format() {
    return {.description = {FileFormat::vela_log, "vela-log", "Vela log", "*.txt *.log",
                            FormatMaker::microcontroller_tool, FormatKind::printed_plan},
            .signs = {.is_line = is_vela_line},
            .read = [](const FormatInput& input) { return VelaLogReader(input.source).read(input.content); }};
}

}  // namespace arenascope
