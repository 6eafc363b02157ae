#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error/error.h"
#include "core/base/text/read_progress.h"

namespace arenascope {

/// One field of a row, without its quotes and the spaces around it.
struct CsvCell {
    std::string_view text;
};

/// Iterates over the rows of a CSV text. Lines end in LF or CRLF, and blank rows are skipped. A cell in double quotes
/// may contain commas, line ends and doubled quotes. A cell without quotes is not copied. The text must outlive this
/// object.
class CsvRows {
public:
    /// `progress` is called about every quarter of a megabyte with the bytes that have been read.
    CsvRows(std::string_view text, std::string source, ReadProgress progress = {});

    /// Advances to the next row; false after the last one. Errors: a line longer than `csv_line_limit`, an unclosed
    /// quote.
    [[nodiscard]] Expected<bool> next();

    /// The cells of the current row; valid until `next` is called.
    [[nodiscard]] std::span<const CsvCell> cells() const { return cells_; }
    /// The text of a cell; empty if the row has fewer cells.
    [[nodiscard]] std::string_view cell(std::size_t column) const {
        return column < cells_.size() ? cells_[column].text : std::string_view();
    }
    /// 1-based line where the current row begins.
    [[nodiscard]] std::int64_t line() const { return line_; }
    [[nodiscard]] const std::string& source() const { return source_; }
    /// The text after the current row.
    [[nodiscard]] std::string_view rest() const { return rest_; }
    /// A failure that names the current line.
    [[nodiscard]] tl::unexpected<Error> failure_here(std::string cause, std::string cure) const;

private:
    void split_plain(std::string_view line);
    [[nodiscard]] Expected<void> split_quoted();
    [[nodiscard]] bool is_blank() const;

    std::string_view rest_;
    std::size_t size_;
    std::size_t reported_;  ///< length of `rest_` at the last progress report
    ReadProgress progress_;
    std::string source_;
    std::int64_t line_ = 0;
    std::int64_t next_line_ = 1;
    std::vector<CsvCell> cells_;
    std::deque<std::string> unquoted_;  ///< contents of the quoted cells in the current row
};

/// The column of a header that holds a certain value.
struct CsvColumn {
    static constexpr std::size_t absent = static_cast<std::size_t>(-1);
    std::size_t position = absent;
    std::string name;  ///< as the header spells it
    [[nodiscard]] bool is_there() const { return position != absent; }
};

/// The number of columns in a header, without empty ones at its end.
[[nodiscard]] std::size_t column_count(const CsvRows& header);

/// An error if a row has text in a cell beyond the columns of its header. This catches a name with an unquoted comma,
/// which would shift the other cells.
[[nodiscard]] Expected<void> check_no_cell_beyond(std::size_t columns, const CsvRows& row);

/// The first column whose name is one of `names`, ignoring case; absent if there is none. Two such columns are an
/// error.
[[nodiscard]] Expected<CsvColumn> find_column(const CsvRows& header, std::span<const std::string_view> names);

/// Parses a 64-bit integer, see decimal_number(); `column` is its name in the error.
[[nodiscard]] Expected<std::int64_t> integer_in(std::string_view text, const CsvRows& row, std::string_view column);

/// Appends a cell, quoted if it needs quotes.
void append_csv_cell(std::string& out, std::string_view text);

}  // namespace arenascope
