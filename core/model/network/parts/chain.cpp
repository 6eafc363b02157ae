#include "core/model/network/parts/chain.h"

#include <algorithm>
#include <optional>

#include "core/base/error/quotation.h"
#include "core/base/text/plain_number.h"

namespace arenascope {
namespace {

/// No network has more steps, and no output more rows.
constexpr std::int64_t largest_number = std::int64_t{1} << 31;
constexpr std::int64_t thousandths = 1'000;
/// Ten times the multiplications of the whole network.
constexpr std::int64_t most_extra = 1'000 * thousandths;
constexpr const char* shape_of_list =
    "write none, least-peak, least-peak:10%, or steps, axis and parts, such as "
    "3-7/height/4,12/width/2";

/// Takes the text up to a separator, and the separator, from `rest`.
std::string_view taken(std::string_view& rest, char separator) {
    const std::size_t end = std::min(rest.find(separator), rest.size());
    const std::string_view head = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    return head;
}

std::optional<std::int64_t> number_in(std::string_view text, std::int64_t least) {
    const auto number = plain_number(text);
    return number && *number >= least && *number <= largest_number ? number : std::nullopt;
}

/// A per cent with up to three digits behind the point, in thousandths: `12.5%`.
std::optional<std::int64_t> per_cent(std::string_view text) {
    if (text.ends_with('%')) {
        text.remove_suffix(1);
    }
    const bool has_point = text.find('.') != std::string_view::npos;
    const std::string_view whole = taken(text, '.');
    std::string digits(text);
    constexpr std::size_t most_digits = 3;
    if (digits.size() > most_digits || (has_point && digits.empty())) {
        return std::nullopt;
    }
    digits.resize(most_digits, '0');
    const auto units = number_in(whole, 0);
    const auto behind = number_in(digits, 0);
    const auto all = units && behind ? std::optional(*units * thousandths + *behind) : std::nullopt;
    return all && *all <= most_extra ? all : std::nullopt;
}

std::optional<SplitAxis> axis_named(std::string_view name) {
    return name == "height"     ? std::optional(SplitAxis::height)
           : name == "width"    ? std::optional(SplitAxis::width)
           : name == "channels" ? std::optional(SplitAxis::channels)
                                : std::nullopt;
}

std::optional<Chain> chain_in(std::string_view text) {
    std::string_view steps = taken(text, '/');
    const auto axis = axis_named(taken(text, '/'));
    const auto parts = number_in(text, 2);
    const bool is_one_step = steps.find('-') == std::string_view::npos;
    const auto first = number_in(taken(steps, '-'), 0);
    const auto last = is_one_step ? first : number_in(steps, 0);
    if (!axis || !parts || !first || !last || *last < *first) {
        return std::nullopt;
    }
    return Chain{static_cast<std::size_t>(*first), static_cast<std::size_t>(*last), *axis, *parts};
}

}  // namespace

Rows rows_of_part(std::int64_t extent, std::int64_t parts, std::int64_t number) {
    // Not extent * number / parts, whose product need not fit in 64 bits.
    const std::int64_t each = extent / parts;
    const std::int64_t longer = extent % parts;
    const std::int64_t begin = number * each + std::min(number, longer);
    return {begin, begin + each + (number < longer ? 1 : 0)};
}

Expected<PartsWish> parts_wish(std::string_view text) {
    constexpr std::string_view search = "least-peak";
    PartsWish wish;
    if (text.empty() || text == "none") {
        return wish;
    }
    if (text.starts_with(search)) {
        wish.least_peak = true;
        text.remove_prefix(search.size());
        if (text.empty()) {
            return wish;
        }
        const auto limit = text.front() == ':' ? per_cent(text.substr(1)) : std::nullopt;
        if (!limit) {
            return failure("parts: " + in_quotes(text.front() == ':' ? text.substr(1) : text) +
                               " is not a limit of additional multiplications",
                           "write a per cent from 0 to 1000, such as least-peak:10%");
        }
        wish.most_extra = *limit;
        return wish;
    }
    while (!text.empty()) {
        const std::string_view entry = taken(text, ',');
        const auto chain = chain_in(entry);
        if (!chain) {
            return failure("parts: " + in_quotes(entry) + " is not a chain of steps", shape_of_list);
        }
        wish.chains.push_back(*chain);
    }
    std::ranges::sort(wish.chains, {}, &Chain::first);
    for (std::size_t i = 1; i < wish.chains.size(); ++i) {
        if (wish.chains[i].first <= wish.chains[i - 1].last) {
            return failure("parts: step " + std::to_string(wish.chains[i].first) + " is in two chains",
                           "give each step to one chain");
        }
    }
    return wish;
}

std::string text_of(const std::vector<Chain>& chains) {
    std::string text;
    for (const Chain& chain : chains) {
        text += (text.empty() ? "" : ",") + std::to_string(chain.first);
        text += chain.last == chain.first ? "" : "-" + std::to_string(chain.last);
        text += "/" + std::string(name_of(chain.axis)) + "/" + std::to_string(chain.parts);
    }
    return text.empty() ? "none" : text;
}

}  // namespace arenascope
