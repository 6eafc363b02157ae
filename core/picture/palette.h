#pragma once

#include <array>
#include <cstdint>

#include "core/memory/risk.h"

namespace arenascope {

/// An opaque colour.
struct Color {
    std::uint8_t red = 0;
    std::uint8_t green = 0;
    std::uint8_t blue = 0;
    friend constexpr bool operator==(const Color&, const Color&) = default;
};

/// 0xRRGGBB.
[[nodiscard]] constexpr Color color(std::uint32_t rgb) {
    return {static_cast<std::uint8_t>(rgb >> 16U), static_cast<std::uint8_t>(rgb >> 8U),
            static_cast<std::uint8_t>(rgb)};
}

enum class Theme : std::uint8_t { light, dark };

/// What is drawn over a fill, so that it is told apart without its colour.
enum class Pattern : std::uint8_t { plain, hatch, dots, cross_hatch, falling_hatch };

/// What a rectangle of one risk is filled and outlined with, besides colour told apart by pattern and letter.
struct RiskStyle {
    Color fill;
    Color edge;
    Color text;  ///< on the fill
    Pattern pattern = Pattern::plain;
    char letter = 0;  ///< 0: none
    Color mark = {};  ///< lines or dots of the pattern
};

/// Every colour of the product, by what it means: the only place that holds them. The hues are Okabe and Ito's.
struct Palette {
    RiskStyle high_over;
    RiskStyle high_beside;
    RiskStyle medium_at;
    RiskStyle medium_beside;
    RiskStyle low;
    RiskStyle none;
    RiskStyle dimmed;                ///< what a filter or a selection puts aside
    RiskStyle dimmed_over;           ///< the same, of what stands above the threshold
    RiskStyle unplaced;              ///< an outline: what has no offset yet
    std::array<RiskStyle, 6> scale;  ///< small to large, where rectangles are coloured by a quantity
    std::array<RiskStyle, 5> kinds;  ///< by BufferKind
    RiskStyle scratch;               ///< what tells scratch from tensors, by itself: in a legend
    Color conflict;                  ///< cross-hatch over shared bytes
    Color accent;                    ///< threshold, selection, links
    Color accent_ink;                ///< text on the accent
    Color selection;                 ///< ground of selected rows
    Color ink;
    Color dim;
    Color line;
    Color ground;
    Color panel;
    Color stripe;  ///< every other row
    Color plot;
    Color risk_text;  ///< risk hue as text on a panel
    Color good;       ///< "no overlaps"
    Color live_fill;  ///< area under the live-size curve
    Color fast;       ///< ground of the fast part of a heap
};

[[nodiscard]] const Palette& palette(Theme theme);

[[nodiscard]] const RiskStyle& style_of(const Palette& palette, Risk risk);

/// The look of scratch where tensors look as `style`: the same fill, hatched the other way than what stands above the
/// threshold, which keeps its colour and its letter.
[[nodiscard]] RiskStyle as_scratch(RiskStyle style);

}  // namespace arenascope
