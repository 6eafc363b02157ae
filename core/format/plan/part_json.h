#pragma once

#include <cstddef>
#include <optional>

#include "core/base/text/json_reader.h"
#include "core/base/text/json_text.h"
#include "core/model/memory/operator_part.h"

namespace arenascope {

/// Appends the member `part` of an operator; nothing for one that runs whole (docs/formats.md, "Deployment").
void append_operator_part(MemberWriter& members, const std::optional<OperatorPart>& part);

/// Reads the member `part` of an operator with so many operands. Empty if there is none. Errors: an axis, a number or
/// an operand that does not exist, rows that are none or negative.
[[nodiscard]] std::optional<OperatorPart> read_operator_part(const JsonField& field, std::size_t operands);

}  // namespace arenascope
