#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/network/import_options.h"

namespace arenascope {

/// The switch `dim.*`: one value for every open dimension that has none of its own.
class DimensionWildcard {
public:
    /// The name under which ImportOptions::dimensions keeps it.
    static constexpr std::string_view name = "*";

    explicit DimensionWildcard(const ImportOptions& options);

    /// The value for this dimension, which has none of its own; empty: the switch is not given.
    /// `is_first`: it is the first one of an input with several, which is usually the batch.
    [[nodiscard]] std::optional<std::int64_t> value_for(const std::string& dimension, bool is_first);

    /// The value; empty: the switch is not given.
    [[nodiscard]] std::optional<std::int64_t> value() const { return value_; }

    /// Which dimensions got the value, for people; empty: the switch is not given. Says how to give a batch its own.
    [[nodiscard]] std::optional<std::string> note() const;

private:
    std::optional<std::int64_t> value_;
    std::vector<std::string> dimensions_;
    std::string first_;
};

}  // namespace arenascope
