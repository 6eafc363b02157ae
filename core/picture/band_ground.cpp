#include "core/picture/band_ground.h"

#include <algorithm>

namespace arenascope {
namespace {

/// The visible part of a piece of memory. Heights of a stack were checked when it was built.
Box pixels_of(const MappedMemory& piece, const Container& band, const Viewport& viewport) {
    const PixelScale across = step_scale(viewport);
    const PixelScale up = byte_scale(viewport);
    const Box& box = viewport.box;
    return {std::max(across(piece.steps.begin.value()), box.left),
            std::max(up(band.shift + piece.range.to.value()), box.top),
            std::min(across(piece.steps.end.value()), box.right),
            std::min(up(band.shift + piece.range.from.value()), box.bottom)};
}

}  // namespace

void draw_band_grounds(Drawing& drawing, const std::vector<Container>& stack, const Viewport& viewport, Theme theme) {
    if (!shows_bands(stack)) {
        return;
    }
    const Palette& tokens = palette(theme);
    const PixelScale up = byte_scale(viewport);
    const Box& box = viewport.box;
    drawing.primitives.emplace_back(FilledBox{box, tokens.absent, {}, 1, Pattern::plain, {}});
    const auto is_in_view = [&](const Container& band) {
        return up(band.shift + band.highest) < box.bottom && up(band.shift + band.lowest) > box.top;
    };
    for (const Container& band : stack) {
        if (!is_in_view(band)) {
            continue;
        }
        for (const MappedMemory& piece : band.mapped) {
            const Box pixels = pixels_of(piece, band, viewport);
            if (pixels.left < pixels.right && pixels.top < pixels.bottom) {
                drawing.primitives.emplace_back(FilledBox{pixels, tokens.plot, {}, 1, Pattern::plain, {}});
            }
        }
    }
    for (const Container& band : stack) {
        const double floor = up(band.shift + band.lowest);
        if (floor > box.top && floor < box.bottom) {
            drawing.primitives.emplace_back(
                StraightLine{{box.left, floor}, {box.right, floor}, tokens.line, 1, Dash::solid});
        }
    }
}

}  // namespace arenascope
