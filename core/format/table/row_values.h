#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/text/csv_rows.h"

namespace arenascope {

/// Reads the values of a table row by row, and keeps the first error. After an error, all values are meaningless: the
/// caller asks for it once for each row.
class RowValues {
public:
    explicit RowValues(CsvRows& rows) : rows_(rows) {}

    /// Advances to the next row. False: there is none, or an error was found.
    [[nodiscard]] bool next() { return !error_ && kept(rows_.next()); }

    [[nodiscard]] const CsvRows& rows() const { return rows_; }
    [[nodiscard]] const std::optional<Error>& error() const { return error_; }

    /// The text in a column; empty if there is no such column.
    [[nodiscard]] std::string_view text(const CsvColumn& column) const { return rows_.cell(column.position); }
    [[nodiscard]] std::int64_t number(const CsvColumn& column) {
        return kept(integer_in(text(column), rows_, column.name));
    }
    /// Empty if the cell is empty or there is no such column.
    [[nodiscard]] std::optional<std::int64_t> optional_number(const CsvColumn& column) {
        return text(column).empty() ? std::nullopt : std::optional(number(column));
    }

    /// Notes an error in the current row.
    void refuse(std::string cause, std::string cure) {
        static_cast<void>(kept(Expected<bool>(rows_.failure_here(std::move(cause), std::move(cure)))));
    }
    /// The value that was read; without one, notes the error.
    template <class Value>
    [[nodiscard]] Value kept(Expected<Value> read) {
        if (!read && !error_) {
            error_ = std::move(read.error());
        }
        return std::move(read).value_or(Value());
    }
    void keep(const Expected<void>& done) {
        if (!done && !error_) {
            error_ = done.error();
        }
    }

private:
    CsvRows& rows_;
    std::optional<Error> error_;
};

}  // namespace arenascope
