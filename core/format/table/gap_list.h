#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/memory/buffer.h"
#include "core/text/csv_rows.h"

namespace arenascope {

/// The end of a lifetime or a gap as a step that is not in it: one more where the column counts the last step in.
[[nodiscard]] Expected<Step> exclusive_end(std::int64_t end, bool inclusive, const CsvRows& row,
                                           std::string_view column);

/// The gaps of a cell, by begin: `lo-hi` or `lo-hi@wlo:whi`, with spaces between two. `inclusive` as of the column that
/// ends lifetimes. The error names row and column.
[[nodiscard]] Expected<std::vector<Gap>> read_gaps(std::string_view text, bool inclusive, const CsvRows& row,
                                                   std::string_view column);

/// Adds gaps as such a cell holds them, their ends exclusive.
void append_gaps(std::string& out, const std::vector<Gap>& gaps);

}  // namespace arenascope
