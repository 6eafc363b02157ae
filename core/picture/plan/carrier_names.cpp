#include "core/picture/plan/carrier_names.h"

#include <algorithm>
#include <utility>

#include "core/base/text/amount.h"

namespace arenascope {
namespace {

constexpr double widest_name_share = 0.4;  ///< of the plot's width

Box cut_to(const Box& box, const Box& view) {
    return {std::clamp(box.left, view.left, view.right), std::clamp(box.top, view.top, view.bottom),
            std::clamp(box.right, view.left, view.right), std::clamp(box.bottom, view.top, view.bottom)};
}

CoveredCells covered_by(const SceneGround& ground, const Viewport& viewport) {
    CoveredCells covered(viewport.box);
    covered.cover_pixels(ground.pixels);
    if (ground.has_shapes) {
        const PixelScale across = step_scale(viewport);
        const PixelScale up = byte_scale(viewport);
        for (const SingleRectangle& single : ground.singles) {
            const MemoryRectangle& each = single.rectangle;
            covered.cover({across(each.begin), up(each.to), across(each.end), up(each.from)});
        }
    }
    covered.sum_up();
    return covered;
}

}  // namespace

std::vector<CarrierName> carrier_names(const Scene& scene, const SceneGround& ground,
                                       std::span<const MemoryRectangle> carriers) {
    const Box& view = scene.viewport.box;
    const PixelScale across = step_scale(scene.viewport);
    const PixelScale up = byte_scale(scene.viewport);
    const TextStyle style = scene.label_style;
    std::vector<CarrierName> names;
    std::vector<NamedBox> boxes;
    if (scene.measure == nullptr) {
        return names;
    }
    const NameParts* parts = scene.names != nullptr ? scene.names->parts.get() : nullptr;
    std::vector<Box> taken(scene.keep_clear.begin(), scene.keep_clear.end());
    for (const MemoryRectangle& each : carriers) {
        const Box exact{across(each.begin), up(each.to), across(each.end), up(each.from)};
        if (exact.right <= view.left || exact.left >= view.right || exact.bottom <= view.top ||
            exact.top >= view.bottom) {
            continue;
        }
        const Box box = cut_to(exact, view);
        const Buffer& buffer = scene.problem->buffers[each.buffer];
        const std::string_view name = scene.names != nullptr ? (*scene.names)(buffer.name) : buffer.name;
        const std::string size = amount_text(buffer.size, size_unit(scene.unit));
        const bool is_drawn_singly = width(box) >= least_single_pixels && height(box) >= least_single_pixels;
        const auto own =
            is_drawn_singly ? label_in(box, name, size, style, *scene.measure, scene.keep_clear, parts) : std::nullopt;
        if (own && own->text.starts_with(name)) {
            taken.push_back(box);
            continue;
        }
        const double most = widest_name_share * width(view) - 2 * label_margin;
        std::string text = std::string(name) + " · " + size;
        if ((*scene.measure)(text, style) > most) {
            const double rest = most - (*scene.measure)(" · " + size, style);
            text = shortened_name(name, rest, style, *scene.measure, parts) + " · " + size;
        }
        boxes.push_back({box, (*scene.measure)(text, style) + 2 * label_margin});
        const std::uint8_t look = style_of(scene, each);
        names.push_back({each.buffer, std::move(text), {}, {}, scene.coloring->classes[look].style});
    }
    if (names.empty()) {
        return names;
    }
    const auto places =
        places_beside(boxes, line_height(style) + 2, inset(view, 2), covered_by(ground, scene.viewport), taken);
    std::vector<CarrierName> placed;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (places[i]) {
            names[i].ground = places[i]->box;
            names[i].leader = *places[i]->leader;
            placed.push_back(std::move(names[i]));
        }
    }
    return placed;
}

}  // namespace arenascope
