#include "core/picture/plan/object_band.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/base/containers/indexed_vector.h"
#include "core/picture/plan/label.h"
#include "core/picture/plan/memory_rectangle.h"

namespace arenascope {
namespace {

/// In pixels; closer lines would merge.
constexpr double least_apart = 3;

/// In pixels; lower bands have faint lines.
constexpr double least_marked_band = 8;

/// Of a background; the grid lines of the offset axis remain visible.
constexpr double band_opacity = 0.55;

std::string size_text(const SharedObject& object, Unit unit) {
    if (object.dimensions.empty()) {
        return amount_text(object.size, size_unit(unit));
    }
    std::string text;
    for (const std::int64_t dimension : object.dimensions) {
        text += (text.empty() ? "" : " × ") + grouped(dimension);
    }
    return text;
}

void add_label(ObjectBand& band, std::string text, const Box& view, TextStyle style, const MeasureText& measure,
               std::span<const Box> keep_clear) {
    const double top = std::max(band.box.top, view.top) + 1;
    const double bottom = std::min(band.box.bottom, view.bottom) - 1;
    const double line = line_height(style);
    const double left = view.left + 1;
    const double right = left + measure(text, style) + 2 * label_margin;
    if (bottom - top < line || right > view.right) {
        return;
    }
    for (const Box& ground : {Box{left, top, right, top + line}, Box{left, bottom - line, right, bottom}}) {
        if (std::none_of(keep_clear.begin(), keep_clear.end(),
                         [&](const Box& kept) { return intersects(kept, ground); })) {
            band.ground = ground;
            band.label = std::move(text);
            return;
        }
    }
}

}  // namespace

std::vector<ObjectBand> object_bands(const Layout& layout, IndexedSpan<RegionIndex, const std::int64_t> shifts,
                                     const Viewport& viewport, Unit unit, TextStyle style, const MeasureText& measure,
                                     std::span<const Box> keep_clear, std::span<const ObjectIndex> numbers) {
    std::vector<ObjectBand> bands;
    const PixelScale up = byte_scale(viewport);
    const Box& view = viewport.box;
    double last_line = view.bottom + least_apart;
    for (std::size_t i = 0; i < layout.objects.size(); ++i) {
        const SharedObject& object = layout.objects[i];
        const std::int64_t shift = shifts[object.region];
        const auto from = shift == not_shown ? std::nullopt : checked_add(shift, object.offset.value());
        const auto to = from ? checked_add(*from, object.size.value()) : from;
        if (!to || object.size == Bytes(0)) {
            continue;
        }
        const Box whole{view.left, up(*to), view.right, up(*from)};
        // Objects are stacked in order, so the previous line is below, except in another region.
        const bool is_too_close = whole.top > last_line - least_apart && whole.top < last_line + least_apart;
        if (whole.bottom < view.top || whole.top > view.bottom || is_too_close) {
            continue;
        }
        last_line = whole.top;
        ObjectBand band;
        band.box = {view.left, std::max(whole.top, view.top - 2), view.right, std::min(whole.bottom, view.bottom + 2)};
        const std::size_t number = numbers.empty() ? i : numbers[i].value();
        band.is_odd = number % 2 == 1;
        add_label(band, "object " + grouped(number) + " · " + size_text(object, unit), view, style, measure,
                  keep_clear);
        bands.push_back(std::move(band));
    }
    return bands;
}

void draw_grounds(Drawing& drawing, std::span<const ObjectBand> bands, const Palette& tokens) {
    for (const ObjectBand& band : bands) {
        if (band.is_odd) {
            drawing.add(filled(band.box, tokens.selection, band_opacity));
        }
    }
}

void draw(Drawing& drawing, std::span<const ObjectBand> bands, const Palette& tokens, TextStyle style) {
    for (const ObjectBand& band : bands) {
        const double y = std::round(band.box.top) + 0.5;
        // Many strong lines would hide everything else.
        const Color color = height(band.box) < least_marked_band ? tokens.line : tokens.dim;
        drawing.add(level_line(band.box, y, color));
    }
    for (const ObjectBand& band : bands) {
        if (band.label.empty()) {
            continue;
        }
        draw_plate(drawing, band.ground, band.label, style, tokens.ink, tokens.plot);
    }
}

}  // namespace arenascope
