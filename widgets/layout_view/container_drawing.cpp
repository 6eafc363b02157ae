#include "widgets/layout_view/container_drawing.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "core/picture/band_ground.h"
#include "core/picture/candidate_marks.h"
#include "core/picture/folded_strip.h"
#include "core/picture/free_area_box.h"
#include "core/picture/label.h"
#include "core/picture/label_rows.h"
#include "core/picture/moved_marks.h"
#include "core/picture/object_band.h"
#include "core/picture/out_of_memory_mark.h"
#include "core/picture/place_marks.h"
#include "core/picture/reference_line.h"
#include "core/picture/region_strip.h"
#include "core/picture/takeover_arrow.h"
#include "core/picture/time_cursor.h"
#include "core/picture/transfer_tie.h"
#include "widgets/layout_view/drag_ghost.h"
#include "widgets/layout_view/view_text.h"

namespace arenascope {
namespace {

/// Draws one frame.
class ContainerPainter {
public:
    ContainerPainter(const LayoutPicture& picture, const ContainerFrame& frame, const MeasureText& measure)
        : picture_(picture),
          content_(picture.content()),
          shapes_(picture.shapes()),
          frame_(frame),
          port_(frame.port),
          measure_(measure) {}

    [[nodiscard]] Drawing drawing(ContainerCache& cache) const {
        Drawing drawing;
        draw_region_grounds(drawing, shapes_.stack, port_, content_.theme);
        draw_band_grounds(drawing, shapes_.stack, port_, content_.theme);
        const bool is_still = frame_.drag == nullptr && frame_.gliding.empty();
        const std::vector<TakeoverArrow> arrows =
            is_still ? takeover_arrows(*content_.problem, *content_.layout, shapes_.shifts, port_, content_.selection)
                     : std::vector<TakeoverArrow>();
        draw_below(drawing, arrows, port_, palette(content_.theme));
        draw_rectangles(drawing, cache);
        const std::vector<ReferenceLine>& lines = cache.lines;
        if (is_still) {
            draw(drawing, transfer_ties(*content_.problem, *content_.layout, shapes_.shifts, port_, content_.selection),
                 port_, palette(content_.theme));
            draw_above(drawing, arrows, port_, palette(content_.theme));
        }
        draw_folded_strips(drawing, shapes_.stack, port_, content_.unit, content_.theme, strip_style, measure_);
        draw_region_strips(drawing, shapes_.stack, port_, content_.theme, line_style, measure_);
        // Labels may lie above the box.
        draw(drawing, lines, port_, content_.theme, line_style);
        drawing.primitives.emplace_back(ClipBegin{port_.box});
        if (content_.placement_step && frame_.drag == nullptr) {
            draw_candidates(drawing, *content_.placement_step, *content_.problem, shapes_.stack, port_, content_.theme,
                            strip_style, measure_);
        }
        if (content_.places && frame_.drag == nullptr) {
            draw_places(drawing, *content_.places, *content_.problem, shapes_.stack, port_, palette(content_.theme));
        }
        if (frame_.drag == nullptr) {
            draw_proposal(drawing, content_.proposal, *content_.problem, shapes_.stack, port_, palette(content_.theme));
        }
        draw(drawing, out_of_memory_marks(*content_.problem, port_, content_.unit, line_style, measure_), port_,
             palette(content_.theme), line_style);
        draw_time_range(drawing, content_.time_range, port_, palette(content_.theme));
        draw_time_cursor(drawing, content_.time_cursor, port_, palette(content_.theme));
        if (frame_.drag == nullptr) {
            draw_free_areas(drawing, label_grounds(lines));
        } else {
            draw_ghost(drawing, *frame_.drag, picture_, port_, measure_);
        }
        if (frame_.capacity_drag != nullptr) {
            draw_capacity_ghost(drawing, *frame_.capacity_drag, picture_, port_, measure_);
        }
        draw(drawing, cache.flags, content_.chosen_note, palette(content_.theme));
        drawing.primitives.emplace_back(ClipEnd{});
        draw_notice(drawing);
        return drawing;
    }

private:
    void draw_rectangles(Drawing& drawing, ContainerCache& cache) const {
        const BufferDrag* drag = frame_.drag;
        std::vector<MemoryRectangle> visible;
        std::span<const MemoryRectangle> rectangles;
        const bool is_current = cache.scene && cache.port == port_ && cache.scene->pixels.scale == frame_.scale;
        if (!is_current) {
            rectangles = shown_rectangles(visible);
            const double headroom = shapes_.stack.size() == 1 ? label_headroom(height(port_.box), line_style) : 0;
            cache.lines = reference_lines(shapes_.stack, port_,
                                          {content_.unit, content_.theme, line_style, measure_, rectangles, headroom});
            cache.culprits =
                content_.layout->objects.empty() ? std::vector<Box>() : culprit_boxes(shapes_.stack, rectangles, port_);
        }
        std::vector<Box> keep_clear = boxes_of(cache.lines, port_);
        std::vector<Box> clear_of_bands = keep_clear;
        clear_of_bands.insert(clear_of_bands.end(), cache.culprits.begin(), cache.culprits.end());
        cache.flags = note_flags(label_grounds(cache.lines));
        std::ranges::transform(cache.flags, std::back_inserter(keep_clear), &NoteMark::flag);
        std::vector<Overlap> kept;
        const auto pairs = overlap_rectangles(*content_.layout, shown_pairs(kept), shapes_.shifts);
        const auto areas = overlap_rectangles(shown_areas(), shapes_.shifts);
        const auto former = content_.moves && drag == nullptr
                                ? former_rectangles(*content_.moves, *content_.problem, *content_.layout,
                                                    shapes_.shifts, content_.selection)
                                : std::vector<MemoryRectangle>();
        const auto selected =
            drag != nullptr ? std::vector<MemoryRectangle>() : rectangles_of(shapes_.rectangles, content_.selection);
        Scene scene;
        const auto bands = object_bands(*content_.layout, shapes_.shifts, port_, content_.unit, scene.label_style,
                                        measure_, clear_of_bands);
        scene.bands = bands;
        scene.problem = content_.problem.get();
        scene.coloring = &shapes_.coloring;
        scene.dimmed = picture_.dimmed();
        scene.overlaps = {pairs, areas};
        scene.frames = shapes_.frames.lines;
        scene.bare = shapes_.frames.bare;
        scene.group = shapes_.group;
        scene.moved = shapes_.moved;
        scene.former = former;
        scene.selected = selected;
        scene.keep_clear = keep_clear;
        scene.viewport = port_;
        scene.unit = content_.unit;
        scene.theme = content_.theme;
        scene.scale = frame_.scale;
        scene.measure = &measure_;
        scene.names = &content_.names;
        if (!is_current) {
            scene.rectangles = rectangles;
            cache.scene = ground_of(scene);
            cache.port = port_;
        }
        draw(drawing, scene, *cache.scene);
        cache.figures = cache.scene->figures;
    }

    /// All rectangles in view, and perhaps more. If the view is zoomed in, the result refers to `visible`.
    std::span<const MemoryRectangle> shown_rectangles(std::vector<MemoryRectangle>& visible) const {
        if (frame_.drag != nullptr) {
            return frame_.drag->other_rectangles();
        }
        if (!frame_.gliding.empty()) {
            return frame_.gliding;
        }
        const View& view = port_.view;
        const bool zoomed_in = length(view.steps) < length(shapes_.whole.steps) * 0.5L;
        if (!zoomed_in) {
            return shapes_.rectangles;
        }
        picture_.index().for_each_in(whole_part(view.steps.from), whole_part(std::ceil(view.steps.to)),
                                     whole_part(view.bytes.from), whole_part(std::ceil(view.bytes.to)),
                                     [&](const MemoryRectangle& rectangle) { visible.push_back(rectangle); });
        return visible;
    }

    /// The listed pairs without those of the dragged buffer, which draw_ghost() draws. During a drag the result refers
    /// to `kept`.
    std::span<const Overlap> shown_pairs(std::vector<Overlap>& kept) const {
        if (!content_.overlaps) {
            return {};
        }
        if (frame_.drag == nullptr) {
            return *content_.overlaps;
        }
        const BufferIndex buffer = frame_.drag->buffer();
        std::ranges::copy_if(*content_.overlaps, std::back_inserter(kept),
                             [buffer](const Overlap& overlap) { return overlap.a != buffer && overlap.b != buffer; });
        return kept;
    }

    [[nodiscard]] std::span<const OverlapArea> shown_areas() const {
        if (frame_.drag != nullptr) {
            return frame_.drag->other_overlap_areas();
        }
        return content_.overlap_areas ? std::span<const OverlapArea>(*content_.overlap_areas)
                                      : std::span<const OverlapArea>();
    }

    void draw_free_areas(Drawing& drawing, const std::vector<Box>& keep_clear) const {
        const Palette& tokens = palette(content_.theme);
        const AreaLabels labels{content_.unit, line_style, measure_, keep_clear};
        if (const auto step = free_areas_step(content_)) {
            draw(drawing, free_area_boxes(*content_.problem, *content_.layout, shapes_.stack, *step, port_, labels),
                 tokens, line_style);
        }
        if (content_.placed) {
            if (const auto taken = taken_area_box(*content_.problem, *content_.layout, shapes_.stack, *content_.placed,
                                                  content_.placed_words, port_, labels)) {
                draw_taken(drawing, *taken, tokens, line_style);
            }
        }
    }

    /// None during a drag or an animation: a flag would not stand where its buffer is.
    [[nodiscard]] std::vector<NoteMark> note_flags(const std::vector<Box>& labels) const {
        return content_.notes && frame_.drag == nullptr && frame_.gliding.empty()
                   ? note_marks(*content_.notes, *content_.problem, *content_.layout, shapes_.stack, port_, labels)
                   : std::vector<NoteMark>();
    }

    void draw_notice(Drawing& drawing) const {
        const QString words = frame_.drag == nullptr ? empty_picture_text(picture_) : QString();
        if (!words.isEmpty()) {
            drawing.primitives.emplace_back(DrawnText{middle(port_.box),
                                                      words.toStdString(),
                                                      {14, false},
                                                      palette(content_.theme).dim,
                                                      DrawnText::Align::center,
                                                      false});
        }
    }

    const LayoutPicture& picture_;
    const LayoutContent& content_;
    const LayoutShapes& shapes_;
    const ContainerFrame& frame_;
    const Viewport& port_;
    const MeasureText& measure_;
};

}  // namespace

Drawing container_drawing(const LayoutPicture& picture, const ContainerFrame& frame, ContainerCache& cache,
                          const MeasureText& measure) {
    return picture.content().problem ? ContainerPainter(picture, frame, measure).drawing(cache) : Drawing();
}

}  // namespace arenascope
