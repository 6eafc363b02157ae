#include "core/format/assignment_csv.h"

#include <array>
#include <utility>

#include "core/base/error/quotation.h"
#include "core/base/text/csv_rows.h"
#include "core/base/text/plain_text.h"
#include "core/format/table/row_values.h"

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
    RowValues values(rows);
    bool has_row = values.next();
    Columns columns;
    if (has_row && is_header(rows)) {
        columns = values.kept(read_header(rows));
        has_row = values.next();
    }
    std::vector<NamedCore> list;
    for (; has_row; has_row = values.next()) {
        values.keep(check_no_cell_beyond(columns.count, rows));
        NamedCore line{std::string(values.text(columns.node)), std::string(values.text(columns.core)), rows.line()};
        if (line.node.empty() || line.core.empty()) {
            values.refuse(line.node.empty() ? "the row names no operator" : "the row names no core", assignment_shape);
        }
        list.push_back(std::move(line));
    }
    if (values.error()) {
        return failure(*values.error());
    }
    if (list.empty()) {
        return failure(Error{source, 0, "the file assigns no operator to a core", assignment_shape});
    }
    return list;
}

}  // namespace arenascope
