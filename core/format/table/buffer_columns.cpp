#include "core/format/table/buffer_columns.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "core/base/error/quotation.h"
#include "core/base/text/plain_text.h"

namespace arenascope {
namespace {

/// A column, the names that a header may give it, and what it means to PlainRows.
struct KnownColumn {
    CsvColumn BufferColumns::*column;
    std::array<std::string_view, 3> spellings;  ///< empty ones at the end
    PlainColumn meaning = PlainColumn::ignored;
    bool is_required = false;

    [[nodiscard]] std::span<const std::string_view> names() const {
        return std::span(spellings).first(spellings.size() -
                                          static_cast<std::size_t>(std::ranges::count(spellings, std::string_view())));
    }
};

constexpr KnownColumn id_column{&BufferColumns::id, {"id", "buffer", "buffer_id"}, PlainColumn::name, true};
constexpr KnownColumn lower_column{&BufferColumns::lower, {"lower", "begin", "start"}, PlainColumn::begin, true};
constexpr KnownColumn upper_column{&BufferColumns::upper, {"upper", "end"}, PlainColumn::end, true};
constexpr KnownColumn known_columns[] = {
    id_column,
    lower_column,
    upper_column,
    {&BufferColumns::size, {"size"}, PlainColumn::size, true},
    {&BufferColumns::alignment, {"alignment"}, PlainColumn::alignment},
    {&BufferColumns::hint, {"hint"}, PlainColumn::hint},
    {&BufferColumns::gaps, {"gaps"}, PlainColumn::empty},
    {&BufferColumns::offset, {"offset"}, PlainColumn::offset},
    {&BufferColumns::kind, {"kind"}, PlainColumn::kind},
    {&BufferColumns::region, {"region"}, PlainColumn::region},
    {&BufferColumns::pin, {"pin"}, PlainColumn::pin},
    {&BufferColumns::height, {"height"}, PlainColumn::empty},
    {&BufferColumns::depth, {"depth"}, PlainColumn::empty},
    {&BufferColumns::batch, {"batch"}, PlainColumn::empty},
    {&BufferColumns::channels, {"channels"}, PlainColumn::empty},
    {&BufferColumns::may_take_over, {"may_take_over"}},
};

Expected<void> require(const CsvColumn& column, std::span<const std::string_view> names, const CsvRows& header) {
    if (column.is_there()) {
        return {};
    }
    std::string others;
    for (const std::string_view name : names.subspan(1)) {
        others += (others.empty() ? "; other names for it are " : " or ") + std::string(name);
    }
    return header.failure_here(
        "the header has no column " + in_quotes(names.front()),
        "a list of buffers has the columns id, lower, upper (or end, inclusive) and size" + others);
}

bool names_one_of(const CsvRows& header, std::span<const std::string_view> names) {
    return std::ranges::any_of(header.cells(), [names](const CsvCell& cell) {
        return std::ranges::find(names, lower_case(cell.text)) != names.end();
    });
}

}  // namespace

bool is_minimalloc_header(std::string_view first_line) {
    CsvRows rows(first_line, {});
    if (const auto has_row = rows.next(); !has_row || !*has_row) {
        return false;
    }
    return names_one_of(rows, id_column.names()) || names_one_of(rows, lower_column.names()) ||
           names_one_of(rows, upper_column.names());
}

bool names_lifetimes(std::string_view first_line) {
    CsvRows rows(first_line, {});
    const auto has_row = rows.next();
    return has_row && *has_row && names_one_of(rows, lower_column.names()) && names_one_of(rows, upper_column.names());
}

std::string unknown_columns(const CsvRows& header, const BufferColumns& columns) {
    std::string names;
    for (std::size_t i = 0; i < columns.count; ++i) {
        const auto is_here = [&](const KnownColumn& known) { return (columns.*known.column).position == i; };
        if (std::ranges::none_of(known_columns, is_here)) {
            names += (names.empty() ? "" : ", ") + in_quotes(header.cell(i));
        }
    }
    return names;
}

Expected<BufferColumns> read_buffer_header(const CsvRows& header) {
    BufferColumns columns;
    columns.count = column_count(header);
    for (const KnownColumn& known : known_columns) {
        auto column = find_column(header, known.names());
        if (!column) {
            return failure(std::move(column.error()));
        }
        columns.*known.column = std::move(*column);
    }
    for (const KnownColumn& known : known_columns) {
        auto found = known.is_required ? require(columns.*known.column, known.names(), header) : Expected<void>();
        if (!found) {
            return failure(std::move(found.error()));
        }
    }
    columns.inclusive_end = lower_case(columns.upper.name) == "end";
    return columns;
}

std::vector<PlainColumn> plain_columns(const BufferColumns& columns) {
    std::vector<PlainColumn> plain(columns.count, PlainColumn::ignored);
    for (const KnownColumn& known : known_columns) {
        const CsvColumn& column = columns.*known.column;
        if (column.is_there()) {
            const bool is_inclusive = known.meaning == PlainColumn::end && columns.inclusive_end;
            plain[column.position] = is_inclusive ? PlainColumn::inclusive_end : known.meaning;
        }
    }
    return plain;
}

}  // namespace arenascope
