#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "core/model/network/network.h"

namespace arenascope {

struct ElementType {
    std::string_view name;
    std::int64_t bits = 0;  ///< 0: no fixed size
};

/// Sets the element type with this number in the format's list. A number outside the list has no known size.
inline void set_element_type(Tensor& tensor, std::span<const ElementType> types, std::int8_t number) {
    const bool is_known = number >= 0 && number < std::ssize(types);
    const std::size_t position = is_known ? static_cast<std::uint8_t>(number) : 0;
    tensor.type = is_known ? std::string(types[position].name) : "type " + std::to_string(number);
    tensor.element_bits = is_known ? types[position].bits : 0;
}

}  // namespace arenascope
