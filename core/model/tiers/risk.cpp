#include "core/model/tiers/risk.h"

#include <array>

namespace arenascope {
namespace {

constexpr std::array<std::string_view, 4> tier_names{"none", "low", "medium", "high"};
constexpr std::array<std::string_view, 4> cause_names{"none", "beside", "at", "over"};

}  // namespace

std::string_view name_of(Tier tier) {
    return tier_names[static_cast<std::size_t>(tier)];
}
std::string_view name_of(Cause cause) {
    return cause_names[static_cast<std::size_t>(cause)];
}

}  // namespace arenascope
