#include "core/format/table/pool_comment.h"

#include <optional>

#include "core/base/error/quotation.h"
#include "core/base/text/plain_number.h"
#include "core/base/text/plain_text.h"
#include "core/format/table/buffer_columns.h"

namespace arenascope {
namespace {

constexpr std::string_view pool_word = "pool_offset";

/// The text after `# pool_offset`; empty: the line is no such comment.
std::optional<std::string_view> after_pool_word(std::string_view line) {
    line = trimmed(line);
    if (!line.starts_with('#')) {
        return std::nullopt;
    }
    line = trimmed(line.substr(1));
    return line.starts_with(pool_word) ? std::optional(trimmed(line.substr(pool_word.size()))) : std::nullopt;
}

}  // namespace

bool begins_with_pool_comment(std::string_view text) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos || !after_pool_word(text.substr(0, end))) {
        return false;
    }
    const std::string_view rest = text.substr(end + 1);
    return is_minimalloc_header(rest.substr(0, rest.find('\n')));
}

bool is_pool_comment(const CsvRows& row) {
    return after_pool_word(row.cell(0)).has_value();
}

Expected<std::int64_t> pool_offset_in(const CsvRows& row) {
    const std::string_view text = after_pool_word(row.cell(0)).value_or("");
    const auto number = text.starts_with('=') && row.cells().size() == 1
                            ? plain_number<std::int64_t>(trimmed(text.substr(1)), 10)
                            : std::nullopt;
    if (!number || *number < 0) {
        return row.failure_here("the comment " + in_quotes(row.cell(0)) + " gives no address",
                                "write # pool_offset= and a number of bytes from 0 on, or leave the line out");
    }
    return *number;
}

bool is_vector_time(std::string_view text) {
    return text.find(':') != std::string_view::npos && text.find_first_not_of("0123456789:") == std::string_view::npos;
}

}  // namespace arenascope
