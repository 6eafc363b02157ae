#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/error/error.h"

namespace arenascope {

enum class OptionType : std::uint8_t { integer, bytes, choice, flag, text };

[[nodiscard]] std::string_view name_of(OptionType type);

/// One switch of a planner (or an import): what the command line's `--set` takes and the window builds a form from.
struct OptionSpec {
    std::string_view key;
    OptionType type = OptionType::text;
    std::string_view default_value;
    std::string_view meaning;
    std::vector<std::string_view> choices = {};  ///< for OptionType::choice
    std::int64_t minimum = 0;                    ///< for integer and bytes
    std::int64_t maximum = std::int64_t{1} << 62;
    Expected<void> (*check)(std::string_view text) = nullptr;  ///< for text: what is wrong with a value; none: any goes
    bool is_budget = false;  ///< it ends the run; under a time limit, unless it was set, only a turn
};

using KeyValue = std::pair<std::string, std::string>;

/// A value for every option of one planner, each checked against its specification.
class OptionValues {
public:
    /// Defaults, overridden by `settings`; an unknown key or a value out of range is an error that names the
    /// key and lists what would be right.
    [[nodiscard]] static Expected<OptionValues> from(const std::vector<OptionSpec>& specs,
                                                     const std::vector<KeyValue>& settings);

    [[nodiscard]] std::int64_t integer(std::string_view key) const;
    [[nodiscard]] bool flag(std::string_view key) const;
    [[nodiscard]] const std::string& text(std::string_view key) const;
    /// All, by key, as text: goes into a layout's provenance.
    [[nodiscard]] std::vector<KeyValue> all() const;

private:
    std::map<std::string, std::string, std::less<>> values_;
};

/// A number of bytes with an optional unit: `512`, `64k`, `3M`, `512KiB`, `1.5MiB`. k and M are decimal
/// (1000, 1000000), KiB and MiB binary. Not negative; overflow and fractions of a byte are errors.
[[nodiscard]] Expected<std::int64_t> parse_bytes(std::string_view text);

}  // namespace arenascope
