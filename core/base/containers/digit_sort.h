#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace arenascope {

/// Sorts values by a number of each, and keeps the order of equal ones. `number_of(value)` is a std::int64_t. `room` is
/// memory that several sorts can share; its content is lost.
///
/// Many values are sorted digit by digit, from the lowest, with 2,048 digits (radix sort). That is linear, and misses
/// the cache less often than comparing. Only the bits in which the numbers differ are read. Few values are compared.
template <class Value, class NumberOf>
void sort_by_digits(std::vector<Value>& values, std::vector<Value>& room, const NumberOf& number_of) {
    constexpr unsigned digit_bits = 11;
    constexpr std::size_t digits = std::size_t{1} << digit_bits;
    constexpr std::size_t least_for_digits = 4 * digits;
    const auto is_before = [&](const Value& a, const Value& b) { return number_of(a) < number_of(b); };
    if (std::is_sorted(values.begin(), values.end(), is_before)) {
        return;
    }
    if (values.size() < least_for_digits) {
        std::stable_sort(values.begin(), values.end(), is_before);
        return;
    }
    const auto [least, greatest] = std::minmax_element(values.begin(), values.end(), is_before);
    const auto first = static_cast<std::uint64_t>(number_of(*least));
    const auto bits = static_cast<unsigned>(std::bit_width(static_cast<std::uint64_t>(number_of(*greatest)) - first));
    room.resize(values.size());
    std::array<std::size_t, digits> places;
    for (unsigned shift = 0; shift < bits; shift += digit_bits) {
        const auto digit = [&](const Value& value) {
            return ((static_cast<std::uint64_t>(number_of(value)) - first) >> shift) & (digits - 1);
        };
        places.fill(0);
        for (const Value& value : values) {
            ++places[digit(value)];
        }
        if (std::find(places.begin(), places.end(), values.size()) != places.end()) {
            continue;  // the digit is the same in all numbers
        }
        std::size_t before = 0;
        for (std::size_t& place : places) {
            before += std::exchange(place, before);
        }
        for (const Value& value : values) {
            room[places[digit(value)]++] = value;
        }
        values.swap(room);
    }
}

}  // namespace arenascope
