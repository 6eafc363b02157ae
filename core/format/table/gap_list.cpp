#include "core/format/table/gap_list.h"

#include <algorithm>
#include <charconv>

#include "core/base/error/quotation.h"
#include "core/base/text/plain_text.h"

namespace arenascope {
namespace {

/// Reads numbers and single characters from the front of a gap.
class GapText {
public:
    explicit GapText(std::string_view text) : rest_(text) {}
    [[nodiscard]] bool number(std::int64_t& value) {
        const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
        rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
        return error == std::errc();
    }
    [[nodiscard]] bool skip(char c) {
        const bool found = !rest_.empty() && rest_.front() == c;
        rest_.remove_prefix(found ? 1 : 0);
        return found;
    }
    [[nodiscard]] bool is_done() const { return rest_.empty(); }

private:
    std::string_view rest_;
};

Expected<Gap> read_gap(std::string_view text, bool inclusive, const CsvRows& row, std::string_view column) {
    GapText rest(text);
    std::int64_t begin = 0;
    std::int64_t end = 0;
    Gap gap;
    bool valid = rest.number(begin) && rest.skip('-') && rest.number(end);
    if (valid && rest.skip('@')) {
        std::int64_t from = 0;
        std::int64_t to = 0;
        valid = rest.number(from) && rest.skip(':') && rest.number(to);
        gap.window = Window{Bytes(from), Bytes(to)};
    }
    if (!valid || !rest.is_done()) {
        return row.failure_here(
            in_quotes(text) + " in column " + in_quotes(column) + " is not a gap",
            "write gaps as lo-hi or lo-hi@wlo:whi with integers below 2^63, and separate them by spaces");
    }
    const auto exclusive = exclusive_end(end, inclusive, row, column);
    if (!exclusive) {
        return failure(exclusive.error());
    }
    gap.steps = {Step(begin), *exclusive};
    return gap;
}

}  // namespace

Expected<Step> exclusive_end(std::int64_t end, bool inclusive, const CsvRows& row, std::string_view column) {
    if (!inclusive) {
        return Step(end);
    }
    const auto next = checked_add(end, 1);
    if (!next) {
        return row.failure_here(in_quotes(std::to_string(end)) + " in column " + in_quotes(column) +
                                    " is inclusive, and the step after it does not fit in 64 bits",
                                "an inclusive end is at most 2^63 − 2");
    }
    return Step(*next);
}

Expected<std::vector<Gap>> read_gaps(std::string_view text, bool inclusive, const CsvRows& row,
                                     std::string_view column) {
    std::vector<Gap> gaps;
    while (true) {
        text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
        if (text.empty()) {
            break;
        }
        const std::string_view word = text.substr(0, text.find(' '));
        auto gap = read_gap(word, inclusive, row, column);
        if (!gap) {
            return failure(std::move(gap.error()));
        }
        gaps.push_back(*gap);
        text.remove_prefix(word.size());
    }
    std::ranges::sort(gaps, [](const Gap& a, const Gap& b) { return a.steps.begin < b.steps.begin; });
    return gaps;
}

void append_gaps(std::string& out, const std::vector<Gap>& gaps) {
    for (std::size_t i = 0; i < gaps.size(); ++i) {
        out += i == 0 ? "" : " ";
        append_number(out, gaps[i].steps.begin.value());
        out += '-';
        append_number(out, gaps[i].steps.end.value());
        if (gaps[i].window) {
            out += '@';
            append_number(out, gaps[i].window->from.value());
            out += ':';
            append_number(out, gaps[i].window->to.value());
        }
    }
}

}  // namespace arenascope
