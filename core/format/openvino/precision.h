#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace arenascope {

/// The element type of a port.
struct Precision {
    std::string name;       ///< in lower case, as in attributes of a layer: `FP32` and `f32` are both `f32`
    std::int64_t bits = 0;  ///< 0: elements have no fixed size, or the type is unknown
};

/// The element type with this name, in either spelling: that of ports (`FP32`) or that of layers (`f32`).
[[nodiscard]] Precision precision_named(std::string_view name);

}  // namespace arenascope
