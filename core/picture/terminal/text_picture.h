#pragma once

#include <cstdint>
#include <vector>

#include "core/picture/plan/drawing.h"
#include "core/picture/plan/page_content.h"
#include "core/picture/terminal/colored_text.h"

namespace arenascope {

/// The size and the characters of a text picture.
struct TextFormat {
    std::int32_t columns = 80;  ///< from least_text_columns to most_text_columns
    Theme theme = Theme::dark;
    bool has_colors = true;  ///< false: a cell shows the letter of its tier
    bool is_ascii = false;   ///< without Unicode
};

inline constexpr std::int32_t least_text_columns = 20;
inline constexpr std::int32_t most_text_columns = 1000;

/// Draws a plan with characters, for terminals. No line is wider than the format says.
///
///   name of the file
///   peak 150 B · theoretical threshold 100 B · …
///   h high: beside (1)  H high: over the threshold (1)
///     B ── peak 150 B (+50.0 %) ──────
///   100 ┤      HHHHHHHHHHHH
///       ╌╌ threshold 100 B ╌╌╌╌╌╌╌╌╌╌╌
///       │hhhhhhhhhhhhh
///     0 ┤hhhhhhhhhhhhh
///       live size, highest 100 B at step 2
///       ▄▄▄▄▄▄██████▄▄▄▄▄▄
///       └┬─────────────────
///   step 0
///
/// With colours, a cell has two pixels in the colours of their tiers; see ByteRows and StepColumns for the scales. A
/// cell never shows a lower tier than the highest one that it touches. Where buffers overlap that must not, a cell is
/// marked. Lines stand between rows of cells, so they hide none. Several memories stand one above the other, as in a
/// page, each with its live size.
///
/// Of `content`, the marks, moves, groups, candidates and free areas are not shown. `measure` gives the columns that a
/// text takes. The same content and format give the same lines. O(n log n + cells).
[[nodiscard]] std::vector<TextLine> text_picture(const PageContent& content, const TextFormat& format,
                                                 const MeasureText& measure);

}  // namespace arenascope
