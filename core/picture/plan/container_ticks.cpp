#include "core/picture/plan/container_ticks.h"

#include <algorithm>
#include <iterator>

namespace arenascope {
namespace {

constexpr double least_for_number = 16;  ///< pixels
constexpr double least_for_two = 44;
constexpr double least_below_next = 13;  ///< in pixels, for the zero of the container above

}  // namespace

ContainerTicks container_ticks(const Container& container, const Viewport& viewport, Unit unit, double apart, int most,
                               bool is_alone) {
    ContainerTicks result;
    const Stretch& view = viewport.view.bytes;
    const auto shift = static_cast<long double>(container.shift);
    const Stretch own{std::max(view.from - shift, static_cast<long double>(container.lowest)),
                      std::min(view.to - shift, static_cast<long double>(container.highest))};
    if (container.is_folded || own.to <= own.from) {
        return result;
    }
    const double pixels =
        height(viewport.box) * static_cast<double>(std::min(1.0L, length(own) / std::max(length(view), 1.0L)));
    if (is_alone || pixels >= least_for_two) {
        result.ticks = offset_ticks(own, unit, tick_count(pixels, apart, most));
    } else if (pixels >= least_for_number && own.from <= 0) {
        result.ticks = {{0, number_text(0, unit)}};
    }
    if (!is_alone) {
        const long double pixels_a_byte = height(viewport.box) / std::max(length(view), 1.0L);
        std::erase_if(result.ticks, [&](const Tick& tick) {
            return tick.value > 0 && static_cast<long double>(container.highest - tick.value) * pixels_a_byte <
                                         static_cast<long double>(least_below_next);
        });
    }
    for (const Tick& tick : result.ticks) {
        result.positions.push_back(checked_add(tick.value, container.shift).value_or(container.shift));
    }
    return result;
}

ContainerTicks stack_ticks(const std::vector<Container>& stack, const Viewport& viewport, Unit unit, double apart,
                           int most) {
    ContainerTicks result;
    if (shows_bands(stack)) {
        const Container& top = stack.back();
        const std::int64_t end = top.is_folded ? top.shift : top.shift + top.highest;
        result.ticks = offset_ticks(viewport.view.bytes, unit, tick_count(height(viewport.box), apart, most));
        std::erase_if(result.ticks, [end](const Tick& tick) { return tick.value > end; });
        std::ranges::transform(result.ticks, std::back_inserter(result.positions), &Tick::value);
        return result;
    }
    for (const Container& container : stack) {
        ContainerTicks own = container_ticks(container, viewport, unit, apart, most, stack.size() == 1);
        std::ranges::move(own.ticks, std::back_inserter(result.ticks));
        std::ranges::move(own.positions, std::back_inserter(result.positions));
    }
    return result;
}

}  // namespace arenascope
