#pragma once

#include <cstdint>
#include <string>

#include "core/picture/plan/viewport.h"

namespace arenascope {

/// A number with at most so many decimals, without zeros at the end: "12.5". The same in every locale.
[[nodiscard]] std::string decimal_text(double number, int decimals);

/// A number with ten significant digits, as the scale of a drawing needs: "0.0001220703125".
[[nodiscard]] std::string precise_text(double number);

/// Appends a position or a length in pixels, with two decimals.
void append_pixels(std::string& out, double pixels);

/// Appends ` name="12.5"`.
void append_pixels(std::string& out, const char* name, double pixels);

/// Appends a rectangle as a part of the data of a path: "M1 2h3v4H1z".
void append_box_path(std::string& out, const Box& box);

/// The same in steps and bytes, exactly. The corner at (`x`, `y`) is that with the lowest step and byte.
void append_exact_path(std::string& out, std::uint64_t x, std::int64_t y, std::uint64_t width, std::uint64_t height);

}  // namespace arenascope
