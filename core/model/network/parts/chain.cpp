#include "core/model/network/parts/chain.h"

#include <algorithm>
#include <optional>

#include "core/base/error/quotation.h"
#include "core/model/network/lever_text.h"

namespace arenascope {
namespace {

constexpr const char* shape_of_list =
    "write none, least-peak, least-peak:10%, or steps, axis and parts, such as "
    "3-7/height/4,12/width/2";

std::optional<Chain> chain_in(std::string_view text) {
    const auto steps = step_range_in(text_up_to(text, '/'));
    const auto axis = split_axis_named(text_up_to(text, '/'));
    const auto parts = count_in(text, 2);
    return steps && axis && parts ? std::optional(Chain{steps->first, steps->last, *axis, *parts}) : std::nullopt;
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
    const auto unlisted = unlisted_wish<PartsWish>("parts", text);
    if (!unlisted) {
        return failure(unlisted.error());
    }
    if (*unlisted) {
        return **unlisted;
    }
    PartsWish wish;
    while (!text.empty()) {
        const std::string_view entry = text_up_to(text, ',');
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
        text += (text.empty() ? "" : ",") + text_of(StepRange{chain.first, chain.last});
        text += "/" + std::string(name_of(chain.axis)) + "/" + std::to_string(chain.parts);
    }
    return text.empty() ? "none" : text;
}

}  // namespace arenascope
