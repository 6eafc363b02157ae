#include "app/command_line/text_table.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <variant>

#include <QChar>

#include "core/base/error/quotation.h"
#include "core/base/error/utf8.h"

namespace arenascope {
namespace {

struct CodeRange {
    char32_t first;
    char32_t last;
};

/// What terminals draw two columns wide: East Asian Width W and F of Unicode, joined where only unassigned code points
/// lie between. In ascending order.
constexpr std::array wide_ranges = {
    CodeRange{0x1100, 0x115F},   CodeRange{0x231A, 0x231B},   CodeRange{0x2329, 0x232A},   CodeRange{0x23E9, 0x23EC},
    CodeRange{0x23F0, 0x23F0},   CodeRange{0x23F3, 0x23F3},   CodeRange{0x25FD, 0x25FE},   CodeRange{0x2614, 0x2615},
    CodeRange{0x2648, 0x2653},   CodeRange{0x267F, 0x267F},   CodeRange{0x2693, 0x2693},   CodeRange{0x26A1, 0x26A1},
    CodeRange{0x26AA, 0x26AB},   CodeRange{0x26BD, 0x26BE},   CodeRange{0x26C4, 0x26C5},   CodeRange{0x26CE, 0x26CE},
    CodeRange{0x26D4, 0x26D4},   CodeRange{0x26EA, 0x26EA},   CodeRange{0x26F2, 0x26F3},   CodeRange{0x26F5, 0x26F5},
    CodeRange{0x26FA, 0x26FA},   CodeRange{0x26FD, 0x26FD},   CodeRange{0x2705, 0x2705},   CodeRange{0x270A, 0x270B},
    CodeRange{0x2728, 0x2728},   CodeRange{0x274C, 0x274C},   CodeRange{0x274E, 0x274E},   CodeRange{0x2753, 0x2755},
    CodeRange{0x2757, 0x2757},   CodeRange{0x2795, 0x2797},   CodeRange{0x27B0, 0x27B0},   CodeRange{0x27BF, 0x27BF},
    CodeRange{0x2B1B, 0x2B1C},   CodeRange{0x2B50, 0x2B50},   CodeRange{0x2B55, 0x2B55},   CodeRange{0x2E80, 0x303E},
    CodeRange{0x3041, 0x33FF},   CodeRange{0x3400, 0x4DBF},   CodeRange{0x4E00, 0xA4CF},   CodeRange{0xA960, 0xA97C},
    CodeRange{0xAC00, 0xD7A3},   CodeRange{0xF900, 0xFAFF},   CodeRange{0xFE10, 0xFE19},   CodeRange{0xFE30, 0xFE6B},
    CodeRange{0xFF01, 0xFF60},   CodeRange{0xFFE0, 0xFFE6},   CodeRange{0x16FE0, 0x18DFF}, CodeRange{0x1AFF0, 0x1B2FF},
    CodeRange{0x1F004, 0x1F004}, CodeRange{0x1F0CF, 0x1F0CF}, CodeRange{0x1F18E, 0x1F18E}, CodeRange{0x1F191, 0x1F19A},
    CodeRange{0x1F200, 0x1F320}, CodeRange{0x1F32D, 0x1F335}, CodeRange{0x1F337, 0x1F37C}, CodeRange{0x1F37E, 0x1F393},
    CodeRange{0x1F3A0, 0x1F3CA}, CodeRange{0x1F3CF, 0x1F3D3}, CodeRange{0x1F3E0, 0x1F3F0}, CodeRange{0x1F3F4, 0x1F3F4},
    CodeRange{0x1F3F8, 0x1F43E}, CodeRange{0x1F440, 0x1F440}, CodeRange{0x1F442, 0x1F4FC}, CodeRange{0x1F4FF, 0x1F53D},
    CodeRange{0x1F54B, 0x1F567}, CodeRange{0x1F57A, 0x1F57A}, CodeRange{0x1F595, 0x1F596}, CodeRange{0x1F5A4, 0x1F5A4},
    CodeRange{0x1F5FB, 0x1F64F}, CodeRange{0x1F680, 0x1F6C5}, CodeRange{0x1F6CC, 0x1F6CC}, CodeRange{0x1F6D0, 0x1F6D2},
    CodeRange{0x1F6D5, 0x1F6DF}, CodeRange{0x1F6EB, 0x1F6EC}, CodeRange{0x1F6F4, 0x1F6FC}, CodeRange{0x1F7E0, 0x1F7F0},
    CodeRange{0x1F90C, 0x1F93A}, CodeRange{0x1F93C, 0x1F945}, CodeRange{0x1F947, 0x1F9FF}, CodeRange{0x1FA70, 0x1FAFF},
    CodeRange{0x20000, 0x3FFFD},
};

bool is_wide(char32_t code) {
    const auto* after = std::upper_bound(wide_ranges.begin(), wide_ranges.end(), code,
                                         [](char32_t each, const CodeRange& range) { return each < range.first; });
    return after != wide_ranges.begin() && code <= std::prev(after)->last;
}

/// Marks that are drawn over the character before them, and joiners.
bool has_no_width(char32_t code) {
    const QChar::Category category = QChar::category(code);
    return category == QChar::Mark_NonSpacing || category == QChar::Mark_Enclosing || category == QChar::Other_Format;
}

std::size_t columns_of_character(char32_t code) {
    return code < 0x7F ? 1 : has_no_width(code) ? 0 : is_wide(code) ? 2 : 1;
}

/// The first character of `text`, which is not empty.
struct LeadingCharacter {
    std::size_t bytes;
    std::size_t columns;
};

LeadingCharacter leading_character(std::string_view text) {
    const std::size_t bytes = character_length(text);
    return bytes == 0 ? LeadingCharacter{1, 1} : LeadingCharacter{bytes, columns_of_character(code_point(text, bytes))};
}

/// A line without the blanks at its end.
void end_line(std::string& text) {
    text.erase(text.find_last_not_of(' ') + 1);
    text += '\n';
}

}  // namespace

std::size_t columns_of(std::string_view text) {
    std::size_t columns = 0;
    while (!text.empty()) {
        const LeadingCharacter next = leading_character(text);
        columns += next.columns;
        text.remove_prefix(next.bytes);
    }
    return columns;
}

std::string cut_to_columns(std::string_view text, std::size_t columns) {
    if (columns_of(text) <= columns) {
        return std::string(text);
    }
    if (columns == 0) {
        return {};
    }
    std::size_t kept = 0;
    std::size_t used = 1;  // the mark
    while (true) {
        const LeadingCharacter next = leading_character(text.substr(kept));
        if (used + next.columns > columns) {
            return std::string(text.substr(0, kept)) + "…";
        }
        used += next.columns;
        kept += next.bytes;
    }
}

std::string padded(std::string_view text, std::size_t columns, bool right) {
    const std::size_t used = columns_of(text);
    const std::string blanks(columns > used ? columns - used : 0, ' ');
    return right ? blanks + std::string(text) : std::string(text) + blanks;
}

std::string table_text(const std::vector<TextColumn>& columns, const std::vector<std::vector<std::string>>& rows) {
    std::vector<std::size_t> widths(columns.size());
    for (const auto& row : rows) {
        for (std::size_t i = 0; i < row.size(); ++i) {
            widths[i] = std::max(widths[i], columns_of(row[i]));
        }
    }
    std::string text;
    for (const auto& row : rows) {
        std::string line;
        for (std::size_t i = 0; i < row.size(); ++i) {
            const bool is_blank = row[i].empty();
            const TextColumn& column = columns[i];
            line += is_blank ? std::string(columns_of(column.before), ' ') : column.before;
            line += padded(row[i], widths[i], column.right);
            line += is_blank ? std::string(columns_of(column.after), ' ') : column.after;
        }
        end_line(line);
        text += line;
    }
    return text;
}

std::string facts_text(const FactTable& facts, const std::vector<FactText>& columns, Unit unit) {
    std::vector<TextColumn> shown;
    std::vector<std::vector<std::string>> rows(facts.rows.size());
    for (const FactText& column : columns) {
        const std::size_t position = facts.column(column.key);
        int decimals = 0;
        bool is_number = false;
        for (const auto& row : facts.rows) {
            if (const auto* const number = std::get_if<std::int64_t>(&row[position])) {
                is_number = true;
                decimals = std::max(decimals, column.is_amount ? decimals_of(*number, unit) : 0);
            }
        }
        shown.push_back({column.before, is_number, column.is_amount ? " " + name_of(unit) : column.after});
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const FactValue& value = facts.rows[i][position];
            std::string& cell = rows[i].emplace_back();
            if (const auto* const name = std::get_if<std::string>(&value)) {
                cell = visible(*name);
            } else if (const auto* const number = std::get_if<std::int64_t>(&value);
                       number != nullptr && (*number != 0 || !column.hides_zero)) {
                cell = number_text(*number, column.is_amount ? unit : Unit::bytes, decimals);
            }
        }
    }
    return table_text(shown, rows);
}

}  // namespace arenascope
