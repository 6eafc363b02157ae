#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error/error.h"
#include "core/base/text/csv_rows.h"
#include "core/format/table/plain_rows.h"

namespace arenascope {

/// The columns of MiniMalloc CSV, see parse_minimalloc_csv().
struct BufferColumns {
    CsvColumn id, lower, upper, size, alignment, hint, gaps, offset, kind, region, pin, height, depth, batch, channels,
        may_take_over;
    bool inclusive_end = false;
    std::size_t count = 0;  ///< columns of the header, except empty ones at its end
};

/// Whether the first row of a CSV text has a column that only a list of buffers has.
[[nodiscard]] bool is_minimalloc_header(std::string_view first_line);

/// Whether the first row has columns for both ends of a lifetime. If it has, the text is a list of buffers.
[[nodiscard]] bool names_lifetimes(std::string_view first_line);

/// The columns that a header names. An error if one that each list needs is missing, or two mean the same.
[[nodiscard]] Expected<BufferColumns> read_buffer_header(const CsvRows& header);

/// The names of the other columns in quotes; empty: there is none.
[[nodiscard]] std::string unknown_columns(const CsvRows& header, const BufferColumns& columns);

/// The columns in the order of the header, as PlainRows reads them.
[[nodiscard]] std::vector<PlainColumn> plain_columns(const BufferColumns& columns);

}  // namespace arenascope
