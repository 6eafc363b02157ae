#include "core/format/table/buffer_columns.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <span>
#include <utility>

#include "core/base/error/quotation.h"
#include "core/base/text/plain_text.h"

namespace arenascope {
namespace {

constexpr std::array<std::string_view, 3> id_names{"id", "buffer", "buffer_id"};
constexpr std::array<std::string_view, 3> lower_names{"lower", "begin", "start"};
constexpr std::array<std::string_view, 2> upper_names{"upper", "end"};
constexpr std::array<std::string_view, 1> size_names{"size"};
constexpr std::array<std::string_view, 1> alignment_names{"alignment"};
constexpr std::array<std::string_view, 1> hint_names{"hint"};
constexpr std::array<std::string_view, 1> gaps_names{"gaps"};
constexpr std::array<std::string_view, 1> offset_names{"offset"};
constexpr std::array<std::string_view, 1> kind_names{"kind"};
constexpr std::array<std::string_view, 1> region_names{"region"};
constexpr std::array<std::string_view, 1> pin_names{"pin"};
constexpr std::array<std::string_view, 1> height_names{"height"};
constexpr std::array<std::string_view, 1> depth_names{"depth"};
constexpr std::array<std::string_view, 1> batch_names{"batch"};
constexpr std::array<std::string_view, 1> channels_names{"channels"};
constexpr std::array<std::string_view, 1> may_take_over_names{"may_take_over"};

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
    return std::any_of(header.cells().begin(), header.cells().end(), [names](const CsvCell& cell) {
        return std::find(names.begin(), names.end(), lower_case(cell.text)) != names.end();
    });
}

}  // namespace

bool is_minimalloc_header(std::string_view first_line) {
    CsvRows rows(first_line, {});
    if (const auto has_row = rows.next(); !has_row || !*has_row) {
        return false;
    }
    return names_one_of(rows, id_names) || names_one_of(rows, lower_names) || names_one_of(rows, upper_names);
}

bool names_lifetimes(std::string_view first_line) {
    CsvRows rows(first_line, {});
    const auto has_row = rows.next();
    return has_row && *has_row && names_one_of(rows, lower_names) && names_one_of(rows, upper_names);
}

std::string unknown_columns(const CsvRows& header, const BufferColumns& columns) {
    std::string names;
    for (std::size_t i = 0; i < columns.count; ++i) {
        const auto is_here = [i](const CsvColumn* column) { return column->position == i; };
        const std::initializer_list<const CsvColumn*> all = {
            &columns.id,        &columns.lower,  &columns.upper,    &columns.size,
            &columns.alignment, &columns.hint,   &columns.gaps,     &columns.offset,
            &columns.kind,      &columns.region, &columns.pin,      &columns.height,
            &columns.depth,     &columns.batch,  &columns.channels, &columns.may_take_over};
        if (std::none_of(all.begin(), all.end(), is_here)) {
            names += (names.empty() ? "" : ", ") + in_quotes(header.cell(i));
        }
    }
    return names;
}

Expected<BufferColumns> read_buffer_header(const CsvRows& header) {
    BufferColumns columns;
    columns.count = column_count(header);
    struct Wanted {
        CsvColumn* column;
        std::span<const std::string_view> names;
    };
    const std::array<Wanted, 16> wanted{{{&columns.id, id_names},
                                         {&columns.lower, lower_names},
                                         {&columns.upper, upper_names},
                                         {&columns.size, size_names},
                                         {&columns.alignment, alignment_names},
                                         {&columns.hint, hint_names},
                                         {&columns.gaps, gaps_names},
                                         {&columns.offset, offset_names},
                                         {&columns.kind, kind_names},
                                         {&columns.region, region_names},
                                         {&columns.pin, pin_names},
                                         {&columns.height, height_names},
                                         {&columns.depth, depth_names},
                                         {&columns.batch, batch_names},
                                         {&columns.channels, channels_names},
                                         {&columns.may_take_over, may_take_over_names}}};
    for (const Wanted& want : wanted) {
        auto column = find_column(header, want.names);
        if (!column) {
            return failure(std::move(column.error()));
        }
        *want.column = std::move(*column);
    }
    for (const auto& [column, names] : {Wanted{&columns.id, id_names}, Wanted{&columns.lower, lower_names},
                                        Wanted{&columns.upper, upper_names}, Wanted{&columns.size, size_names}}) {
        if (auto found = require(*column, names, header); !found) {
            return failure(std::move(found.error()));
        }
    }
    columns.inclusive_end = lower_case(columns.upper.name) == "end";
    return columns;
}

std::vector<PlainColumn> plain_columns(const BufferColumns& columns) {
    std::vector<PlainColumn> plain(columns.count, PlainColumn::ignored);
    const auto set = [&plain](const CsvColumn& column, PlainColumn meaning) {
        if (column.is_there()) {
            plain[column.position] = meaning;
        }
    };
    set(columns.id, PlainColumn::name);
    set(columns.lower, PlainColumn::begin);
    set(columns.upper, columns.inclusive_end ? PlainColumn::inclusive_end : PlainColumn::end);
    set(columns.size, PlainColumn::size);
    set(columns.alignment, PlainColumn::alignment);
    set(columns.hint, PlainColumn::hint);
    set(columns.pin, PlainColumn::pin);
    set(columns.offset, PlainColumn::offset);
    set(columns.kind, PlainColumn::kind);
    set(columns.region, PlainColumn::region);
    for (const CsvColumn* column :
         {&columns.gaps, &columns.height, &columns.depth, &columns.batch, &columns.channels}) {
        set(*column, PlainColumn::empty);
    }
    return plain;
}

}  // namespace arenascope
