#include "core/format/ncnn/ncnn_parameters.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <string>

#include "core/base/text/plain_number.h"

namespace arenascope {
namespace {

/// Larger numbers make no sense in a layer. The product of two smaller ones, and sums of them, fit in 64 bits.
constexpr std::int64_t largest_number = std::int64_t{1} << 30;
constexpr int first_list = -23300;
constexpr double largest_real = 1e6;

}  // namespace

std::optional<std::string_view> NcnnParameters::text(int key) const {
    const std::string begin = std::to_string(key) + "=";
    const auto found = std::ranges::find_if(words_, [&](std::string_view word) { return word.starts_with(begin); });
    return found == words_.end() ? std::nullopt : std::optional(found->substr(begin.size()));
}

std::optional<std::int64_t> NcnnParameters::integer(int id) const {
    const auto given = text(id);
    const auto number = given ? plain_number(*given) : std::nullopt;
    return number && std::abs(*number) < largest_number ? number : std::nullopt;
}

std::optional<double> NcnnParameters::real(int id) const {
    const auto given = text(id);
    double number = 0;
    if (!given || std::from_chars(given->data(), given->data() + given->size(), number).ec != std::errc() ||
        !(std::abs(number) < largest_real)) {
        return std::nullopt;
    }
    return number;
}

bool NcnnParameters::has_list(int id) const {
    return text(first_list - id).has_value();
}

std::vector<std::int64_t> NcnnParameters::list(int id) const {
    const auto given = text(first_list - id);
    std::vector<std::int64_t> numbers;
    for (std::string_view rest = given.value_or(std::string_view()); !rest.empty();) {
        const std::size_t end = std::min(rest.find(','), rest.size());
        const auto number = plain_number(rest.substr(0, end));
        if (!number || std::abs(*number) >= largest_number) {
            return {};
        }
        numbers.push_back(*number);
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    if (numbers.empty() || numbers.front() != std::ssize(numbers) - 1) {
        return {};
    }
    numbers.erase(numbers.begin());
    return numbers;
}

}  // namespace arenascope
