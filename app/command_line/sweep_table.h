#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/command_line/sweep_line.h"
#include "core/base/error/error.h"

namespace arenascope {

enum class SweepFormat : std::uint8_t { csv, jsonl, html };

/// The format of a table by the suffix of its path. Error: another suffix.
[[nodiscard]] Expected<SweepFormat> sweep_format_of(const std::string& path);

/// The name of a file as all tables can hold it. Lines with the same one are about the same file.
[[nodiscard]] std::string line_key(const SweepLine& line);

/// A table: CSV and JSON lines by file, HTML with the worst first. `lines` are sorted by key. Linear.
[[nodiscard]] std::string sweep_table_text(const std::vector<SweepLine>& lines, SweepFormat format);

/// The lines of a table of any format, in its order; `source` names it in errors. CSV has no pictures. An incomplete
/// last line is left out if `is_torn_allowed`, and is otherwise an error, as is anything else that is no table. Linear.
[[nodiscard]] Expected<std::vector<SweepLine>> sweep_lines(std::string_view content, const std::string& source,
                                                           bool is_torn_allowed);

/// A table that is merged.
struct SweepShard {
    std::string path;
    std::vector<SweepLine> lines;
};

/// All lines by key. A file in several tables is one line; one without an error is preferred. Errors: the tables were
/// made by different versions or with different switches, or a file had another content. O(n log n).
[[nodiscard]] Expected<std::vector<SweepLine>> merged_lines(std::vector<SweepShard> shards);

/// A text as a cell of a spreadsheet that no program takes for a formula: if it begins with `= + - @` or a quote, also
/// behind blanks, a single quote stands before it. Invisible characters are escaped.
[[nodiscard]] std::string spreadsheet_cell(std::string_view text);

}  // namespace arenascope
