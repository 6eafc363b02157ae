#include "core/format/table/sequence_csv.h"

#include <array>
#include <vector>

#include "core/base/error/quotation.h"
#include "core/base/text/csv_rows.h"
#include "core/base/text/plain_text.h"
#include "core/format/table/buffer_columns.h"

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

Expected<MemoryOperation> read_operation(const CsvRows& row, const SequenceColumns& columns) {
    if (auto fits = check_no_cell_beyond(columns.count, row); !fits) {
        return failure(std::move(fits.error()));
    }
    MemoryOperation operation;
    operation.line = row.line();
    const std::string_view op = row.cell(columns.op.position);
    const auto kind = operation_kind_named(op);
    if (!kind) {
        return row.failure_here("there is no operation " + in_quotes(op), "an operation is alloc or free");
    }
    operation.kind = *kind;
    operation.name = row.cell(columns.name.position);
    if (operation.name.empty()) {
        return row.failure_here("column 'name' is empty", std::string(sequence_shape));
    }
    if (operation.kind == MemoryOperation::Kind::free) {
        return operation;
    }
    if (row.cells().size() <= columns.size.position) {
        return row.failure_here("the row is too short: an alloc needs a size", std::string(sequence_shape));
    }
    const auto size = integer_in(row.cell(columns.size.position), row, "size");
    if (!size) {
        return failure(size.error());
    }
    operation.size = Bytes(*size);
    const std::string_view alignment_text =
        columns.alignment.is_there() ? row.cell(columns.alignment.position) : std::string_view();
    if (!alignment_text.empty()) {
        const auto alignment = integer_in(alignment_text, row, "alignment");
        if (!alignment) {
            return failure(alignment.error());
        }
        operation.alignment = Bytes(*alignment);
    }
    return operation;
}

Expected<Document> parse_sequence_csv(const FormatInput& input) {
    CsvRows rows(input.content, input.source, input.progress);
    auto has_row = rows.next();
    if (!has_row || !*has_row) {
        return has_row ? failure(Error{input.source, 0, "it is empty", std::string(sequence_shape)})
                       : failure(std::move(has_row.error()));
    }
    SequenceColumns columns;
    const bool has_header = !operation_kind_named(rows.cell(0));
    if (has_header) {
        auto header = read_sequence_header(rows);
        if (!header) {
            return failure(std::move(header.error()));
        }
        columns = std::move(*header);
        has_row = rows.next();
    }
    std::vector<MemoryOperation> operations;
    for (; has_row && *has_row; has_row = rows.next()) {
        auto operation = read_operation(rows, columns);
        if (!operation) {
            return failure(std::move(operation.error()));
        }
        operations.push_back(std::move(*operation));
    }
    if (!has_row) {
        return failure(std::move(has_row.error()));
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
    if (name == "free") {
        return MemoryOperation::Kind::free;
    }
    return std::nullopt;
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
    if (auto valid = validate(document.problem, source, lines); !valid) {
        return failure(std::move(valid.error()));
    }
    return document;
}

Format sequence_csv_format() {
    return {.description = {FileFormat::sequence_csv, "sequence-csv", "list of memory operations", "*.csv"},
            .signs = {.is_header = is_sequence_header},
            .read = parse_sequence_csv};
}

}  // namespace arenascope
