#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/text/csv_rows.h"
#include "core/model/memory/buffer.h"

namespace arenascope {

/// The exclusive end of a lifetime or gap: `end`, plus one if the column is inclusive. Error: it does not fit in 64
/// bits.
[[nodiscard]] Expected<Step> exclusive_end(std::int64_t end, bool inclusive, const CsvRows& row,
                                           std::string_view column);

/// Reads the gaps in a cell, sorted by begin: `lo-hi` or `lo-hi@wlo:whi`, separated by spaces. `inclusive` says whether
/// ends are inclusive, as in the column that ends lifetimes. Errors name row and column.
[[nodiscard]] Expected<std::vector<Gap>> read_gaps(std::string_view text, bool inclusive, const CsvRows& row,
                                                   std::string_view column);

/// Appends gaps in this notation, with exclusive ends.
void append_gaps(std::string& out, const std::vector<Gap>& gaps);

}  // namespace arenascope
