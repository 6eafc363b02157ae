#include "widgets/picture/layout_view/picture_ground.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "core/base/threads/worker_threads.h"
#include "core/picture/plan/canvas.h"
#include "core/picture/plan/label_rows.h"
#include "core/picture/plan/overlap_marks.h"
#include "core/picture/plan/pixel_grid.h"
#include "qt/tasks/handled_at_once.h"
#include "qt/tasks/released_apart.h"
#include "widgets/picture/layout_view/view_text.h"

namespace arenascope {
namespace {

/// Large rectangles whose names stay sharp while the rest is moved.
constexpr std::size_t most_moved_singles = 400;

/// Of the carriers of the peak but that which is left out.
std::vector<CarrierName> names_of_carriers(const GroundOrder& order, Scene scene, const PictureGround& ground,
                                           const MeasureText& measure) {
    std::vector<MemoryRectangle> carriers = order.shapes->carriers;
    std::erase_if(carriers, [&order](const MemoryRectangle& each) { return each.buffer == order.without; });
    const std::vector<Box> keep_clear = boxes_of(ground.lines, order.port);
    scene.problem = order.problem.get();
    scene.names = order.names.get();
    scene.unit = order.unit;
    scene.measure = &measure;
    scene.keep_clear = keep_clear;
    return carrier_names(scene, ground.scene, carriers);
}

std::vector<ReferenceLine> lines_of(const GroundOrder& order, const ShownRectangles& rectangles,
                                    const MeasureText& measure) {
    if (!order.shapes) {
        return {};
    }
    const std::vector<Container>& stack = order.shapes->stack;
    const double headroom = stack.size() == 1 ? label_headroom(height(order.port.box), line_style) : 0;
    return reference_lines(stack, order.port, {order.unit, order.theme, line_style, measure, rectangles, headroom});
}

Scene colored_scene(const GroundOrder& order) {
    Scene scene;
    scene.coloring = order.coloring.get();
    scene.dimmed = *order.dimmed;
    return scene;
}

void add_overlaps(PixelGrid& pixels, const GroundOrder& order) {
    const std::vector<std::int64_t>& shifts = order.shapes->shifts;
    const auto pairs =
        order.pairs ? overlap_rectangles(*order.layout, *order.pairs, shifts) : std::vector<MemoryRectangle>();
    const auto areas = overlap_rectangles(*order.areas, shifts);
    const std::vector<std::uint8_t> codes = overlap_codes({pairs, areas}, Canvas(order.port, order.scale));
    for (std::size_t i = 0; i < codes.size(); ++i) {
        pixels.codes[i] |= codes[i];
    }
}

/// Of the same plan, perhaps of a former layout or in former colours.
std::shared_ptr<const PictureGround> stand_in(const GroundCache& cache, const GroundOrder& order,
                                              const MeasureText& measure) {
    auto ground = std::make_shared<PictureGround>();
    ground->order = order;
    const Canvas canvas(order.port, order.scale);
    PixelGrid& pixels = ground->scene.pixels;
    pixels.box = order.port.box;
    pixels.columns = canvas.columns();
    pixels.rows = canvas.rows();
    pixels.scale = canvas.scale();
    pixels.codes.resize(static_cast<std::size_t>(pixels.columns) * static_cast<std::size_t>(pixels.rows), 0);
    if (!cache.last) {
        ground->lines = lines_of(order, {}, measure);
        return ground;
    }
    const PictureGround& last = *cache.last;
    pixels.styles = last.scene.pixels.styles;
    pixels.conflict = last.scene.pixels.conflict;
    if (cache.whole && cache.whole != cache.last && have_same_rectangles(cache.whole->order, last.order)) {
        stretch(pixels, order.port.view, cache.whole->scene.pixels, cache.whole->order.port.view);
    }
    stretch(pixels, order.port.view, last.scene.pixels, last.order.port.view);
    ground->scene.figures = last.scene.figures;
    if (last.scene.singles.size() <= most_moved_singles) {
        ground->scene.singles = last.scene.singles;
    }
    std::vector<MemoryRectangle> large;
    std::ranges::transform(ground->scene.singles, std::back_inserter(large), &SingleRectangle::rectangle);
    ground->lines = lines_of(order, large, measure);
    return ground;
}

}  // namespace

std::shared_ptr<const PictureLevels> picture_levels(const GroundOrder& order, const IsOutdated& is_outdated) {
    const Scene scene = colored_scene(order);
    return released_apart(
        PictureLevels{
            order, GroundLevels(
                       *order.index, [&scene](const MemoryRectangle& rectangle) { return style_of(scene, rectangle); },
                       order.shapes ? order.shapes->stack : std::vector<Container>(), is_outdated)},
        order.index->size());
}

bool have_same_rectangles(const GroundOrder& a, const GroundOrder& b) {
    return a.index == b.index && a.coloring == b.coloring && a.dimmed == b.dimmed && a.shapes == b.shapes;
}

std::shared_ptr<const PictureGround> picture_ground(const GroundOrder& order, const PictureLevels* levels,
                                                    std::span<const MemoryRectangle> gliding,
                                                    const MeasureText& measure, const IsOutdated& is_outdated) {
    auto ground = std::make_shared<PictureGround>();
    ground->order = order;
    const ShownRectangles rectangles =
        gliding.empty()
            ? ShownRectangles(
                  *order.index, order.without,
                  levels != nullptr && have_same_rectangles(levels->order, order) ? &levels->levels : nullptr)
            : ShownRectangles(gliding);
    Scene scene = colored_scene(order);
    scene.rectangles = rectangles;
    scene.viewport = order.port;
    scene.scale = order.scale;
    scene.theme = order.theme;
    // Labels that lie beside the rectangles ask for many of them, too.
    bool has_lines = false;
    WorkerThreads lines(levels != nullptr ? 1 : 0, [&](std::size_t /*thread*/) {
        ground->lines = lines_of(order, rectangles, measure);
        has_lines = true;
    });
    ground->scene = ground_of(scene, is_outdated);
    lines.join();
    if (is_outdated && is_outdated()) {
        return ground;
    }
    if (order.areas) {
        add_overlaps(ground->scene.pixels, order);
    }
    if (!has_lines) {
        ground->lines = lines_of(order, rectangles, measure);
    }
    if (order.shapes && order.problem && gliding.empty()) {
        ground->names = names_of_carriers(order, scene, *ground, measure);
    }
    if (order.shapes && order.has_culprits) {
        ground->culprits = culprit_boxes(order.shapes->stack, rectangles, order.port);
    }
    return ground;
}

bool are_many(std::size_t pairs, std::size_t areas) {
    return pairs + areas > most_handled_at_once;
}

bool is_quick(const GroundOrder& order) {
    if (order.areas) {
        return false;
    }
    const auto& [steps, bytes] = order.port.view;
    return order.index->reads_at_most(most_handled_at_once, whole_part(steps.from), whole_part(std::ceil(steps.to)),
                                      whole_part(bytes.from), whole_part(std::ceil(bytes.to)));
}

std::shared_ptr<const PictureGround> ground_for(GroundCache& cache, const GroundOrder& order,
                                                std::span<const MemoryRectangle> gliding, const MeasureText& measure) {
    cache.wanted.reset();
    if (!gliding.empty()) {
        cache.last.reset();
        cache.shown = picture_ground(order, nullptr, gliding, measure);
    } else if (cache.last && cache.last->order == order) {
        cache.shown = cache.last;
    } else if (is_quick(order)) {
        cache.shown = cache.last = picture_ground(order, nullptr, {}, measure);
    } else {
        cache.wanted = order;
        cache.shown = stand_in(cache, order, measure);
    }
    return cache.shown;
}

bool is_first_drawing(const GroundCache& cache) {
    return cache.wanted && (!cache.last || cache.last->order.index->size() == 0);
}

}  // namespace arenascope
