#pragma once

#include <optional>

#include "core/model/memory/optional_offset.h"
#include "core/model/memory/quantity.h"

namespace arenascope {

struct Placement {
    Offset offset;  ///< relative to the start of the region
    RegionIndex region;
    friend constexpr bool operator==(const Placement&, const Placement&) = default;
};

/// A std::optional<Placement> in the size of a Placement: a layout has one for each buffer. Without an offset there is
/// no placement.
class OptionalPlacement {
public:
    constexpr OptionalPlacement() = default;
    constexpr OptionalPlacement(std::nullopt_t) {}
    constexpr OptionalPlacement(Placement placement) : placement_(placement) {}
    constexpr OptionalPlacement(OptionalOffset offset, RegionIndex region)
        : placement_(offset ? Placement{*offset, region} : none) {}
    constexpr OptionalPlacement(const std::optional<Placement>& placement) : placement_(placement.value_or(none)) {}
    constexpr operator std::optional<Placement>() const {
        return has_value() ? std::optional(placement_) : std::nullopt;
    }

    [[nodiscard]] constexpr bool has_value() const { return OptionalOffset(placement_.offset).has_value(); }
    constexpr explicit operator bool() const { return has_value(); }
    [[nodiscard]] constexpr Placement& operator*() { return placement_; }
    [[nodiscard]] constexpr const Placement& operator*() const { return placement_; }
    [[nodiscard]] constexpr Placement* operator->() { return &placement_; }
    [[nodiscard]] constexpr const Placement* operator->() const { return &placement_; }
    [[nodiscard]] constexpr const Placement& value() const {
        return has_value() ? placement_ : throw std::bad_optional_access();
    }
    [[nodiscard]] constexpr Placement value_or(Placement other) const { return has_value() ? placement_ : other; }
    constexpr void reset() { placement_ = none; }

    friend constexpr bool operator==(const OptionalPlacement&, const OptionalPlacement&) = default;

private:
    static constexpr Placement none{OptionalOffset::none, {}};
    Placement placement_ = none;
};

static_assert(sizeof(OptionalPlacement) == sizeof(Placement));

}  // namespace arenascope
