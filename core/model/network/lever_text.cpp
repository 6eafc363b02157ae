#include "core/model/network/lever_text.h"

#include <algorithm>
#include <string>

#include "core/base/error/quotation.h"
#include "core/base/text/plain_number.h"

namespace arenascope {
namespace {

constexpr std::int64_t thousandths = 1'000;
/// Ten times the multiplications of the whole network.
constexpr std::int64_t highest_limit = 1'000 * thousandths;

/// A per cent with up to three digits behind the point, in thousandths: `12.5%`.
std::optional<std::int64_t> per_cent(std::string_view text) {
    if (text.ends_with('%')) {
        text.remove_suffix(1);
    }
    const bool has_point = text.find('.') != std::string_view::npos;
    const std::string_view whole = text_up_to(text, '.');
    std::string digits(text);
    constexpr std::size_t most_digits = 3;
    if (digits.size() > most_digits || (has_point && digits.empty())) {
        return std::nullopt;
    }
    digits.resize(most_digits, '0');
    const auto units = count_in(whole, 0);
    const auto behind = count_in(digits, 0);
    const auto all = units && behind ? std::optional(*units * thousandths + *behind) : std::nullopt;
    return all && *all <= highest_limit ? all : std::nullopt;
}

}  // namespace

Expected<std::optional<std::int64_t>> searched_limit(std::string_view key, std::string_view text,
                                                     std::int64_t usual_limit) {
    constexpr std::string_view search = "least-peak";
    if (!text.starts_with(search)) {
        return std::nullopt;
    }
    text.remove_prefix(search.size());
    if (text.empty()) {
        return usual_limit;
    }
    const auto limit = text.front() == ':' ? per_cent(text.substr(1)) : std::nullopt;
    if (!limit) {
        return failure(std::string(key) + ": " + in_quotes(text.front() == ':' ? text.substr(1) : text) +
                           " is not a limit of additional multiplications",
                       "write a per cent from 0 to 1000, such as least-peak:10%");
    }
    return limit;
}

std::string_view text_up_to(std::string_view& rest, char separator) {
    const std::size_t end = std::min(rest.find(separator), rest.size());
    const std::string_view head = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    return head;
}

std::optional<std::int64_t> count_in(std::string_view text, std::int64_t least) {
    // No network has more steps, and no output more rows.
    constexpr std::int64_t largest_number = std::int64_t{1} << 31;
    const auto number = plain_number(text);
    return number && *number >= least && *number <= largest_number ? number : std::nullopt;
}

std::optional<StepRange> step_range_in(std::string_view text) {
    const bool is_one_step = text.find('-') == std::string_view::npos;
    const auto first = count_in(text_up_to(text, '-'), 0);
    const auto last = is_one_step ? first : count_in(text, 0);
    if (!first || !last || *last < *first) {
        return std::nullopt;
    }
    return StepRange{static_cast<std::size_t>(*first), static_cast<std::size_t>(*last)};
}

std::string text_of(StepRange steps) {
    return std::to_string(steps.first) + (steps.last == steps.first ? "" : "-" + std::to_string(steps.last));
}

}  // namespace arenascope
