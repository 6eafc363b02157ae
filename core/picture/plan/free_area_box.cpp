#include "core/picture/plan/free_area_box.h"

#include <algorithm>
#include <cmath>

#include "core/model/memory/free_areas.h"
#include "core/picture/plan/label.h"

namespace arenascope {
namespace {

constexpr double least_across = 10;  ///< because a step may be narrower than a pixel

/// The box of an area in the picture; empty if it is out of view.
std::optional<Box> box_of(const Container& container, AddressRange area, Step step, const Viewport& viewport) {
    const PixelScale across = step_scale(viewport);
    const PixelScale up = byte_scale(viewport);
    const Box& view = viewport.box;
    const double left = across(step.value());
    const double right = left + across.pixels_per_unit();
    if (right < view.left || left > view.right) {
        return std::nullopt;
    }
    const double more = std::max(0.0, least_across - (right - left)) / 2;
    const Box box{std::max(left - more, view.left), std::max(up(container.shift + area.to.value()), view.top),
                  std::min(right + more, view.right), std::min(up(container.shift + area.from.value()), view.bottom)};
    return box.bottom > box.top ? std::optional(box) : std::nullopt;
}

/// Inside the box if the text fits, otherwise next to it: to the right, or to the left at the end of the view.
Box ground_of_label(const Box& box, double text_width, const Box& view, TextStyle style) {
    const double room = text_width + 2 * label_margin;
    const double line = line_height(style);
    const double y = std::clamp(middle(box).y, view.top + line / 2, std::max(view.bottom - line / 2, view.top));
    if (room <= width(box) && line <= height(box)) {
        const double x = middle(box).x;
        return {x - room / 2, y - line / 2, x + room / 2, y + line / 2};
    }
    const double right = box.right + 2 + room;
    const double left = right <= view.right ? box.right + 2 : box.left - 2 - room;
    return {left, y - line / 2, left + room, y + line / 2};
}

bool is_free(const Box& ground, std::span<const Box> taken) {
    return std::none_of(taken.begin(), taken.end(), [&](const Box& other) { return intersects(other, ground); });
}

/// The ground, moved up or down as little as possible to avoid `taken`. Unchanged if the view has no space.
Box moved_clear(const Box& ground, std::span<const Box> taken, const Box& view) {
    const auto at = [&](double top) { return Box{ground.left, top, ground.right, top + height(ground)}; };
    std::vector<double> tops = {ground.top};
    for (const Box& other : taken) {
        tops.push_back(other.top - 1 - height(ground));
        tops.push_back(other.bottom + 1);
    }
    std::sort(tops.begin(), tops.end(),
              [&](double a, double b) { return std::abs(a - ground.top) < std::abs(b - ground.top); });
    const auto clear = std::find_if(tops.begin(), tops.end(), [&](double top) {
        return top >= view.top && at(top).bottom <= view.bottom && is_free(at(top), taken);
    });
    return clear == tops.end() ? ground : at(*clear);
}

std::string size_text(Bytes size, Unit unit) {
    return amount_text(size, size_unit(unit));
}

}  // namespace

std::vector<FreeAreaBox> free_area_boxes(const Problem& problem, const Layout& layout,
                                         const std::vector<Container>& stack, Step step, const Viewport& viewport,
                                         const AreaLabels& labels) {
    std::vector<FreeAreaBox> boxes;
    for (const Container& container : stack) {
        if (container.is_folded) {
            continue;
        }
        for (const AddressRange area : free_areas(problem, layout, container.region, step)) {
            if (const auto box = box_of(container, area, step, viewport)) {
                boxes.push_back({*box, size_text(size(area), labels.unit), {}});
            }
        }
    }
    std::stable_sort(boxes.begin(), boxes.end(),
                     [](const FreeAreaBox& a, const FreeAreaBox& b) { return height(a.box) > height(b.box); });
    std::vector<Box> taken(labels.keep_clear.begin(), labels.keep_clear.end());
    for (FreeAreaBox& each : boxes) {
        const Box ground =
            ground_of_label(each.box, labels.measure(each.label, labels.style), viewport.box, labels.style);
        if (ground.left >= viewport.box.left && is_free(ground, taken)) {
            each.ground = ground;
            taken.push_back(ground);
        } else {
            each.label.clear();
        }
    }
    return boxes;
}

std::optional<FreeAreaBox> taken_area_box(const Problem& problem, const Layout& layout,
                                          const std::vector<Container>& stack, BufferIndex buffer,
                                          const std::string& words, const Viewport& viewport,
                                          const AreaLabels& labels) {
    const auto& placement = layout.placements[buffer];
    const Container* container = placement ? open_container_of(stack, placement->region) : nullptr;
    if (container == nullptr) {
        return std::nullopt;
    }
    const Buffer& subject = problem.buffers[buffer];
    const auto area = area_taken_by(problem, layout, buffer);
    const auto box =
        box_of(*container, area.value_or(range_of(subject.size, placement->offset)), subject.lifetime.begin, viewport);
    if (!box) {
        return std::nullopt;
    }
    FreeAreaBox taken{*box, words, {}};
    if (const auto growth = growth_for(problem, layout, buffer)) {
        taken.label += " by " + size_text(*growth, labels.unit);
    } else if (area) {
        taken.label += " · " + size_text(size(*area), labels.unit) + " free";
    }
    // Always next to the area, because the placed buffer is inside.
    taken.ground = moved_clear(ground_of_label({box->left, middle(*box).y, box->right, middle(*box).y},
                                               labels.measure(taken.label, labels.style), viewport.box, labels.style),
                               labels.keep_clear, viewport.box);
    if (taken.ground.left < viewport.box.left) {
        taken.label.clear();
        taken.ground = {};
    }
    return taken;
}

void draw(Drawing& drawing, std::span<const FreeAreaBox> boxes, const Palette& tokens, TextStyle style) {
    for (const FreeAreaBox& each : boxes) {
        drawing.add(filled(each.box, tokens.accent, free_area_opacity));
        drawing.add(outlined(each.box, tokens.accent));
    }
    for (const FreeAreaBox& each : boxes) {
        if (!each.label.empty()) {
            draw_plate(drawing, each.ground, each.label, style, tokens.accent, tokens.plot);
        }
    }
}

void draw_taken(Drawing& drawing, const FreeAreaBox& taken, const Palette& tokens, TextStyle style) {
    drawing.add(outlined(taken.box, tokens.accent, 2));
    if (!taken.label.empty()) {
        draw_plate(drawing, taken.ground, taken.label, style, tokens.accent, tokens.plot);
    }
}

}  // namespace arenascope
