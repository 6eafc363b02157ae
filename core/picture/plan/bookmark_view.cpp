#include "core/picture/plan/bookmark_view.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace arenascope {
namespace {

long double bottom_of(const Container& container) {
    return static_cast<long double>(container.shift) + static_cast<long double>(container.lowest);
}

long double top_of(const Container& container) {
    return static_cast<long double>(container.shift) + static_cast<long double>(container.highest);
}

/// 0 within the container.
long double distance(const Container& container, long double height) {
    return std::max({bottom_of(container) - height, height - top_of(container), 0.0L});
}

StackHeight stack_height(std::int64_t height, const std::vector<Container>& stack) {
    const auto nearest =
        std::ranges::min_element(stack, {}, [height = static_cast<long double>(height)](const Container& container) {
            return distance(container, height);
        });
    return {nearest->region, Offset(checked_subtract(height, nearest->shift).value_or(height))};
}

/// Steps and bytes have 64 bits; one more than the greatest would not fit.
std::int64_t above(std::int64_t number) {
    return checked_add(number, 1).value_or(number);
}

}  // namespace

Bookmark bookmark_of(const View& view, const std::vector<Container>& stack) {
    Bookmark bookmark;
    const Step begin(whole_part(view.steps.from));
    const std::int64_t from = whole_part(view.bytes.from);
    bookmark.steps = {begin, Step(std::max(whole_part(std::ceil(view.steps.to)), above(begin.value())))};
    bookmark.from = stack_height(from, stack);
    bookmark.to = stack_height(std::max(whole_part(std::ceil(view.bytes.to)), above(from)), stack);
    return bookmark;
}

View view_of(const Bookmark& bookmark, const std::vector<Container>& stack, const View& whole) {
    const auto height = [&stack](const StackHeight& end, long double otherwise) {
        const Container* container = container_of(stack, end.region);
        return container == nullptr
                   ? otherwise
                   : static_cast<long double>(container->shift) + static_cast<long double>(end.offset.value());
    };
    const long double a = height(bookmark.from, whole.bytes.from);
    const long double b = height(bookmark.to, whole.bytes.to);
    return {
        {static_cast<long double>(bookmark.steps.begin.value()), static_cast<long double>(bookmark.steps.end.value())},
        {std::min(a, b), std::max(a, b)}};
}

}  // namespace arenascope
