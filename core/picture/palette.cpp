#include "core/picture/palette.h"

#include <algorithm>
#include <cmath>

namespace arenascope {
namespace {

using Pattern = RiskStyle::Pattern;

Palette light_palette() {
    Palette palette;
    palette.high_over = {color(0xD9661C), color(0xD55E00), color(0x1D1207), Pattern::hatch, 'H'};
    palette.high_beside = {color(0xFBEEE6), color(0xD3A58C), color(0x1D232B), Pattern::plain, 0};
    palette.medium_at = {color(0xFAE6B5), color(0xB98300), color(0x1D232B), Pattern::dots, 'M'};
    palette.medium_beside = {color(0xFAE6B5), color(0xB98300), color(0x1D232B), Pattern::plain, 'M'};
    palette.low = {color(0xC6E4F7), color(0x3F93C4), color(0x1D232B), Pattern::plain, 'L'};
    palette.none = {color(0xE3E7EC), color(0xB7C0CA), color(0x1D232B), Pattern::plain, 0};
    palette.conflict = color(0xCC79A7);
    palette.accent = color(0x0A63B0);
    palette.accent_ink = color(0xFFFFFF);
    palette.selection = color(0xCFDFEF);
    palette.ink = color(0x1D232B);
    palette.dim = color(0x5D6875);
    palette.line = color(0xDFE3E8);
    palette.ground = color(0xF4F5F7);
    palette.panel = color(0xFFFFFF);
    palette.stripe = color(0xF8F9FB);
    palette.plot = color(0xFCFCFD);
    palette.risk_text = color(0xB84F00);
    palette.good = color(0x15803D);
    palette.live_fill = color(0xC7D9EB);
    return palette;
}

Palette dark_palette() {
    Palette palette;
    palette.high_over = {color(0xE8732A), color(0xD55E00), color(0x1D1207), Pattern::hatch, 'H'};
    palette.high_beside = {color(0x33291F), color(0x8A5F45), color(0xE6E9EE), Pattern::plain, 0};
    palette.medium_at = {color(0x5C4A16), color(0xD9A521), color(0xE6E9EE), Pattern::dots, 'M'};
    palette.medium_beside = {color(0x5C4A16), color(0xD9A521), color(0xE6E9EE), Pattern::plain, 'M'};
    palette.low = {color(0x1D4A66), color(0x56B4E9), color(0xE6E9EE), Pattern::plain, 'L'};
    palette.none = {color(0x2F363F), color(0x4B5563), color(0xE6E9EE), Pattern::plain, 0};
    palette.conflict = color(0xCC79A7);
    palette.accent = color(0x5AB0F0);
    palette.accent_ink = color(0x0B1118);
    palette.selection = color(0x26394D);
    palette.ink = color(0xE6E9EE);
    palette.dim = color(0x98A2B0);
    palette.line = color(0x2C323B);
    palette.ground = color(0x15181D);
    palette.panel = color(0x1B1F26);
    palette.stripe = color(0x181C22);
    palette.plot = color(0x171B21);
    palette.risk_text = color(0xF08A4B);
    palette.good = color(0x5FD08A);
    palette.live_fill = color(0x263C4F);
    return palette;
}

double channel(std::uint8_t value) {
    const double share = value / 255.0;
    return share <= 0.03928 ? share / 12.92 : std::pow((share + 0.055) / 1.055, 2.4);
}

double luminance(Color color) {
    return 0.2126 * channel(color.red) + 0.7152 * channel(color.green) + 0.0722 * channel(color.blue);
}

}  // namespace

const Palette& palette(Theme theme) {
    static const Palette light = light_palette();
    static const Palette dark = dark_palette();
    return theme == Theme::light ? light : dark;
}

const RiskStyle& style_of(const Palette& palette, Risk risk) {
    switch (risk.tier) {
        case Tier::high:
            return risk.cause == Cause::over ? palette.high_over : palette.high_beside;
        case Tier::medium:
            return risk.cause == Cause::at ? palette.medium_at : palette.medium_beside;
        case Tier::low:
            return palette.low;
        case Tier::none:
            break;
    }
    return palette.none;
}

double contrast(Color a, Color b) {
    const double first = luminance(a) + 0.05;
    const double second = luminance(b) + 0.05;
    return std::max(first, second) / std::min(first, second);
}

}  // namespace arenascope
