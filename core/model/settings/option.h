#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/error/error.h"

namespace arenascope {

enum class OptionType : std::uint8_t { integer, bytes, choice, flag, text };

[[nodiscard]] std::string_view name_of(OptionType type);

/// One option of a planner or of an import. The command line sets it with `--set`; the window shows it in a form.
struct OptionSpec {
    std::string_view key;
    OptionType type = OptionType::text;
    std::string_view default_value;
    std::string_view meaning;
    std::vector<std::string_view> choices = {};  ///< for OptionType::choice only
    std::int64_t minimum = 0;                    ///< for integer and bytes only
    std::int64_t maximum = std::int64_t{1} << 62;
    /// For text: gives an error for a wrong value. Null: every value is valid.
    Expected<void> (*check)(std::string_view text) = nullptr;
    /// The option limits the length of a run. Under a time limit it does so only if the user sets it.
    bool is_budget = false;
    /// What an integer counts: "visits". Empty: a plain number. Bytes have their own unit.
    std::string_view unit = {};
    /// The meaning of 0, or of an empty text: "as in the file". Empty: 0 and the empty text have no special meaning.
    std::string_view unset = {};
    bool is_file = false;        ///< for text only: it names a file to read
    bool is_for_report = false;  ///< changes only the report of the command line
};

/// Whether a value of the option is the one that `unset` describes.
[[nodiscard]] bool is_unset(const OptionSpec& spec, std::string_view value);

/// The meaning, followed by that of 0 or of an empty text: "number of cores; 0: as in the file".
[[nodiscard]] std::string whole_meaning(const OptionSpec& spec);

using KeyValue = std::pair<std::string, std::string>;

/// A checked value for every option of one planner.
class OptionValues {
public:
    /// The defaults, overridden by `settings`. An unknown key or a value out of range is an error. It names the key and
    /// lists the valid keys or values.
    [[nodiscard]] static Expected<OptionValues> from(const std::vector<OptionSpec>& specs,
                                                     const std::vector<KeyValue>& settings);

    [[nodiscard]] std::int64_t integer(std::string_view key) const;
    [[nodiscard]] bool flag(std::string_view key) const;
    [[nodiscard]] const std::string& text(std::string_view key) const;
    /// All values as text, by key, for the provenance of a layout.
    [[nodiscard]] std::vector<KeyValue> all() const;

private:
    std::map<std::string, std::string, std::less<>> values_;
};

}  // namespace arenascope
