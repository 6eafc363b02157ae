#pragma once

#include <string_view>

#include "core/base/text/json_reader.h"
#include "core/base/text/json_text.h"
#include "core/model/memory/quantity.h"

namespace arenascope {

/// Appends an address: a number below 2^63, `"0xffff800000000000"` from there on, because many readers of JSON keep no
/// larger integers.
void append_address(MemberWriter& members, std::string_view key, Address address);

/// Reads such a number or text; 0 if it is missing. Records an error for anything else.
[[nodiscard]] Address read_address(const JsonField& field, std::string_view key);

}  // namespace arenascope
