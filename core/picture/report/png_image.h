#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/error/error.h"

namespace arenascope {

/// An image as the bytes of a PNG file. `colors`: 0xAARRGGBB, row by row from the top. The same image gives the same
/// bytes. Error: there is not enough memory.
[[nodiscard]] Expected<std::string> encoded_png(std::int32_t columns, std::int32_t rows,
                                                const std::vector<std::uint32_t>& colors);

}  // namespace arenascope
