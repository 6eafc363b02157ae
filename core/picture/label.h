#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/picture/drawing.h"
#include "core/picture/plane.h"

namespace arenascope {

/// A text and the room that it takes.
struct Label {
    std::string text;
    Box ground;
    bool upwards = false;  ///< turned to be read from below
};

/// What a rectangle is labelled with, and where: "name · size" where both fit between its edges, the name alone where
/// that fits, the same turned upwards where the name fits no other way, else nothing. It stands at the left, vertically
/// in the middle, or above or below it where the middle would touch one of `keep_clear`; where every place does, there
/// is none.
[[nodiscard]] std::optional<Label> label_in(const Box& box, std::string_view name, std::string_view size,
                                            TextStyle style, const MeasureText& measure,
                                            std::span<const Box> keep_clear = {});

/// Between the edges of a label's plate and its text.
inline constexpr double label_margin = 4;

/// Adds a text on a plate that hides most of what it lies on: `ground` is as wide as the text with both margins.
void draw_plate(Drawing& drawing, const Box& ground, std::string_view text, TextStyle style, Color ink, Color plate);

/// The text, shortened with an ellipsis at its end where it is wider than `room`; empty where not even that fits.
[[nodiscard]] std::string elided(std::string_view text, double room, TextStyle style, const MeasureText& measure);

/// The same, shortened at its beginning: names of operators and tensors differ at their ends.
[[nodiscard]] std::string elided_in_front(std::string_view text, double room, TextStyle style,
                                          const MeasureText& measure);

/// The text in lines no wider than `room`, broken at spaces, at most `most_lines`; the last is elided.
[[nodiscard]] std::vector<std::string> wrapped(std::string_view text, double room, std::size_t most_lines,
                                               TextStyle style, const MeasureText& measure);

}  // namespace arenascope
