#include "core/picture/plan/band_ground.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/picture/plan/stack_line.h"

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

/// Joins boxes that touch: thousands of bands thinner than a pixel would otherwise blend with what is below them.
class JoinedBoxes {
public:
    JoinedBoxes(Drawing& drawing, Color fill) : drawing_(drawing), fill_(fill) {}

    /// Boxes of one column come from the bottom up.
    void add(const Box& box) {
        constexpr double touching = 1e-3;
        if (last_ && last_->left == box.left && last_->right == box.right &&
            std::abs(last_->top - box.bottom) < touching) {
            last_->top = box.top;
            return;
        }
        finish();
        last_ = box;
    }
    void finish() {
        if (last_) {
            drawing_.primitives.emplace_back(FilledBox{*last_, fill_, {}, 1, Pattern::plain, {}});
        }
        last_.reset();
    }

private:
    Drawing& drawing_;
    Color fill_;
    std::optional<Box> last_;
};

void draw_separators(Drawing& drawing, const std::vector<Container>& stack, const Viewport& viewport, Color color) {
    const PixelScale up = byte_scale(viewport);
    const Box& box = viewport.box;
    StackLines lines(-up.pixels_per_unit());
    for (const Container& band : stack) {
        const double floor = up(band.shift + band.lowest);
        if (lines.is_below(band) && floor > box.top && floor < box.bottom) {
            drawing.primitives.emplace_back(StraightLine{{box.left, floor}, {box.right, floor}, color, 1, Dash::solid});
        }
    }
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
    JoinedBoxes existing(drawing, tokens.plot);
    for (const Container& band : stack) {
        if (!is_in_view(band)) {
            continue;
        }
        for (const MappedMemory& piece : band.mapped) {
            const Box pixels = pixels_of(piece, band, viewport);
            if (pixels.left < pixels.right && pixels.top < pixels.bottom) {
                existing.add(pixels);
            }
        }
    }
    existing.finish();
    draw_separators(drawing, stack, viewport, tokens.line);
}

}  // namespace arenascope
