#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/model/network/model_kind.h"

namespace arenascope {

/// What the operands of an operator that works element by element are.
enum class ElementWise : std::uint8_t {
    broadcasts,       ///< each one may be broadcast to the output
    across_channels,  ///< one operand, of whose place all channels count: not element by element along them
    across_picture,   ///< as per_channel, but all rows and columns of a channel count: not along them
    per_channel,  ///< the first one has the output's shape; the others are scalars, or have an element for each channel
};

/// Whether the operators of this type work element by element: each element of the output depends on the element of the
/// operands at the same place. Empty: no, or it is not known. To support another operator, add its type.
[[nodiscard]] std::optional<ElementWise> element_wise_kind(ModelKind kind, std::string_view type);

/// Whether the operators of this type write their operands one after another along Node::axis.
[[nodiscard]] bool is_concatenation(ModelKind kind, std::string_view type);

}  // namespace arenascope
