#include "core/memory/risk.h"

#include <array>

namespace arenascope {
namespace {

constexpr std::array<std::string_view, 4> tier_names{"none", "low", "medium", "high"};
constexpr std::array<std::string_view, 4> cause_names{"none", "beside", "at", "over"};

template <class Value>
std::optional<Value> value_named(const std::array<std::string_view, 4>& names, std::string_view name) {
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (names[i] == name) {
            return static_cast<Value>(i);
        }
    }
    return std::nullopt;
}

}  // namespace

std::string_view name_of(Tier tier) {
    return tier_names[static_cast<std::size_t>(tier)];
}
std::string_view name_of(Cause cause) {
    return cause_names[static_cast<std::size_t>(cause)];
}
std::optional<Tier> tier_named(std::string_view name) {
    return value_named<Tier>(tier_names, name);
}
std::optional<Cause> cause_named(std::string_view name) {
    return value_named<Cause>(cause_names, name);
}

}  // namespace arenascope
