#include "core/format/assignment_csv.h"

#include <array>
#include <utility>

#include "core/base/error/quotation.h"
#include "core/base/text/csv_rows.h"
#include "core/base/text/plain_text.h"

namespace arenascope {
namespace {

constexpr const char* assignment_shape = "an assignment has rows such as conv1,0 under operator,core";

struct Columns {
    CsvColumn node{0, "operator"};
    CsvColumn core{1, "core"};
    std::size_t count = 2;
};

bool is_header(const CsvRows& row) {
    return lower_case(row.cell(0)) == "operator" || lower_case(row.cell(1)) == "operator";
}

Expected<Columns> read_header(const CsvRows& header) {
    Columns columns;
    columns.count = column_count(header);
    for (CsvColumn* column : {&columns.node, &columns.core}) {
        const std::string name = column->name;
        const std::string_view spelling = name;
        auto found = find_column(header, std::span(&spelling, 1));
        if (!found) {
            return failure(std::move(found.error()));
        }
        if (!found->is_there()) {
            return header.failure_here("the header has no column " + in_quotes(name), assignment_shape);
        }
        *column = std::move(*found);
    }
    return columns;
}

}  // namespace

Expected<std::vector<NamedCore>> parse_assignment_csv(std::string_view content, const std::string& source) {
    CsvRows rows(content, source);
    auto has_row = rows.next();
    Columns columns;
    if (has_row && *has_row && is_header(rows)) {
        auto header = read_header(rows);
        if (!header) {
            return failure(std::move(header.error()));
        }
        columns = std::move(*header);
        has_row = rows.next();
    }
    std::vector<NamedCore> list;
    for (; has_row && *has_row; has_row = rows.next()) {
        if (auto fits = check_no_cell_beyond(columns.count, rows); !fits) {
            return failure(std::move(fits.error()));
        }
        NamedCore line{std::string(rows.cell(columns.node.position)), std::string(rows.cell(columns.core.position)),
                       rows.line()};
        if (line.node.empty() || line.core.empty()) {
            return rows.failure_here(line.node.empty() ? "the row names no operator" : "the row names no core",
                                     assignment_shape);
        }
        list.push_back(std::move(line));
    }
    if (!has_row) {
        return failure(std::move(has_row.error()));
    }
    if (list.empty()) {
        return failure(Error{source, 0, "the file assigns no operator to a core", assignment_shape});
    }
    return list;
}

}  // namespace arenascope
