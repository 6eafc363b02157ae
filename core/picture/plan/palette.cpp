#include "core/picture/plan/palette.h"

namespace arenascope {
namespace {

/// Each colour for a light and a dark screen.
Palette made_palette(Theme theme) {
    const auto hue = [theme](std::uint32_t light, std::uint32_t dark) {
        return color(theme == Theme::light ? light : dark);
    };
    Palette palette;
    palette.high_over = {hue(0xD9661C, 0xE8732A), hue(0xD55E00, 0xD55E00), hue(0x1D1207, 0x1D1207), Pattern::hatch, 'H',
                         hue(0xF0B48E, 0xF7B283)};
    palette.high_beside = {hue(0xFBEEE6, 0x33291F), hue(0xD3A58C, 0x8A5F45), hue(0x1D232B, 0xE6E9EE), Pattern::plain,
                           0};
    palette.medium_at = {hue(0xF2CF6B, 0x755A0F), hue(0x9A6C00, 0xE8B93A), hue(0x1D232B, 0xFFFFFF), Pattern::dots, 'M',
                         hue(0x7A5500, 0xF5CE5F)};
    palette.medium_beside = {hue(0xFCF1D4, 0x3A3115), hue(0xCBA03C, 0x97772A), hue(0x1D232B, 0xE6E9EE), Pattern::plain,
                             'm'};
    palette.low = {hue(0xC6E4F7, 0x1D4A66), hue(0x3F93C4, 0x56B4E9), hue(0x1D232B, 0xE6E9EE), Pattern::plain, 'L'};
    palette.none = {hue(0xD1D8DF, 0x2F363F), hue(0x9DA8B4, 0x4E5967), hue(0x1D232B, 0xE6E9EE), Pattern::plain, 0};
    palette.dimmed = {hue(0xE8ECF0, 0x232930), hue(0xC2C9D1, 0x3A424C), hue(0x5D6875, 0x98A2B0), Pattern::plain, 0};
    palette.dimmed_over = {hue(0xF0E8E2, 0x2B2826), hue(0xD9C3B5, 0x503D31), hue(0x5D6875, 0x98A2B0), Pattern::hatch, 0,
                           hue(0xEBCFBE, 0x4E3628)};
    palette.unplaced = {hue(0xFCFCFD, 0x171B21), hue(0x5D6875, 0x98A2B0), hue(0x1D232B, 0xE6E9EE), Pattern::plain, 0};
    palette.scale = {{{hue(0xF1F6FA, 0x1F2933), hue(0xA9BBCB, 0x3B4A58), hue(0x1D232B, 0xE6E9EE)},
                      {hue(0xD5E5F1, 0x1E3A50), hue(0x86A9C4, 0x3A5F7C), hue(0x1D232B, 0xE6E9EE)},
                      {hue(0xAFD0E6, 0x1F4F74), hue(0x5F90B4, 0x3F7CA6), hue(0x1D232B, 0xE6E9EE)},
                      {hue(0x7FB6D9, 0x246497), hue(0x3F7CA6, 0x4C97CC), hue(0x1D232B, 0xFFFFFF)},
                      {hue(0x2B72A8, 0x6DB3E3), hue(0x17507C, 0xA5D3F2), hue(0xFFFFFF, 0x0B1118)},
                      {hue(0x14456E, 0xC3E2F6), hue(0x0A2C49, 0xEAF5FC), hue(0xFFFFFF, 0x0B1118)}}};
    palette.kinds = {{{hue(0xC6E4F7, 0x1D4A66), hue(0x3F93C4, 0x56B4E9), hue(0x1D232B, 0xE6E9EE)},
                      {hue(0xC4EBDD, 0x124A3B), hue(0x009E73, 0x2FBF97), hue(0x1D232B, 0xE6E9EE)},
                      {hue(0xFAE6B5, 0x5C4A16), hue(0xB98300, 0xD9A521), hue(0x1D232B, 0xE6E9EE)},
                      {hue(0xE3E7EC, 0x2F363F), hue(0x7C8794, 0x7C8794), hue(0x1D232B, 0xE6E9EE)},
                      {hue(0xF6D3BC, 0x5F331A), hue(0xD55E00, 0xE8732A), hue(0x1D232B, 0xE6E9EE)}}};
    palette.makers = {{{hue(0xE69F00, 0xD69A1C), hue(0xA87400, 0xF4C35E), hue(0x1D1207, 0x1D1207)},
                       {hue(0x2FA583, 0x2FA583), hue(0x00704F, 0x6FD3B6), hue(0x0B1410, 0x07130F)},
                       {hue(0x56B4E9, 0x56B4E9), hue(0x2F84B4, 0xA0D7F5), hue(0x0B1118, 0x0B1118)},
                       {hue(0xDE7A3C, 0xDE7A3C), hue(0xA84A00, 0xF5B084), hue(0x1D1207, 0x1D1207)},
                       {hue(0xD08DB4, 0xC587AC), hue(0x97577E, 0xE6B9D4), hue(0x1D0F17, 0x1D0F17)},
                       {hue(0xEFE24F, 0xD8CC4A), hue(0xA89D12, 0xF2EA94), hue(0x1D1B07, 0x1D1B07)},
                       {hue(0x0072B2, 0x2368A6), hue(0x004C78, 0x5A9BD4), hue(0xFFFFFF, 0xFFFFFF)}}};
    palette.no_maker = {hue(0x8D99A6, 0x6B7684), hue(0x5D6875, 0x98A2B0), hue(0x10151B, 0xFFFFFF)};
    palette.other_makers = {hue(0xC6CCD4, 0x46505C), hue(0x98A2AE, 0x6B7684), hue(0x1D232B, 0xE6E9EE)};
    palette.scratch = as_scratch({hue(0xFCFCFD, 0x171B21), hue(0x5D6875, 0x98A2B0), hue(0x1D232B, 0xE6E9EE)});
    palette.conflict = hue(0xCC79A7, 0xCC79A7);
    palette.accent = hue(0x0A63B0, 0x5AB0F0);
    palette.accent_ink = hue(0xFFFFFF, 0x0B1118);
    palette.selection = hue(0xCFDFEF, 0x26394D);
    palette.ink = hue(0x1D232B, 0xE6E9EE);
    palette.dim = hue(0x5D6875, 0x98A2B0);
    palette.line = hue(0xDFE3E8, 0x2C323B);
    palette.ground = hue(0xF4F5F7, 0x15181D);
    palette.panel = hue(0xFFFFFF, 0x1B1F26);
    palette.stripe = hue(0xF8F9FB, 0x181C22);
    palette.plot = hue(0xFCFCFD, 0x171B21);
    palette.risk_text = hue(0xB84F00, 0xF08A4B);
    palette.good = hue(0x15803D, 0x5FD08A);
    palette.warning = hue(0x8A5A00, 0xF0C060);
    palette.bad = hue(0xB42318, 0xFF8A80);
    palette.hit = hue(0xB3261E, 0xFF6B5E);
    palette.live_fill = hue(0xC7D9EB, 0x263C4F);
    palette.fast = hue(0xD5EFE2, 0x133D31);
    palette.absent = hue(0xE6EAEE, 0x272E37);
    palette.good_ground = hue(0xEAF6EE, 0x17301F);
    palette.warning_ground = hue(0xFFF6E0, 0x33291A);
    palette.bad_ground = hue(0xFDECEA, 0x3A1D1B);
    palette.reserved_fill = hue(0xF9E3D6, 0x45301F);
    return palette;
}

}  // namespace

const Palette& palette(Theme theme) {
    static const Palette light = made_palette(Theme::light);
    static const Palette dark = made_palette(Theme::dark);
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

Color color_of(const Palette& palette, VerdictTone tone) {
    switch (tone) {
        case VerdictTone::plain:
            break;
        case VerdictTone::good:
            return palette.good;
        case VerdictTone::warning:
            return palette.warning;
        case VerdictTone::bad:
            return palette.bad;
    }
    return palette.ink;
}

Color ground_of(const Palette& palette, VerdictTone tone) {
    switch (tone) {
        case VerdictTone::plain:
            break;
        case VerdictTone::good:
            return palette.good_ground;
        case VerdictTone::warning:
            return palette.warning_ground;
        case VerdictTone::bad:
            return palette.bad_ground;
    }
    return palette.panel;
}

RiskStyle as_scratch(RiskStyle style) {
    // About a third of the way from the fill to the text: visible on every fill, but weaker than the text.
    const auto mixed = [](std::uint8_t fill, std::uint8_t text) {
        return static_cast<std::uint8_t>((fill * 13 + text * 7) / 20);
    };
    style.pattern = Pattern::falling_hatch;
    style.mark = {mixed(style.fill.red, style.text.red), mixed(style.fill.green, style.text.green),
                  mixed(style.fill.blue, style.text.blue)};
    return style;
}

}  // namespace arenascope
