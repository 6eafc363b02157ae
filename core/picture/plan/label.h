#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/picture/plan/drawing.h"
#include "core/picture/plan/plane.h"

namespace arenascope {

/// A text and the space that it takes.
struct Label {
    std::string text;
    Box ground;
    bool upwards = false;  ///< rotated, to be read from bottom to top
};

/// Chooses the label of a rectangle. It is "name · size" if both fit between the edges, otherwise the name alone. If
/// the name fits only upwards, it is rotated. A name that fits neither way is shortened in its middle, unless fewer
/// than a few characters would be left. The label is at the left in the vertical middle, or above or below the middle
/// to avoid `keep_clear`. Empty if nothing fits.
[[nodiscard]] std::optional<Label> label_in(const Box& box, std::string_view name, std::string_view size,
                                            TextStyle style, const MeasureText& measure,
                                            std::span<const Box> keep_clear = {});

/// The space between the edges of a label's plate and its text, in pixels.
inline constexpr double label_margin = 4;

/// Draws a text on a plate that mostly hides its background. `ground` has the width of the text and both margins.
void draw_plate(Drawing& drawing, const Box& ground, std::string_view text, TextStyle style, Color ink, Color plate);

/// The text, shortened with an ellipsis at its end if it is wider than `room`; empty if even that does not fit.
[[nodiscard]] std::string elided(std::string_view text, double room, TextStyle style, const MeasureText& measure);

/// The same, but shortened in its middle, because names of operators and tensors differ at both ends. Names of one kind
/// differ in their numbers, so the cut removes as few digits as possible: "Conv2d_1_pointwise" becomes "Conv2d_1…ise".
/// Among such cuts, it is the one nearest to the place where a third of what remains is before it. It never splits a
/// UTF-8 character. Measures a number of texts that is logarithmic in the length.
[[nodiscard]] std::string elided_in_middle(std::string_view text, double room, TextStyle style,
                                           const MeasureText& measure);

/// The text in at most `most_lines` lines no wider than `room`, broken at spaces. The last line is shortened with an
/// ellipsis.
[[nodiscard]] std::vector<std::string> wrapped(std::string_view text, double room, std::size_t most_lines,
                                               TextStyle style, const MeasureText& measure);

}  // namespace arenascope
