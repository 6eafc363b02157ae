#pragma once

#include <cassert>
#include <cstdint>
#include <limits>
#include <optional>

#include "core/model/memory/quantity.h"

namespace arenascope {

/// A std::optional<Offset> in the size of an Offset. The lowest number, −2⁶³, stands for no offset.
class OptionalOffset {
public:
    constexpr OptionalOffset() = default;
    constexpr OptionalOffset(std::nullopt_t) {}
    constexpr OptionalOffset(Offset offset) : offset_(offset) {}
    constexpr OptionalOffset(const std::optional<Offset>& offset) : offset_(offset.value_or(none)) {}
    constexpr operator std::optional<Offset>() const { return has_value() ? std::optional(offset_) : std::nullopt; }

    [[nodiscard]] constexpr bool has_value() const { return offset_ != none; }
    constexpr explicit operator bool() const { return has_value(); }
    [[nodiscard]] constexpr const Offset& operator*() const {
        assert(has_value());
        return offset_;
    }
    [[nodiscard]] constexpr const Offset* operator->() const { return &**this; }
    [[nodiscard]] constexpr const Offset& value() const { return **this; }
    [[nodiscard]] constexpr Offset value_or(Offset other) const { return has_value() ? offset_ : other; }
    constexpr void reset() { offset_ = none; }

    friend constexpr bool operator==(const OptionalOffset&, const OptionalOffset&) = default;
    friend constexpr bool operator==(const OptionalOffset& a, Offset b) { return a.has_value() && a.offset_ == b; }
    friend constexpr bool operator==(const OptionalOffset& a, std::nullopt_t) { return !a.has_value(); }
    friend constexpr bool operator==(const OptionalOffset& a, const std::optional<Offset>& b) {
        return a == OptionalOffset(b);
    }

    /// What stands for no offset.
    static constexpr Offset none = Offset(std::numeric_limits<std::int64_t>::min());

private:
    Offset offset_ = none;
};

/// No offset in a plain list of numbers, such as that of a planner: the number that an OptionalOffset has for it.
inline constexpr std::int64_t unplaced_offset = OptionalOffset::none.value();

}  // namespace arenascope
