#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/text/json_reader.h"
#include "core/trace/object_choice.h"

namespace arenascope {

/// The integer under `key` of a trace. A negative one is an error.
[[nodiscard]] std::int64_t not_negative(const JsonField& field, std::string_view key);

/// Appends the choice of a shared object as a JSON object on one line (docs/formats.md, section "Trace"):
///
///   {"rule": "in-order", "free": [{"object": 2, "size": 12, "distance": 1, "outcome": "taken"}], "after": 14, …}
void append_object_choice(std::string& out, const ObjectChoice& choice);

/// Reads what append_object_choice() wrote. Errors are recorded in the field's JsonReading.
[[nodiscard]] ObjectChoice read_object_choice(const JsonField& field);

}  // namespace arenascope
