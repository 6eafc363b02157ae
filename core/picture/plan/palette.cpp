#include "core/picture/plan/palette.h"

namespace arenascope {
namespace {

Palette light_palette() {
    Palette palette;
    palette.high_over = {color(0xD9661C), color(0xD55E00), color(0x1D1207), Pattern::hatch, 'H', color(0xF0B48E)};
    palette.high_beside = {color(0xFBEEE6), color(0xD3A58C), color(0x1D232B), Pattern::plain, 0};
    palette.medium_at = {color(0xF2CF6B), color(0x9A6C00), color(0x1D232B), Pattern::dots, 'M', color(0x7A5500)};
    palette.medium_beside = {color(0xFCF1D4), color(0xCBA03C), color(0x1D232B), Pattern::plain, 'm'};
    palette.low = {color(0xC6E4F7), color(0x3F93C4), color(0x1D232B), Pattern::plain, 'L'};
    palette.none = {color(0xE3E7EC), color(0xB7C0CA), color(0x1D232B), Pattern::plain, 0};
    palette.dimmed = {color(0xF3F5F7), color(0xE1E5EA), color(0x5D6875), Pattern::plain, 0};
    palette.dimmed_over = {color(0xF7F4F2), color(0xE3D5CC), color(0x5D6875), Pattern::hatch, 0, color(0xEBCFBE)};
    palette.unplaced = {color(0xFCFCFD), color(0x5D6875), color(0x1D232B), Pattern::plain, 0};
    palette.scale = {{{color(0xF1F6FA), color(0xA9BBCB), color(0x1D232B)},
                      {color(0xD5E5F1), color(0x86A9C4), color(0x1D232B)},
                      {color(0xAFD0E6), color(0x5F90B4), color(0x1D232B)},
                      {color(0x7FB6D9), color(0x3F7CA6), color(0x1D232B)},
                      {color(0x2B72A8), color(0x17507C), color(0xFFFFFF)},
                      {color(0x14456E), color(0x0A2C49), color(0xFFFFFF)}}};
    palette.kinds = {{{color(0xC6E4F7), color(0x3F93C4), color(0x1D232B)},
                      {color(0xC4EBDD), color(0x009E73), color(0x1D232B)},
                      {color(0xFAE6B5), color(0xB98300), color(0x1D232B)},
                      {color(0xE3E7EC), color(0x7C8794), color(0x1D232B)},
                      {color(0xF6D3BC), color(0xD55E00), color(0x1D232B)}}};
    palette.makers = {{{color(0xE69F00), color(0xA87400), color(0x1D1207)},
                       {color(0x2FA583), color(0x00704F), color(0x0B1410)},
                       {color(0x56B4E9), color(0x2F84B4), color(0x0B1118)},
                       {color(0xDE7A3C), color(0xA84A00), color(0x1D1207)},
                       {color(0xD08DB4), color(0x97577E), color(0x1D0F17)},
                       {color(0xEFE24F), color(0xA89D12), color(0x1D1B07)},
                       {color(0x0072B2), color(0x004C78), color(0xFFFFFF)}}};
    palette.no_maker = {color(0x8D99A6), color(0x5D6875), color(0x10151B)};
    palette.other_makers = {color(0xC6CCD4), color(0x98A2AE), color(0x1D232B)};
    palette.scratch = as_scratch({color(0xFCFCFD), color(0x5D6875), color(0x1D232B)});
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
    palette.hit = color(0xB3261E);
    palette.live_fill = color(0xC7D9EB);
    palette.fast = color(0xD5EFE2);
    palette.absent = color(0xE6EAEE);
    palette.reserved_fill = color(0xF9E3D6);
    return palette;
}

Palette dark_palette() {
    Palette palette;
    palette.high_over = {color(0xE8732A), color(0xD55E00), color(0x1D1207), Pattern::hatch, 'H', color(0xF7B283)};
    palette.high_beside = {color(0x33291F), color(0x8A5F45), color(0xE6E9EE), Pattern::plain, 0};
    palette.medium_at = {color(0x755A0F), color(0xE8B93A), color(0xFFFFFF), Pattern::dots, 'M', color(0xF5CE5F)};
    palette.medium_beside = {color(0x3A3115), color(0x97772A), color(0xE6E9EE), Pattern::plain, 'm'};
    palette.low = {color(0x1D4A66), color(0x56B4E9), color(0xE6E9EE), Pattern::plain, 'L'};
    palette.none = {color(0x2F363F), color(0x4B5563), color(0xE6E9EE), Pattern::plain, 0};
    palette.dimmed = {color(0x1E232A), color(0x2B323B), color(0x98A2B0), Pattern::plain, 0};
    palette.dimmed_over = {color(0x222325), color(0x43362D), color(0x98A2B0), Pattern::hatch, 0, color(0x4E3628)};
    palette.unplaced = {color(0x171B21), color(0x98A2B0), color(0xE6E9EE), Pattern::plain, 0};
    palette.scale = {{{color(0x1F2933), color(0x3B4A58), color(0xE6E9EE)},
                      {color(0x1E3A50), color(0x3A5F7C), color(0xE6E9EE)},
                      {color(0x1F4F74), color(0x3F7CA6), color(0xE6E9EE)},
                      {color(0x246497), color(0x4C97CC), color(0xFFFFFF)},
                      {color(0x6DB3E3), color(0xA5D3F2), color(0x0B1118)},
                      {color(0xC3E2F6), color(0xEAF5FC), color(0x0B1118)}}};
    palette.kinds = {{{color(0x1D4A66), color(0x56B4E9), color(0xE6E9EE)},
                      {color(0x124A3B), color(0x2FBF97), color(0xE6E9EE)},
                      {color(0x5C4A16), color(0xD9A521), color(0xE6E9EE)},
                      {color(0x2F363F), color(0x7C8794), color(0xE6E9EE)},
                      {color(0x5F331A), color(0xE8732A), color(0xE6E9EE)}}};
    palette.makers = {{{color(0xD69A1C), color(0xF4C35E), color(0x1D1207)},
                       {color(0x2FA583), color(0x6FD3B6), color(0x07130F)},
                       {color(0x56B4E9), color(0xA0D7F5), color(0x0B1118)},
                       {color(0xDE7A3C), color(0xF5B084), color(0x1D1207)},
                       {color(0xC587AC), color(0xE6B9D4), color(0x1D0F17)},
                       {color(0xD8CC4A), color(0xF2EA94), color(0x1D1B07)},
                       {color(0x2368A6), color(0x5A9BD4), color(0xFFFFFF)}}};
    palette.no_maker = {color(0x6B7684), color(0x98A2B0), color(0xFFFFFF)};
    palette.other_makers = {color(0x46505C), color(0x6B7684), color(0xE6E9EE)};
    palette.scratch = as_scratch({color(0x171B21), color(0x98A2B0), color(0xE6E9EE)});
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
    palette.hit = color(0xFF6B5E);
    palette.live_fill = color(0x263C4F);
    palette.fast = color(0x133D31);
    palette.absent = color(0x272E37);
    palette.reserved_fill = color(0x45301F);
    return palette;
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
