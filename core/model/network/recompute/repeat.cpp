#include "core/model/network/recompute/repeat.h"

#include <algorithm>
#include <optional>
#include <tuple>

#include "core/base/error/quotation.h"
#include "core/model/network/lever_text.h"

namespace arenascope {
namespace {

std::optional<Repeat> repeat_in(std::string_view text) {
    const auto steps = step_range_in(text_up_to(text, '/'));
    const auto before = count_in(text, 0);
    return steps && before ? std::optional(Repeat{steps->first, steps->last, static_cast<std::size_t>(*before)})
                           : std::nullopt;
}

}  // namespace

Expected<RecomputeWish> recompute_wish(std::string_view text) {
    const auto unlisted = unlisted_wish<RecomputeWish>("recompute", text);
    if (!unlisted) {
        return failure(unlisted.error());
    }
    if (*unlisted) {
        return **unlisted;
    }
    RecomputeWish wish;
    while (!text.empty()) {
        const std::string_view entry = text_up_to(text, ',');
        const auto repeat = repeat_in(entry);
        if (!repeat) {
            return failure("recompute: " + in_quotes(entry) + " does not name steps and a reader",
                           "write none, least-peak, least-peak:10%, or steps and the step before which they run "
                           "again, such as 3/9,3-5/12");
        }
        wish.repeats.push_back(*repeat);
    }
    sort_repeats(wish.repeats);
    for (std::size_t i = 1; i < wish.repeats.size(); ++i) {
        const Repeat& one = wish.repeats[i];
        if (one.before == wish.repeats[i - 1].before && one.last == wish.repeats[i - 1].last) {
            return failure("recompute: step " + std::to_string(one.last) + " is repeated twice before step " +
                               std::to_string(one.before),
                           "leave one of them out");
        }
    }
    return wish;
}

std::string text_of(const std::vector<Repeat>& repeats) {
    std::string text;
    for (const Repeat& repeat : repeats) {
        text += (text.empty() ? "" : ",") + text_of(StepRange{repeat.first, repeat.last}) + "/" +
                std::to_string(repeat.before);
    }
    return text.empty() ? "none" : text;
}

void sort_repeats(std::vector<Repeat>& repeats) {
    std::ranges::sort(repeats, {}, [](const Repeat& one) { return std::tuple(one.before, one.last, one.first); });
}

}  // namespace arenascope
