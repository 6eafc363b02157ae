#pragma once

#include <string>
#include <string_view>
#include <type_traits>

#include "core/base/error/quotation.h"
#include "core/base/text/json_reader.h"

namespace arenascope {

/// The value that `named` gives for the text of a member. A text without a value is an error: the cause, and the text
/// in quotes.
template <class Named>
[[nodiscard]] auto named_member(const JsonField& field, std::string_view key, const std::string& text, Named&& named,
                                const std::string& cause, const char* cure) {
    const auto value = named(text);
    if (!value) {
        field.refuse(key, cause + in_quotes(text), cure);
    }
    return value.value_or(std::remove_cvref_t<decltype(*value)>());
}

}  // namespace arenascope
