#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/picture/plan/drawing.h"
#include "core/picture/plan/viewport.h"

namespace arenascope {

class NameParts;

/// A text and the space that it takes.
struct Label {
    std::string text;
    Box ground;
    bool upwards = false;  ///< rotated, to be read from bottom to top
};

/// Chooses the label of a rectangle. It is "name · size" if both fit between the edges, otherwise the name alone. If
/// the name fits only upwards, it is rotated. A name that fits neither way is shortened in its middle, unless fewer
/// than a few characters would be left. The label is at the left in the vertical middle, or above or below the middle
/// to avoid `keep_clear`. Empty if nothing fits. `parts`: what must remain of a name that is shortened; null: not
/// known.
[[nodiscard]] std::optional<Label> label_in(const Box& box, std::string_view name, std::string_view size,
                                            TextStyle style, const MeasureText& measure,
                                            std::span<const Box> keep_clear = {}, const NameParts* parts = nullptr);

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

/// The name, shortened so that it keeps what tells it apart from other names (see NameParts), or as
/// elided_in_middle() if that is not known. Empty if that does not fit.
[[nodiscard]] std::string shortened_name(std::string_view name, double room, TextStyle style,
                                         const MeasureText& measure, const NameParts* parts);

/// The text in at most `most_lines` lines no wider than `room`, broken at spaces. The last line is shortened with an
/// ellipsis.
[[nodiscard]] std::vector<std::string> wrapped(std::string_view text, double room, std::size_t most_lines,
                                               TextStyle style, const MeasureText& measure);

/// A point of a plot and how wide its name is, in pixels.
struct NamedPoint {
    Point at;
    double name_width = 0;
};

/// A straight line from a point to its name.
struct Leader {
    Point from;
    Point to;
    friend constexpr bool operator==(const Leader&, const Leader&) = default;
};

/// Whether a leader and a box have a position in common.
[[nodiscard]] bool meets(const Leader& line, const Box& box);

/// Where the name of a point is written. A name that is not directly beside its point has a line to it.
struct NamePlace {
    Box box;
    std::optional<Leader> leader = {};  ///< from the edge of the point to the edge of the name
    friend bool operator==(const NamePlace&, const NamePlace&) = default;
};

/// Places for the names of points: directly beside, or near by with a leader. A name lies inside `area`, and on no
/// point, other name, leader or `taken` box. A leader meets no other point and no other name. A name that has no such
/// place has none; earlier points go first. Quadratic.
///
///   ● name          ╱ name
///                  ●  ● other
[[nodiscard]] std::vector<std::optional<NamePlace>> name_places(std::span<const NamedPoint> points, double point_radius,
                                                                double line_height, const Box& area,
                                                                std::vector<Box> taken);

/// Points that lie on each other: for each group the positions of its points, the earliest first. A point belongs to
/// the first group whose earliest point is at most `distance` pixels from it. Quadratic.
[[nodiscard]] std::vector<std::vector<std::size_t>> points_together(std::span<const Point> points, double distance);

}  // namespace arenascope
