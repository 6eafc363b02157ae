#pragma once

#include "core/model/settings/option.h"

namespace arenascope {

/// The least and the greatest value of an option.
struct OptionRange {
    std::int64_t minimum = 0;
    std::int64_t maximum = OptionSpec().maximum;
};

/// An option that counts something, such as "visits".
[[nodiscard]] inline OptionSpec counted_option(std::string_view key, std::string_view default_value,
                                               std::string_view unit, std::string_view meaning, OptionRange range = {},
                                               std::string_view unset = {}) {
    return {key,  OptionType::integer, default_value, meaning, {}, range.minimum, range.maximum, nullptr, false, unit,
            unset};
}

/// The same for a limit of a run that a time limit replaces.
[[nodiscard]] inline OptionSpec budget_option(std::string_view key, std::string_view default_value,
                                              std::string_view unit, std::string_view meaning, OptionRange range = {}) {
    OptionSpec option = counted_option(key, default_value, unit, meaning, range);
    option.is_budget = true;
    return option;
}

}  // namespace arenascope
