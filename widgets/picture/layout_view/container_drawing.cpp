#include "widgets/picture/layout_view/container_drawing.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "core/picture/plan/axis_drawing.h"
#include "core/picture/plan/candidate_marks.h"
#include "core/picture/plan/free_area_box.h"
#include "core/picture/plan/label.h"
#include "core/picture/plan/label_rows.h"
#include "core/picture/plan/moved_marks.h"
#include "core/picture/plan/object_band.h"
#include "core/picture/plan/out_of_memory_mark.h"
#include "core/picture/plan/reference_line.h"
#include "core/picture/plan/region_strip.h"
#include "core/picture/plan/takeover_arrow.h"
#include "widgets/picture/layout_view/drag_ghost.h"
#include "widgets/picture/layout_view/view_text.h"

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
        if (!picture_.parts().are_there) {
            draw_notice(drawing, empty_picture_text(picture_));
            return drawing;
        }
        const auto ground = ground_for(cache.ground, order(), frame_.gliding, measure_);
        draw_region_grounds(drawing, shapes_.stack, port_, content_.theme);
        draw_band_grounds(drawing, shapes_.stack, port_, content_.theme);
        const bool is_still = frame_.drag == nullptr && frame_.gliding.empty();
        const std::vector<TakeoverArrow> arrows =
            is_still ? takeover_arrows(*content_.problem, *content_.layout, shapes_.shifts, port_, content_.selection)
                     : std::vector<TakeoverArrow>();
        draw_below(drawing, arrows, port_, palette(content_.theme));
        draw_rectangles(drawing, cache, *ground);
        const std::vector<ReferenceLine> lines = toned(ground->lines);
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
        draw(drawing,
             out_of_memory_marks(*content_.problem, port_, content_.unit, line_style, measure_, labels_of(*ground)),
             port_, palette(content_.theme), line_style);
        draw(drawing, content_.address, shapes_.stack, port_, palette(content_.theme), line_style, measure_);
        draw_time_range(drawing, content_.time_range, port_, palette(content_.theme));
        draw_time_cursor(drawing, content_.time_cursor, port_, palette(content_.theme));
        if (frame_.drag == nullptr) {
            draw_free_areas(drawing, labels_of(*ground));
        } else {
            draw_ghost(drawing, *frame_.drag, picture_, port_, measure_);
        }
        if (frame_.capacity_drag != nullptr) {
            draw_capacity_ghost(drawing, *frame_.capacity_drag, picture_, port_, measure_);
        }
        draw(drawing, cache.flags, content_.chosen_note, palette(content_.theme));
        drawing.primitives.emplace_back(ClipEnd{});
        draw_notice(drawing, is_first_drawing(cache.ground) ? drawing_text() : empty_picture_text(picture_));
        return drawing;
    }

private:
    [[nodiscard]] GroundOrder order() const {
        const PictureParts& parts = picture_.parts();
        return {parts.shapes->index,
                parts.coloring,
                parts.dimmed,
                parts.shapes,
                content_.problem,
                parts.names,
                frame_.drag != nullptr ? frame_.drag->buffer() : BufferIndex::none(),
                !content_.layout->objects.empty(),
                port_,
                frame_.scale,
                content_.unit,
                content_.theme,
                are_in_ground() ? content_.overlaps : nullptr,
                are_in_ground() ? content_.overlap_areas : nullptr,
                are_in_ground() ? content_.layout : nullptr};
    }

    /// The lines with the peak in the tone of the verdict, which comes later than the ground.
    [[nodiscard]] std::vector<ReferenceLine> toned(std::vector<ReferenceLine> lines) const {
        for (ReferenceLine& line : lines) {
            if (line.kind == ReferenceLine::Kind::peak) {
                line.color = color_of(palette(content_.theme), content_.tone);
            }
        }
        return lines;
    }

    /// Whether the ground shows the overlaps, because they are many.
    [[nodiscard]] bool are_in_ground() const {
        return content_.overlap_areas &&
               are_many(content_.overlaps ? content_.overlaps->size() : 0, content_.overlap_areas->size());
    }

    /// The selected rectangles; of a selection of many only those that are drawn singly.
    [[nodiscard]] std::vector<MemoryRectangle> selected_rectangles(const PictureGround& ground) const {
        const std::vector<bool>& selected = *picture_.parts().selected;
        if (selected.empty()) {
            return content_.selection.size() <= most_outlined ? rectangles_of(picture_, content_.selection)
                                                              : std::vector<MemoryRectangle>();
        }
        std::vector<MemoryRectangle> rectangles;
        for (const SingleRectangle& single : ground.scene.singles) {
            if (selected[single.rectangle.buffer.value()]) {
                rectangles.push_back(single.rectangle);
            }
        }
        return rectangles;
    }

    void draw_rectangles(Drawing& drawing, ContainerCache& cache, const PictureGround& ground) const {
        const BufferDrag* drag = frame_.drag;
        std::vector<Box> keep_clear = boxes_of(ground.lines, port_);
        std::vector<Box> clear_of_bands = keep_clear;
        clear_of_bands.insert(clear_of_bands.end(), ground.culprits.begin(), ground.culprits.end());
        cache.flags = note_flags(labels_of(ground));
        std::ranges::transform(cache.flags, std::back_inserter(keep_clear), &NoteMark::flag);
        std::ranges::transform(ground.names, std::back_inserter(clear_of_bands), &CarrierName::ground);
        std::vector<Overlap> kept;
        const auto pairs = overlap_rectangles(*content_.layout, shown_pairs(kept), shapes_.shifts);
        const auto areas = overlap_rectangles(shown_areas(), shapes_.shifts);
        const auto former = content_.moves && drag == nullptr
                                ? former_rectangles(*content_.moves, *content_.problem, *content_.layout,
                                                    shapes_.shifts, content_.selection)
                                : std::vector<MemoryRectangle>();
        const auto selected = drag != nullptr ? std::vector<MemoryRectangle>() : selected_rectangles(ground);
        Scene scene;
        const auto bands = object_bands(*content_.layout, shapes_.shifts, port_, content_.unit, scene.label_style,
                                        measure_, clear_of_bands);
        scene.bands = bands;
        scene.problem = content_.problem.get();
        scene.coloring = picture_.parts().coloring.get();
        scene.dimmed = *picture_.parts().dimmed;
        scene.overlaps = {pairs, areas};
        scene.are_overlaps_numbered = drag == nullptr && !are_in_ground();
        scene.frames = shapes_.frames.lines;
        scene.bare = shapes_.frames.bare;
        scene.group = *picture_.parts().group;
        scene.moved = *shapes_.moved;
        scene.former = former;
        scene.selected = selected;
        scene.keep_clear = keep_clear;
        scene.viewport = port_;
        scene.unit = content_.unit;
        scene.theme = content_.theme;
        scene.scale = frame_.scale;
        scene.measure = &measure_;
        scene.names = picture_.parts().names.get();
        scene.carrier_names = ground.names;
        draw(drawing, scene, ground.scene);
        cache.figures = ground.scene.figures;
    }

    /// The areas of labels that marks on top must avoid.
    [[nodiscard]] static std::vector<Box> labels_of(const PictureGround& ground) {
        std::vector<Box> labels = label_grounds(ground.lines);
        std::ranges::transform(ground.names, std::back_inserter(labels), &CarrierName::ground);
        return labels;
    }

    /// The listed pairs without those of the dragged buffer, which draw_ghost() draws. During a drag the result refers
    /// to `kept`. If the ground shows the overlaps: some pairs, which labels avoid.
    std::span<const Overlap> shown_pairs(std::vector<Overlap>& kept) const {
        if (!content_.overlaps) {
            return {};
        }
        if (are_in_ground()) {
            return std::span<const Overlap>(*content_.overlaps)
                .first(std::min(content_.overlaps->size(), few_overlaps));
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
        if (are_in_ground()) {
            return {};
        }
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

    void draw_notice(Drawing& drawing, const QString& words) const {
        if (frame_.drag == nullptr && !words.isEmpty()) {
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
