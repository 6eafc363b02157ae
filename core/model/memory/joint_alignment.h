#pragma once

#include <cstdint>
#include <numeric>
#include <optional>

#include "core/model/memory/quantity.h"

namespace arenascope {

/// The least common multiple of two positive numbers; empty if it does not fit in 64 bits.
[[nodiscard]] inline std::optional<std::int64_t> joint_alignment(std::int64_t a, std::int64_t b) {
    return a == b || b == 1 ? std::optional(a) : checked_multiply(a / std::gcd(a, b), b);
}

[[nodiscard]] inline std::optional<Bytes> joint_alignment(Bytes a, Bytes b) {
    const auto common = joint_alignment(a.value(), b.value());
    return common ? std::optional(Bytes(*common)) : std::nullopt;
}

/// The lowest multiple of `alignment` (≥ 1) that is at least `offset`; empty if it does not fit in 64 bits.
[[nodiscard]] constexpr std::optional<Offset> checked_aligned_up(Offset offset, Bytes alignment) {
    const std::int64_t remainder = offset.value() % alignment.value();
    const auto raised = checked_add(offset.value(), remainder > 0 ? alignment.value() - remainder : -remainder);
    return raised ? std::optional(Offset(*raised)) : std::nullopt;
}

}  // namespace arenascope
