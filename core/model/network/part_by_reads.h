#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/model/memory/operator_part.h"

namespace arenascope {

/// A part whose `reads` are by operand, with `reads` by position in a list of so many tensors that are read: the
/// operand i is the one at read_of_operand[i], or none of them if that is not in the list.
[[nodiscard]] OperatorPart part_by_reads(OperatorPart part, const std::vector<std::uint32_t>& read_of_operand,
                                         std::size_t count);

}  // namespace arenascope
