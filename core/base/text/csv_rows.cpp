#include "core/base/text/csv_rows.h"

#include <algorithm>

#include "core/base/error/quotation.h"
#include "core/base/text/content_limits.h"
#include "core/base/text/decimal_number.h"
#include "core/base/text/plain_text.h"

namespace arenascope {
namespace {

constexpr std::size_t report_interval = std::size_t{1} << 18U;

std::string_view without_carriage_return(std::string_view line) {
    if (!line.empty() && line.back() == '\r') {
        line.remove_suffix(1);
    }
    return line;
}

}  // namespace

CsvRows::CsvRows(std::string_view text, std::string source, ReadProgress progress)
    : rest_(without_byte_order_mark(text)),
      size_(rest_.size()),
      reported_(rest_.size()),
      progress_(std::move(progress)),
      source_(std::move(source)) {}

tl::unexpected<Error> CsvRows::failure_here(std::string cause, std::string cure) const {
    return failure(Error{source_, line_, std::move(cause), std::move(cure)});
}

bool CsvRows::is_blank() const {
    return std::all_of(cells_.begin(), cells_.end(), [](const CsvCell& cell) { return cell.text.empty(); });
}

void CsvRows::split_plain(std::string_view line) {
    while (true) {
        const std::size_t comma = line.find(',');
        cells_.push_back({trimmed(line.substr(0, comma))});
        if (comma == std::string_view::npos) {
            break;
        }
        line.remove_prefix(comma + 1);
    }
}

Expected<void> CsvRows::split_quoted() {
    const std::string_view whole = rest_;
    const auto open_quote = [this] {
        return failure_here("a double quote is opened and not closed", "close it on the same line or double it");
    };
    while (true) {
        rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t"), rest_.size()));
        if (!rest_.empty() && rest_.front() == '"') {
            std::string& text = unquoted_.emplace_back();
            rest_.remove_prefix(1);
            while (true) {
                const std::size_t quote = rest_.find('"');
                if (quote == std::string_view::npos || whole.size() - rest_.size() + quote > csv_line_limit) {
                    return open_quote();
                }
                text += rest_.substr(0, quote);
                rest_.remove_prefix(quote + 1);
                if (rest_.empty() || rest_.front() != '"') {
                    break;
                }
                text += '"';
                rest_.remove_prefix(1);
            }
            next_line_ += std::count(text.begin(), text.end(), '\n');
            cells_.push_back({text});
            const std::string_view after_quote = rest_.substr(0, rest_.find_first_of(",\n"));
            if (!trimmed(without_carriage_return(after_quote)).empty()) {
                return failure_here("there is text after the closing quote of cell " + std::to_string(cells_.size()),
                                    "put the whole cell in quotes and double the quotes in it");
            }
            rest_.remove_prefix(after_quote.size());
        } else {
            const std::string_view cell = rest_.substr(0, rest_.find_first_of(",\n"));
            rest_.remove_prefix(cell.size());
            cells_.push_back({trimmed(without_carriage_return(cell))});
        }
        const bool more = !rest_.empty() && rest_.front() == ',';
        rest_.remove_prefix(rest_.empty() ? 0 : 1);
        if (!more) {
            return {};
        }
    }
}

Expected<bool> CsvRows::next() {
    do {
        cells_.clear();
        unquoted_.clear();
        if (rest_.empty()) {
            return false;
        }
        line_ = next_line_++;
        const std::size_t end = rest_.find('\n');
        const std::string_view line = rest_.substr(0, end);
        if (line.size() > csv_line_limit) {
            return failure_here("the line is longer than " + std::to_string(csv_line_limit) + " bytes",
                                "open a CSV file with one buffer a line");
        }
        if (line.find('"') != std::string_view::npos) {
            if (auto split = split_quoted(); !split) {
                return failure(std::move(split.error()));
            }
        } else {
            split_plain(without_carriage_return(line));
            rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
        }
    } while (is_blank());
    if (reported_ - rest_.size() >= report_interval && progress_) {
        reported_ = rest_.size();
        progress_(size_ - reported_, size_);
    }
    return true;
}

std::size_t column_count(const CsvRows& header) {
    const auto cells = header.cells();
    std::size_t count = cells.size();
    while (count > 0 && cells[count - 1].text.empty()) {
        --count;
    }
    return count;
}

Expected<void> check_no_cell_beyond(std::size_t columns, const CsvRows& row) {
    for (std::size_t i = columns; i < row.cells().size(); ++i) {
        if (!row.cell(i).empty()) {
            return row.failure_here("the row is too long: " + std::to_string(row.cells().size()) + " cells under " +
                                        std::to_string(columns) + " columns",
                                    "write one cell for each column; put a name with a comma in double quotes");
        }
    }
    return {};
}

Expected<CsvColumn> find_column(const CsvRows& header, std::span<const std::string_view> names) {
    CsvColumn found;
    for (std::size_t i = 0; i < header.cells().size(); ++i) {
        const std::string_view name = header.cell(i);
        if (std::find(names.begin(), names.end(), lower_case(name)) == names.end()) {
            continue;
        }
        if (found.is_there()) {
            return header.failure_here(
                "columns " + in_quotes(found.name) + " and " + in_quotes(name) + " mean the same", "keep one of them");
        }
        found = {i, std::string(name)};
    }
    return found;
}

Expected<std::int64_t> integer_in(std::string_view text, const CsvRows& row, std::string_view column) {
    if (text.empty()) {
        return row.failure_here("column " + in_quotes(column) + " is empty", "write a whole number there");
    }
    const WholeNumber number = whole_number_in(text);
    switch (number.kind) {
        case WholeNumber::Kind::valid:
            return number.value;
        case WholeNumber::Kind::too_large:
            return row.failure_here(in_quotes(text) + " in column " + in_quotes(column) + " does not fit in 64 bits",
                                    "numbers stay below 2^63");
        case WholeNumber::Kind::no_number:
        case WholeNumber::Kind::fraction:
            break;
    }
    return row.failure_here(in_quotes(text) + " in column " + in_quotes(column) + " is not a whole number",
                            "write a decimal number such as 4096");
}

void append_csv_cell(std::string& out, std::string_view text) {
    const bool plain = text.find_first_of(",\"\r\n") == std::string_view::npos && trimmed(text).size() == text.size();
    if (plain) {
        out += text;
        return;
    }
    out += '"';
    for (const char c : text) {
        out.append(c == '"' ? 2 : 1, c);
    }
    out += '"';
}

}  // namespace arenascope
