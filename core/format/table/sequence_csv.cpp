#include "core/format/table/sequence_csv.h"

#include <array>
#include <vector>

#include "core/base/error/quotation.h"
#include "core/base/text/csv_rows.h"
#include "core/base/text/plain_text.h"
#include "core/format/table/buffer_columns.h"
#include "core/format/table/row_values.h"

namespace arenascope {
namespace {

constexpr std::string_view sequence_shape =
    "a sequence has rows such as alloc,a,64,16 and free,a under op,name,size,alignment";

struct SequenceColumns {
    CsvColumn op{0, "op"};
    CsvColumn name{1, "name"};
    CsvColumn size{2, "size"};
    CsvColumn alignment{3, "alignment"};
    std::size_t count = 4;
    std::string unknown;
};

Expected<SequenceColumns> read_sequence_header(const CsvRows& header) {
    SequenceColumns columns;
    columns.count = column_count(header);
    std::array<bool, 4> needed{true, true, true, false};
    std::array<CsvColumn*, 4> wanted{&columns.op, &columns.name, &columns.size, &columns.alignment};
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        const std::string name = wanted[i]->name;
        const std::string_view spelling = name;
        auto column = find_column(header, std::span(&spelling, 1));
        if (!column) {
            return failure(std::move(column.error()));
        }
        if (needed[i] && !column->is_there()) {
            return header.failure_here("the header has no column " + in_quotes(name), std::string(sequence_shape));
        }
        *wanted[i] = std::move(*column);
    }
    for (std::size_t i = 0; i < header.cells().size(); ++i) {
        const bool known = columns.op.position == i || columns.name.position == i || columns.size.position == i ||
                           columns.alignment.position == i;
        if (!known && !header.cell(i).empty()) {
            columns.unknown += (columns.unknown.empty() ? "" : ", ") + in_quotes(header.cell(i));
        }
    }
    return columns;
}

MemoryOperation read_operation(RowValues& values, const SequenceColumns& columns) {
    const CsvRows& row = values.rows();
    values.keep(check_no_cell_beyond(columns.count, row));
    MemoryOperation operation;
    operation.line = row.line();
    const std::string_view op = values.text(columns.op);
    const auto kind = operation_kind_named(op);
    if (!kind) {
        values.refuse("there is no operation " + in_quotes(op), "an operation is alloc or free");
        return operation;
    }
    operation.kind = *kind;
    operation.name = values.text(columns.name);
    if (operation.name.empty()) {
        values.refuse("column 'name' is empty", std::string(sequence_shape));
    }
    if (operation.kind == MemoryOperation::Kind::allocate) {
        if (row.cells().size() <= columns.size.position) {
            values.refuse("the row is too short: an alloc needs a size", std::string(sequence_shape));
        }
        operation.size = Bytes(values.number(columns.size));
        operation.alignment = Bytes(values.optional_number(columns.alignment).value_or(operation.alignment.value()));
    }
    return operation;
}

Expected<Document> parse_sequence_csv(const FormatInput& input) {
    CsvRows rows(input.content, input.source, input.progress);
    RowValues values(rows);
    if (!values.next()) {
        return failure(values.error().value_or(Error{input.source, 0, "it is empty", std::string(sequence_shape)}));
    }
    SequenceColumns columns;
    bool has_row = true;
    if (!operation_kind_named(rows.cell(0))) {
        columns = values.kept(read_sequence_header(rows));
        has_row = values.next();
    }
    std::vector<MemoryOperation> operations;
    for (; has_row; has_row = values.next()) {
        operations.push_back(read_operation(values, columns));
    }
    if (values.error()) {
        return failure(*values.error());
    }
    auto document = document_of(operations, input.source);
    if (document && !columns.unknown.empty()) {
        document->notes.push_back("unknown columns are ignored: " + columns.unknown);
    }
    return document;
}

}  // namespace

std::optional<MemoryOperation::Kind> operation_kind_named(std::string_view text) {
    const std::string name = lower_case(text);
    if (name == "alloc" || name == "allocate") {
        return MemoryOperation::Kind::allocate;
    }
    return name == "free" ? std::optional(MemoryOperation::Kind::free) : std::nullopt;
}

bool is_sequence_header(std::string_view first_line) {
    CsvRows rows(first_line, {});
    if (const auto has_row = rows.next(); !has_row || !*has_row) {
        return false;
    }
    bool has_op = false;
    for (const CsvCell& cell : rows.cells()) {
        has_op = has_op || lower_case(cell.text) == "op";
    }
    // A list of buffers may have a column `op` as well. A sequence has no lifetimes.
    return (has_op || operation_kind_named(rows.cell(0)).has_value()) && !names_lifetimes(first_line);
}

Expected<Document> document_of(std::span<const MemoryOperation> operations, const std::string& source) {
    if (operations.empty()) {
        return failure(Error{source, 0, "the file holds no operation", "list at least one allocation"});
    }
    auto buffers = convert_to_rectangles(operations, source);
    if (!buffers) {
        return failure(std::move(buffers.error()));
    }
    std::vector<std::int64_t> lines;
    lines.reserve(buffers->size());
    for (const MemoryOperation& operation : operations) {
        if (operation.kind == MemoryOperation::Kind::allocate) {
            lines.push_back(operation.line);
        }
    }
    Document document;
    document.problem.buffers = std::move(*buffers);
    document.layout = empty_layout(document.problem);
    return validate(document.problem, source, lines).map([&] { return std::move(document); });
}

Format sequence_csv_format() {
    return {.description = {FileFormat::sequence_csv, "sequence-csv", "list of memory operations", "*.csv"},
            .signs = {.is_header = is_sequence_header},
            .read = parse_sequence_csv};
}

}  // namespace arenascope
