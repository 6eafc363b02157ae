#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/error/error.h"
#include "core/text/read_progress.h"

namespace arenascope {

/// One field of a row, without surrounding spaces and quotes.
struct CsvCell {
    std::string_view text;
};

/// Walks through the rows of a CSV text. Lines may end in LF or CRLF; a row without anything in it is passed over; a
/// cell in double quotes may hold commas, line ends and (doubled) quotes. Takes no memory for a cell without quotes.
/// The text must outlive the rows.
class CsvRows {
public:
    /// `progress` is told how many bytes are behind the current row, every quarter of a megabyte.
    CsvRows(std::string_view text, std::string source, ReadProgress progress = {});

    /// Goes to the next row; false behind the last one. Errors: a line above `csv_line_limit`, an open quote.
    [[nodiscard]] Expected<bool> next();

    /// Cells of the current row; valid until the next one.
    [[nodiscard]] std::span<const CsvCell> cells() const { return cells_; }
    /// The text of a cell; empty for one that the row has not.
    [[nodiscard]] std::string_view cell(std::size_t column) const {
        return column < cells_.size() ? cells_[column].text : std::string_view();
    }
    /// 1-based line on which the current row begins.
    [[nodiscard]] std::int64_t line() const { return line_; }
    [[nodiscard]] const std::string& source() const { return source_; }
    /// A failure that names the current line.
    [[nodiscard]] tl::unexpected<Error> failure_here(std::string cause, std::string cure) const;

private:
    void split_plain(std::string_view line);
    [[nodiscard]] Expected<void> split_quoted();
    [[nodiscard]] bool is_blank() const;

    std::string_view rest_;
    std::size_t size_;
    std::size_t told_;  ///< length of the rest when progress was told last
    ReadProgress progress_;
    std::string source_;
    std::int64_t line_ = 0;
    std::int64_t next_line_ = 1;
    std::vector<CsvCell> cells_;
    std::deque<std::string> unquoted_;  ///< texts of quoted cells of the current row
};

/// Which column of a header holds what a reader looks for.
struct CsvColumn {
    static constexpr std::size_t absent = static_cast<std::size_t>(-1);
    std::size_t position = absent;
    std::string name;  ///< as the header spells it
    [[nodiscard]] bool is_there() const { return position != absent; }
};

/// How many columns a header has, empty ones at its end aside.
[[nodiscard]] std::size_t column_count(const CsvRows& header);

/// That a row has nothing in cells beyond the columns of its header: a name with a bare comma would shift all others.
[[nodiscard]] Expected<void> no_cell_beyond(std::size_t columns, const CsvRows& row);

/// The first column called by one of `names`, upper and lower case alike; two such columns are an error.
[[nodiscard]] Expected<CsvColumn> find_column(const CsvRows& header, std::span<const std::string_view> names);

/// A whole number of 64 bits; `column` names it in the error.
[[nodiscard]] Expected<std::int64_t> integer_in(std::string_view text, const CsvRows& row, std::string_view column);

/// Adds a cell, in quotes where it would otherwise be read as something else.
void append_csv_cell(std::string& out, std::string_view text);

}  // namespace arenascope
