#include "core/model/settings/option.h"

#include <algorithm>
#include <optional>

#include "core/base/error/quotation.h"
#include "core/base/text/amount.h"
#include "core/base/text/decimal_number.h"

namespace arenascope {
namespace {

std::string joined(const std::vector<std::string_view>& words) {
    std::string text;
    for (const std::string_view word : words) {
        text += (text.empty() ? "" : ", ") + std::string(word);
    }
    return text;
}

Expected<std::string> checked_number(const OptionSpec& spec, std::string_view text,
                                     std::optional<std::int64_t> number) {
    const std::string range = spec.maximum == OptionSpec{}.maximum
                                  ? "at least " + std::to_string(spec.minimum)
                                  : "from " + std::to_string(spec.minimum) + " to " + std::to_string(spec.maximum);
    if (!number || *number < spec.minimum || *number > spec.maximum) {
        return failure("option " + in_quotes(spec.key) + " is " + in_quotes(text), "give an integer " + range);
    }
    return std::to_string(*number);
}

Expected<std::string> checked_flag(const OptionSpec& spec, std::string_view text) {
    for (const std::string_view yes : {"true", "on", "yes", "1"}) {
        if (text == yes) {
            return std::string("true");
        }
    }
    for (const std::string_view no : {"false", "off", "no", "0"}) {
        if (text == no) {
            return std::string("false");
        }
    }
    return failure("option " + in_quotes(spec.key) + " is " + in_quotes(text), "give true or false");
}

/// The value in its canonical spelling: `yes` and `on` become `true`.
Expected<std::string> checked_value(const OptionSpec& spec, std::string_view text) {
    switch (spec.type) {
        case OptionType::integer:
            return checked_number(spec, text, whole_number(text));
        case OptionType::bytes: {
            const auto bytes = parse_bytes(text);
            return checked_number(spec, text, bytes ? std::optional(*bytes) : std::nullopt);
        }
        case OptionType::choice:
            if (std::ranges::find(spec.choices, text) == spec.choices.end()) {
                return failure("option " + in_quotes(spec.key) + " is " + in_quotes(text),
                               "choose one of: " + joined(spec.choices));
            }
            break;
        case OptionType::flag:
            return checked_flag(spec, text);
        case OptionType::text:
            if (auto valid = spec.check != nullptr ? spec.check(text) : Expected<void>(); !valid) {
                return tl::unexpected(valid.error());
            }
            break;
    }
    return std::string(text);
}

}  // namespace

std::string_view name_of(OptionType type) {
    switch (type) {
        case OptionType::integer:
            return "integer";
        case OptionType::bytes:
            return "bytes";
        case OptionType::choice:
            return "choice";
        case OptionType::flag:
            return "flag";
        case OptionType::text:
            break;
    }
    return "text";
}

bool is_unset(const OptionSpec& spec, std::string_view value) {
    return !spec.unset.empty() && (value.empty() || (spec.type != OptionType::text && value == "0"));
}

std::string whole_meaning(const OptionSpec& spec) {
    std::string text(spec.meaning);
    if (!spec.unset.empty()) {
        text += (spec.type == OptionType::text ? "; empty: " : "; 0: ") + std::string(spec.unset);
    }
    return text;
}

Expected<OptionValues> OptionValues::from(const std::vector<OptionSpec>& specs, const std::vector<KeyValue>& settings) {
    OptionValues values;
    for (const OptionSpec& spec : specs) {
        values.values_.insert_or_assign(std::string(spec.key), std::string(spec.default_value));
    }
    for (const auto& [key, text] : settings) {
        const auto spec =
            std::ranges::find_if(specs, [&key = key](const OptionSpec& candidate) { return candidate.key == key; });
        if (spec == specs.end()) {
            std::vector<std::string_view> keys;
            keys.reserve(specs.size());
            for (const OptionSpec& known : specs) {
                keys.push_back(known.key);
            }
            return failure("there is no option " + in_quotes(key), "the options are: " + joined(keys));
        }
        auto value = checked_value(*spec, text);
        if (!value) {
            return tl::unexpected(value.error());
        }
        values.values_[key] = std::move(*value);
    }
    return values;
}

std::int64_t OptionValues::integer(std::string_view key) const {
    return whole_number(text(key)).value_or(0);
}

bool OptionValues::flag(std::string_view key) const {
    return text(key) == "true";
}

const std::string& OptionValues::text(std::string_view key) const {
    static const std::string absent;
    const auto found = values_.find(key);
    return found == values_.end() ? absent : found->second;
}

std::vector<KeyValue> OptionValues::all() const {
    return {values_.begin(), values_.end()};
}

}  // namespace arenascope
