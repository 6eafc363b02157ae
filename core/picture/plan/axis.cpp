#include "core/picture/plan/axis.h"

#include <algorithm>
#include <array>
#include <charconv>
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

/// digit · 10^power: as a text, which is exact where powers of a double are not.
struct RoundNumber {
    std::int64_t digits = 1;
    int power = 0;
};

double value_of(const RoundNumber& number) {
    const double scale = std::pow(10.0, std::abs(number.power));
    return number.power < 0 ? static_cast<double>(number.digits) / scale : static_cast<double>(number.digits) * scale;
}

/// "0.002", "50", without a locale's point.
std::string text_of(const RoundNumber& number) {
    std::array<char, 400> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value_of(number), std::chars_format::fixed,
                                   std::max(0, -number.power));
    return {text.data(), end.ptr};
}

/// The least of 1, 2 or 5 · 10^k that is no less than a positive number.
RoundNumber round_above(double least) {
    const int power = static_cast<int>(std::floor(std::log10(least)));
    for (const std::int64_t digit : {1, 2, 5}) {
        if (value_of({digit, power}) >= least) {
            return {digit, power};
        }
    }
    return {1, power + 1};
}

/// Multiples of `interval` from `from` to `to`, each a round number of its own.
std::vector<RoundNumber> round_multiples(double from, double to, const RoundNumber& interval) {
    std::vector<RoundNumber> numbers;
    const double step = value_of(interval);
    const auto last = static_cast<std::int64_t>(std::floor(to / step));
    for (auto count = static_cast<std::int64_t>(std::ceil(from / step)); count <= last; ++count) {
        numbers.push_back({count * interval.digits, interval.power});
    }
    return numbers;
}

bool can_have_ticks(double from, double to) {
    // Below a relative length of this a double cannot tell ticks apart.
    constexpr double least_length = 1e-12;
    return std::isfinite(from) && std::isfinite(to) &&
           to - from > least_length * std::max(std::fabs(from), std::fabs(to));
}

}  // namespace

int tick_count(double pixels, double apart, int most) {
    return std::clamp(static_cast<int>(pixels / apart), 2, most);
}

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

std::vector<PlacedTick> placed(const std::vector<Tick>& ticks, Stretch view) {
    std::vector<PlacedTick> result;
    for (const Tick& tick : ticks) {
        const long double share = (static_cast<long double>(tick.value) - view.from) / length(view);
        result.push_back({static_cast<double>(share), tick.label});
    }
    return result;
}

std::vector<PlacedTick> percent_ticks(double from, double to, int most) {
    constexpr double percent = 0.01;
    std::vector<PlacedTick> ticks;
    if (!can_have_ticks(from, to)) {
        return ticks;
    }
    const RoundNumber interval = round_above((to - from) / percent / (std::max(most, 2) - 1));
    for (const RoundNumber& number : round_multiples(from / percent, to / percent, interval)) {
        ticks.push_back({value_of(number) * percent, text_of(number)});
    }
    return ticks;
}

std::vector<PlacedTick> logarithmic_ticks(double from, double to, int most) {
    if (from <= 0 || !can_have_ticks(from, to)) {
        return {};
    }
    const auto limit = static_cast<std::size_t>(std::max(most, 2));
    const int first = static_cast<int>(std::floor(std::log10(from)));
    const int last = static_cast<int>(std::floor(std::log10(to)));
    const auto widest = static_cast<int>((static_cast<std::size_t>(last - first) + limit) / limit);
    const auto add = [&](std::vector<PlacedTick>& ticks, const RoundNumber& number) {
        if (const double value = value_of(number); from <= value && value <= to) {
            ticks.push_back({value, text_of(number)});
        }
    };
    const auto ticks_at = [&](int stride, const std::vector<std::int64_t>& digits) {
        // Whole multiples of the stride, so that ticks stay where they are while the axis moves.
        const int start = first - ((first % stride) + stride) % stride;
        std::vector<PlacedTick> ticks;
        for (int power = start; power <= last; power += stride) {
            for (const std::int64_t digit : digits) {
                add(ticks, {digit, power});
            }
        }
        return ticks;
    };
    std::vector<PlacedTick> best;
    // Powers that are not next to each other have no multiples between them: these would crowd beside the powers.
    for (int stride = widest; stride > 1 && best.size() < 2; --stride) {
        std::vector<PlacedTick> ticks = ticks_at(stride, {1});
        if (ticks.size() <= limit) {
            best = std::move(ticks);
        }
    }
    if (best.size() >= 2) {
        return best;
    }
    const std::vector<std::int64_t> choices[] = {{1}, {1, 2, 5}, {1, 3}};
    for (const auto& digits : choices) {
        std::vector<PlacedTick> ticks = ticks_at(1, digits);
        constexpr std::size_t enough = 3;
        if (best.size() < enough && ticks.size() > best.size() && ticks.size() <= limit) {
            best = std::move(ticks);
        }
    }
    if (best.size() >= 2) {
        return best;
    }
    std::vector<PlacedTick> ticks;
    const RoundNumber interval = round_above((to - from) / static_cast<double>(limit - 1));
    for (const RoundNumber& number : round_multiples(from, to, interval)) {
        add(ticks, number);
    }
    return ticks;
}

}  // namespace arenascope
