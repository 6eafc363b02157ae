#pragma once

#include <concepts>
#include <optional>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include "core/memory/quantity.h"

namespace arenascope {

struct Placement {
    Offset offset;  ///< relative to the start of the region
    RegionIndex region;
    friend constexpr bool operator==(const Placement&, const Placement&) = default;
};

}  // namespace arenascope

/// The flag stands in the four bytes that a Placement leaves free at its end. So this takes 16 bytes, and the 24 of the
/// general template would cost a layout a third more. What differs from that template: no emplace and no value() &&.
template <>
class std::optional<arenascope::Placement> {
    using Placement = arenascope::Placement;

public:
    using value_type = Placement;

    constexpr optional() noexcept = default;
    constexpr optional(std::nullopt_t) noexcept {}
    template <class From = Placement>
    requires(!std::same_as<std::remove_cvref_t<From>, optional> &&
             std::convertible_to<From, Placement>) constexpr optional(From&& from)
        : placement_(std::forward<From>(from)), has_value_(true) {}
    template <class From = Placement>
    requires(!std::same_as<std::remove_cvref_t<From>, optional> &&
             std::convertible_to<From, Placement>) constexpr optional&
    operator=(From&& from) {
        return *this = optional(std::forward<From>(from));
    }

    [[nodiscard]] constexpr bool has_value() const noexcept { return has_value_; }
    constexpr explicit operator bool() const noexcept { return has_value_; }
    [[nodiscard]] constexpr Placement& operator*() noexcept { return placement_; }
    [[nodiscard]] constexpr const Placement& operator*() const noexcept { return placement_; }
    [[nodiscard]] constexpr Placement* operator->() noexcept { return &placement_; }
    [[nodiscard]] constexpr const Placement* operator->() const noexcept { return &placement_; }
    [[nodiscard]] constexpr const Placement& value() const {
        return has_value_ ? placement_ : throw std::bad_optional_access();
    }
    [[nodiscard]] constexpr Placement value_or(Placement other) const { return has_value_ ? placement_ : other; }
    constexpr void reset() noexcept { *this = optional(); }

private:
    [[no_unique_address]] Placement placement_;
    bool has_value_ = false;
};

static_assert(sizeof(std::optional<arenascope::Placement>) == 16);
