#pragma once

#include <cstdint>
#include <string_view>

namespace arenascope {

/// How much a buffer contributes to the peak (docs/method.md, section "Peak suppression", step 4).
enum class Tier : std::uint8_t { none, low, medium, high };

/// Why a buffer is in its tier.
enum class Cause : std::uint8_t {
    none,    ///< it is in tier low or none
    beside,  ///< it shares time with a buffer that is over (high) or at (medium) the threshold
    at,      ///< its own tail is at the threshold
    over,    ///< its own tail is above the threshold
};

/// The tier of a buffer and the reason. Risks compare by urgency; the most urgent is the largest.
struct Risk {
    Tier tier = Tier::none;
    Cause cause = Cause::none;
    friend constexpr auto operator<=>(const Risk&, const Risk&) = default;
};

[[nodiscard]] std::string_view name_of(Tier tier);
[[nodiscard]] std::string_view name_of(Cause cause);

}  // namespace arenascope
