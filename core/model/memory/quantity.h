#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>

namespace arenascope {

/// A 64-bit number with a unit. Different units cannot be mixed by accident: a Step is not accepted where Bytes are
/// expected.
template <class Kind>
class Quantity {
public:
    constexpr Quantity() = default;
    constexpr explicit Quantity(std::int64_t value) : value_(value) {}
    [[nodiscard]] constexpr std::int64_t value() const { return value_; }
    friend constexpr auto operator<=>(Quantity, Quantity) = default;

private:
    std::int64_t value_ = 0;
};

using Bytes = Quantity<struct BytesKind>;
/// The position of a byte relative to the start of its region.
using Offset = Quantity<struct OffsetKind>;
/// A position on the time axis.
using Step = Quantity<struct StepKind>;
using Duration = Quantity<struct DurationKind>;

constexpr Bytes operator+(Bytes a, Bytes b) {
    return Bytes(a.value() + b.value());
}
constexpr Bytes operator-(Bytes a, Bytes b) {
    return Bytes(a.value() - b.value());
}
constexpr Offset operator+(Offset offset, Bytes size) {
    return Offset(offset.value() + size.value());
}
constexpr Offset operator-(Offset offset, Bytes size) {
    return Offset(offset.value() - size.value());
}
constexpr Bytes operator-(Offset a, Offset b) {
    return Bytes(a.value() - b.value());
}
constexpr Step operator+(Step step, Duration duration) {
    return Step(step.value() + duration.value());
}
constexpr Duration operator-(Step a, Step b) {
    return Duration(a.value() - b.value());
}
constexpr Duration operator+(Duration a, Duration b) {
    return Duration(a.value() + b.value());
}

/// An address in a memory: unsigned, while offsets are signed. The upper half is in use, as by drivers of Intel GPUs.
using Address = std::uint64_t;

/// Whether all bytes below `tail` in a region that begins at `base` have an address in 64 bits.
[[nodiscard]] constexpr bool has_addresses(Address base, std::int64_t tail) {
    return tail <= 0 || static_cast<Address>(tail) <= std::numeric_limits<Address>::max() - base;
}

/// A position in one kind of list. `none()` means no position.
template <class Kind>
class Index {
public:
    constexpr Index() = default;
    constexpr explicit Index(std::size_t value) : value_(static_cast<std::uint32_t>(value)) {}
    [[nodiscard]] constexpr std::uint32_t value() const { return value_; }
    [[nodiscard]] static constexpr Index none() { return Index(std::numeric_limits<std::uint32_t>::max()); }
    friend constexpr auto operator<=>(Index, Index) = default;

private:
    std::uint32_t value_ = 0;
};

/// Position of a buffer in Problem::buffers.
using BufferIndex = Index<struct BufferIndexKind>;
/// Position of a region in Problem::regions.
using RegionIndex = Index<struct RegionIndexKind>;
/// Position of an operator in Graph::operators.
using OperatorIndex = Index<struct OperatorIndexKind>;
/// Position of a shared object in Layout::objects.
using ObjectIndex = Index<struct ObjectIndexKind>;

/// a + b, or nothing if the sum does not fit in 64 bits.
[[nodiscard]] constexpr std::optional<std::int64_t> checked_add(std::int64_t a, std::int64_t b) {
    std::int64_t sum = 0;
    return __builtin_add_overflow(a, b, &sum) ? std::nullopt : std::optional(sum);
}

/// a − b, or nothing if the difference does not fit in 64 bits.
[[nodiscard]] constexpr std::optional<std::int64_t> checked_subtract(std::int64_t a, std::int64_t b) {
    std::int64_t difference = 0;
    return __builtin_sub_overflow(a, b, &difference) ? std::nullopt : std::optional(difference);
}

/// a · b, or nothing if the product does not fit in 64 bits.
[[nodiscard]] constexpr std::optional<std::int64_t> checked_multiply(std::int64_t a, std::int64_t b) {
    std::int64_t product = 0;
    return __builtin_mul_overflow(a, b, &product) ? std::nullopt : std::optional(product);
}

/// The lowest multiple of `alignment` (≥ 1) that is at least `offset`. It must fit in 64 bits, which `validate` checks.
[[nodiscard]] constexpr Offset aligned_up(Offset offset, Bytes alignment) {
    const std::int64_t step = alignment.value();
    const std::int64_t remainder = offset.value() % step;
    return remainder == 0 ? offset : Offset(offset.value() + (remainder > 0 ? step - remainder : -remainder));
}

}  // namespace arenascope

template <class Kind>
struct std::hash<arenascope::Index<Kind>> {
    std::size_t operator()(arenascope::Index<Kind> index) const noexcept { return index.value(); }
};
