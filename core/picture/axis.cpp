#include "core/picture/axis.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace arenascope {
namespace {

/// The multiples of `interval` within the stretch.
std::vector<std::int64_t> multiples(Stretch stretch, std::int64_t interval) {
    std::vector<std::int64_t> values;
    const auto step = static_cast<long double>(interval);
    // Close to the highest possible step, the next multiple may not fit in 64 bits.
    constexpr auto lowest = static_cast<long double>(std::numeric_limits<std::int64_t>::min());
    const std::int64_t first = whole_part(std::ceil(std::max(stretch.from, lowest) / step));
    for (auto value = checked_multiply(first, interval); value && static_cast<long double>(*value) <= stretch.to;
         value = checked_add(*value, interval)) {
        values.push_back(*value);
    }
    return values;
}

struct Suffix {
    std::int64_t scale;
    const char* text;
};

/// The largest suffix that divides all ticks. It is used only if the numbers are long enough.
Suffix suffix_for(std::int64_t interval, long double largest) {
    constexpr std::array<Suffix, 5> suffixes{
        {{1'000'000'000'000'000, "P"}, {1'000'000'000'000, "T"}, {1'000'000'000, "G"}, {1'000'000, "M"}, {1'000, "k"}}};
    for (const Suffix& suffix : suffixes) {
        if (interval % suffix.scale == 0 && largest >= 10 * static_cast<long double>(suffix.scale)) {
            return suffix;
        }
    }
    return {1, ""};
}

}  // namespace

std::int64_t decimal_interval(long double length, int most) {
    constexpr std::int64_t last_power = 1'000'000'000'000'000'000;
    const long double least = length / std::max(most, 1);
    for (std::int64_t power = 1;; power *= 10) {
        for (const std::int64_t digit : {1, 2, 5}) {
            const std::int64_t interval = power * digit;
            if (static_cast<long double>(interval) >= least || interval == 5 * last_power) {
                return interval;
            }
        }
    }
}

std::int64_t binary_interval(long double length, int most) {
    constexpr std::int64_t last_power = std::int64_t{1} << 62;
    const long double least = length / std::max(most, 1);
    std::int64_t power = 1;
    while (power < last_power && static_cast<long double>(power) < least) {
        power *= 2;
    }
    return power;
}

std::vector<Tick> offset_ticks(Stretch bytes, Unit unit, int most) {
    const int gaps = std::max(most, 2) - 1;
    const std::int64_t interval =
        unit == Unit::bytes ? decimal_interval(length(bytes), gaps) : binary_interval(length(bytes), gaps);
    std::vector<Tick> ticks;
    for (const std::int64_t value : multiples(bytes, interval)) {
        ticks.push_back({value, number_text(value, unit)});
    }
    // If ticks are closer than a hundredth of the unit, two decimals cannot distinguish them.
    const bool alike = std::adjacent_find(ticks.begin(), ticks.end(), [](const Tick& a, const Tick& b) {
                           return a.label == b.label;
                       }) != ticks.end();
    const std::int64_t scale = unit == Unit::kibibytes ? 1024 : unit == Unit::mebibytes ? 1024 * 1024 : 1;
    if (alike || (interval < scale && interval * 4 < scale)) {
        for (Tick& tick : ticks) {
            tick.label = grouped(tick.value) + " B";
        }
    }
    return ticks;
}

std::vector<Tick> step_ticks(Stretch steps, int most) {
    const std::int64_t interval = decimal_interval(length(steps), std::max(most, 2) - 1);
    const Suffix suffix = suffix_for(interval, std::max(std::fabs(steps.from), std::fabs(steps.to)));
    std::vector<Tick> ticks;
    for (const std::int64_t value : multiples(steps, interval)) {
        ticks.push_back({value, value == 0 ? "0" : grouped(value / suffix.scale) + suffix.text});
    }
    return ticks;
}

}  // namespace arenascope
