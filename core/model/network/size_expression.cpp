#include "core/model/network/size_expression.h"

#include <charconv>
#include <utility>
#include <variant>

#include "core/base/text/digit.h"

namespace arenascope {
namespace {

constexpr std::uint32_t most_positions = 1'000'000;

/// Removes digits from the start of the text. Empty if there are none, or the number is too large.
std::optional<std::uint32_t> take_position(std::string_view& text) {
    std::uint32_t position = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), position);
    if (error != std::errc() || position > most_positions) {
        return std::nullopt;
    }
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return position;
}

std::optional<SizeName> name_in(std::string_view text) {
    SizeName name;
    name.of_outputs = text.starts_with("output");
    const std::string_view stem = name.of_outputs ? "output" : "input";
    if (!text.starts_with(stem)) {
        return std::nullopt;
    }
    text.remove_prefix(stem.size());
    if (text == "s") {
        name.all = true;
        return name;
    }
    if (!text.empty() && is_digit(text.front())) {
        const auto position = take_position(text);
        if (!position) {
            return std::nullopt;
        }
        name.position = *position;
    }
    if (text.empty()) {
        return name;
    }
    if (text == ".element") {
        name.part = SizeName::Part::element;
        return name;
    }
    if (text.front() != '.') {
        return std::nullopt;
    }
    text.remove_prefix(1);
    const auto extent = take_position(text);
    if (!extent || !text.empty()) {
        return std::nullopt;
    }
    name.part = SizeName::Part::extent;
    name.extent = *extent;
    return name;
}

}  // namespace

Expected<SizeExpression> SizeExpression::parse(std::string_view text) {
    return Expression::parse_size(text, [](std::string_view word) { return name_in(word).has_value(); })
        .map([](Expression expression) {
            SizeExpression size;
            size.expression_ = std::move(expression);
            return size;
        });
}

Expected<std::optional<std::int64_t>> SizeExpression::value(const SizeLookup& lookup) const {
    bool is_missing = false;
    const auto value = expression_.value([&](std::string_view word) -> std::optional<Value> {
        const auto known = lookup(*name_in(word));
        is_missing = is_missing || !known;
        return known ? std::optional<Value>(*known) : std::nullopt;
    });
    if (!value && !is_missing) {
        return failure("the size is divided by 0 or does not fit in 64 bits", "correct the expression");
    }
    return value ? std::optional(std::get<std::int64_t>(*value)) : std::nullopt;
}

}  // namespace arenascope
