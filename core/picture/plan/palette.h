#pragma once

#include <array>
#include <cstdint>

#include "core/analysis/verdict/verdict_tone.h"
#include "core/model/tiers/risk.h"

namespace arenascope {

struct Color {
    std::uint8_t red = 0;
    std::uint8_t green = 0;
    std::uint8_t blue = 0;
    friend constexpr bool operator==(const Color&, const Color&) = default;
};

/// Converts 0xRRGGBB.
[[nodiscard]] constexpr Color color(std::uint32_t rgb) {
    return {static_cast<std::uint8_t>(rgb >> 16U), static_cast<std::uint8_t>(rgb >> 8U),
            static_cast<std::uint8_t>(rgb)};
}

enum class Theme : std::uint8_t { light, dark };

/// A pattern drawn over a fill, so that colours are not the only difference.
enum class Pattern : std::uint8_t { plain, hatch, dots, cross_hatch, falling_hatch };

/// The style of rectangles with a certain risk. Patterns and letters make it recognizable without colours.
struct RiskStyle {
    Color fill;
    Color edge;
    Color text;  ///< on the fill
    Pattern pattern = Pattern::plain;
    char letter = 0;  ///< 0: none
    Color mark = {};  ///< lines or dots of the pattern
};

/// All colours of the program, by meaning. No other file may define colours. The hues are those of Okabe and Ito.
struct Palette {
    RiskStyle high_over;
    RiskStyle high_beside;
    RiskStyle medium_at;
    RiskStyle medium_beside;
    RiskStyle low;
    RiskStyle none;
    RiskStyle dimmed;                 ///< dimmed by a filter or a selection
    RiskStyle dimmed_over;            ///< dimmed, and above the threshold
    RiskStyle unplaced;               ///< an outline, for buffers without an offset
    std::array<RiskStyle, 6> scale;   ///< from small to large, for colours that show a quantity
    std::array<RiskStyle, 5> kinds;   ///< by BufferKind
    std::array<RiskStyle, 7> makers;  ///< code that made buffers, by rank
    RiskStyle no_maker;               ///< buffers that no Python code made
    RiskStyle other_makers;           ///< further code
    RiskStyle scratch;                ///< for the legend entry of scratch
    Color conflict;                   ///< cross-hatch over shared bytes
    Color accent;                     ///< threshold, selection, links
    Color accent_ink;                 ///< text on the accent
    Color selection;                  ///< ground of selected rows
    Color ink;
    Color dim;
    Color line;
    Color ground;
    Color panel;
    Color stripe;  ///< every other row
    Color plot;
    Color risk_text;    ///< risk hue as text on a panel
    Color good;         ///< for "no overlaps"
    Color warning;      ///< of a verdict, as text on a panel
    Color bad;          ///< of a verdict, as text on a panel
    Color hit;          ///< marks of steps at which a breakpoint stops
    Color live_fill;    ///< area under the live-size curve
    Color fast;         ///< ground of the fast part of a heap
    Color absent;       ///< ground where memory does not exist
    Color good_ground;  ///< of the line with a verdict
    Color warning_ground;
    Color bad_ground;
    Color reserved_fill;  ///< between the live and the reserved size
};

[[nodiscard]] const Palette& palette(Theme theme);

[[nodiscard]] const RiskStyle& style_of(const Palette& palette, Risk risk);

/// The colour of text in a tone.
[[nodiscard]] Color color_of(const Palette& palette, VerdictTone tone);
/// The ground of a line with a verdict.
[[nodiscard]] Color ground_of(const Palette& palette, VerdictTone tone);

/// The style of scratch buffers where tensors have `style`. It has the same fill, but a hatch in the other direction
/// than that of buffers above the threshold, which keep their colour and letter.
[[nodiscard]] RiskStyle as_scratch(RiskStyle style);

}  // namespace arenascope
