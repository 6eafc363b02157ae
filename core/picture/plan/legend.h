#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/model/tiers/risk.h"
#include "core/picture/plan/coloring.h"
#include "core/picture/plan/container.h"
#include "core/picture/plan/drawing.h"

namespace arenascope {

/// What an entry stands for besides a class of buffers, so that a caller can explain it.
enum class LegendMark : std::uint8_t {
    none,
    scratch,
    threshold,
    overlap,
    sharing,
    fast_part,
    transfer,
    takeover,
    candidate,
    group,
    grown,
    moved,
    former,
    free_area,
    absent,
};

/// An entry of a legend: a style and its meaning.
struct LegendEntry {
    FilledBox look;    ///< the box is empty
    std::string name;  ///< such as "high: over the threshold (2)"
    char letter = 0;   ///< 0: none
    Color letter_color;
    bool is_dashed = false;  ///< of the edge, or of the line
    bool is_line = false;    ///< a line in the colour of the edge instead of a box
    std::optional<Risk> risk = {};
    LegendMark mark = LegendMark::none;
    std::size_t makers = 0;                       ///< how many makers it stands for
    std::optional<std::size_t> color_class = {};  ///< its index in Coloring::classes; empty: it stands for none
};

/// The entries of a legend besides the colours.
struct LegendMarks {
    bool counts = true;  ///< add the number of buffers to each name
    bool overlaps = false;
    bool absent = false;            ///< bands of segments, see shows_bands()
    std::string_view sharing = {};  ///< see sharing_words(); empty: no memory is shared on purpose
    bool fast = false;              ///< a shaded part of a heap
    bool transfers = false;         ///< transfers between memories
    bool takeovers = false;         ///< edges of the usage graph
    bool candidates = false;        ///< a placement step with its candidates
    bool objects = false;           ///< that step is of shared objects, otherwise it has a context
    std::size_t group = 0;          ///< outlined buffers of the group that is shown
    std::size_t moved = 0;          ///< outlined buffers that the step moved
    bool former = false;            ///< places of moved buffers before the step
    bool threshold = false;         ///< a line at the threshold, see shows_threshold()
    bool free_areas = false;        ///< the free areas of a step
};

/// The entries of the used classes, the most urgent first, then of the marks. If colours show a quantity, all classes
/// are listed, so that the whole scale is visible. The count of a class includes its scratch; the pattern of scratch
/// has its own entry. Linear.
[[nodiscard]] std::vector<LegendEntry> legend(const Coloring& colors, ColorBy by, LegendMarks marks, Theme theme);

/// Why buffers of a layout share memory on purpose, in a few words; empty: none do. Linear in the groups.
[[nodiscard]] std::string_view sharing_words(const Layout& layout);

/// Whether a container has a line for its threshold: the peak has another height.
[[nodiscard]] bool shows_threshold(const std::vector<Container>& stack);

/// The arrangement of a legend in rows.
struct LegendRows {
    std::vector<Box> grounds;  ///< by entry: its swatch and its name
    double height = 0;
};

/// Arranges the entries from left to right, in as many rows as needed. The first row begins at 0.
[[nodiscard]] LegendRows legend_rows(const std::vector<LegendEntry>& entries, double left, double right,
                                     TextStyle style, const MeasureText& measure);

/// A legend in a limited height.
struct FittedLegend {
    std::vector<LegendEntry> entries;  ///< if some are left out, the last one says how many: "3 more"
    LegendRows rows;
    std::size_t kept = 0;  ///< how many of the given entries are there
};

/// What the entries stand for, as a number: an entry of makers counts as so many, so that it agrees with their list.
[[nodiscard]] std::size_t legend_count(std::span<const LegendEntry> entries);

/// The entries in at most `height` pixels, but at least the first one. Those that have no room are counted. Linear in
/// the entries for each one that is left out.
[[nodiscard]] FittedLegend fitted_legend(const std::vector<LegendEntry>& entries, double left, double right,
                                         double height, TextStyle style, const MeasureText& measure);

/// Draws the entries with their first row at `top`.
void draw(Drawing& drawing, const std::vector<LegendEntry>& entries, const LegendRows& rows, double top,
          TextStyle style, const Palette& tokens);

}  // namespace arenascope
