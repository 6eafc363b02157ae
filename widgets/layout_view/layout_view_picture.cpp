// What a LayoutView draws: the containers, the tray and the live size. What stands along the axes is in
// layout_view_axes.cpp.
#include <algorithm>
#include <cmath>
#include <iterator>
#include <span>
#include <utility>

#include "core/picture/candidate_marks.h"
#include "core/picture/folded_strip.h"
#include "core/picture/free_area_box.h"
#include "core/picture/label.h"
#include "core/picture/region_strip.h"
#include "core/picture/transfer_tie.h"
#include "widgets/layout_view/layout_view.h"
#include "widgets/layout_view/view_text.h"
#include "widgets/style/visible_text.h"

namespace arenascope {
namespace {

constexpr double ghost_line = 2.5;
constexpr double text_margin = 6;

/// The rectangles of some buffers.
std::vector<MemoryRectangle> picked(const std::vector<MemoryRectangle>& rectangles,
                                    const std::vector<BufferIndex>& buffers) {
    std::vector<MemoryRectangle> result;
    for (const BufferIndex buffer : buffers) {
        std::ranges::copy(rectangles_of_buffer(rectangles, buffer), std::back_inserter(result));
    }
    return result;
}

}  // namespace

std::vector<MemoryRectangle> LayoutView::rectangles_of(const std::vector<BufferIndex>& buffers) const {
    return picked(rectangles_, buffers);
}

std::vector<MemoryRectangle> LayoutView::tray_rectangles_of(const std::vector<BufferIndex>& buffers) const {
    return picked(tray_.rectangles, buffers);
}

Drawing LayoutView::container_drawing() {
    Drawing drawing;
    if (!problem_) {
        return drawing;
    }
    const Viewport port = viewport();
    draw_region_grounds(drawing, stack_, port, theme_);
    const auto lines = reference_lines(stack_, port, unit_, theme_, line_style, measure_);
    draw_rectangles(drawing, lines);
    if (!drag_ && gliding_.empty()) {
        arenascope::draw(drawing, transfer_ties(*problem_, layout_, shifts_, port, selection_), port,
                         arenascope::palette(theme_));
    }
    draw_folded_strips(drawing, stack_, port, unit_, theme_, strip_style, measure_);
    draw_region_strips(drawing, stack_, port, theme_, line_style, measure_);
    drawing.primitives.push_back(ClipBegin{port.box});
    arenascope::draw(drawing, lines, port, theme_, line_style);
    if (placement_step_ && !drag_) {
        draw_candidates(drawing, *placement_step_, *problem_, stack_, port, theme_, strip_style, measure_);
    }
    draw_time_cursor(drawing, port);
    draw_free_areas(drawing, label_grounds(lines), port);
    draw_ghost(drawing, port);
    drawing.primitives.push_back(ClipEnd{});
    if (const QString words = notice(); !words.isEmpty()) {
        drawing.primitives.push_back(DrawnText{middle(port.box),
                                               words.toStdString(),
                                               {14, false},
                                               arenascope::palette(theme_).dim,
                                               DrawnText::Align::center,
                                               false});
    }
    return drawing;
}

QString LayoutView::notice() const {
    if (!problem_ || !rectangles_.empty() || drag_) {
        return {};
    }
    if (!problem_->buffers.empty()) {
        return tr("No buffer is placed yet");
    }
    const bool is_unknown = problem_->graph && !problem_->graph->unknown_sizes.empty();
    return is_unknown ? tr("There is no buffer: no tensor has a known size") : tr("There is no buffer");
}

void LayoutView::draw_rectangles(Drawing& drawing, const std::vector<ReferenceLine>& lines) {
    const Viewport port = viewport();
    const std::vector<Box> keep_clear = boxes_of(lines, port);
    const auto pairs = overlap_rectangles(layout_, shown_pairs(), shifts_);
    const auto areas = overlap_rectangles(drag_ ? drag_->others_areas : overlap_areas_, shifts_);
    const auto moved = rectangles_of(moved_);
    const auto selected = drag_ ? std::vector<MemoryRectangle>() : rectangles_of(selection_);
    Scene scene;
    const auto bands = object_bands(layout_, shifts_, port, unit_, scene.label_style, measure_, keep_clear);
    scene.bands = bands;
    scene.problem = problem_.get();
    scene.coloring = &coloring_;
    scene.dimmed = dimmed_;
    scene.overlaps = {pairs, areas};
    scene.frames = frames_.lines;
    scene.bare = frames_.bare;
    scene.moved = moved;
    scene.selected = selected;
    scene.keep_clear = keep_clear;
    scene.viewport = port;
    scene.unit = unit_;
    scene.theme = theme_;
    scene.scale = std::max(1, static_cast<std::int32_t>(std::lround(devicePixelRatioF())));
    scene.measure = &measure_;
    if (!ground_ || !(ground_viewport_ == port) || ground_->pixels.scale != scene.scale) {
        std::vector<MemoryRectangle> visible;
        const bool zoomed_in = length(view_.steps) < length(whole_.steps) * 0.5L;
        if (drag_) {
            scene.rectangles = drag_->others;
        } else if (!gliding_.empty()) {
            scene.rectangles = gliding_;
        } else if (zoomed_in) {
            hit_index().for_each_in(whole_part(view_.steps.from), whole_part(std::ceil(view_.steps.to)),
                                    whole_part(view_.bytes.from), whole_part(std::ceil(view_.bytes.to)),
                                    [&](const MemoryRectangle& rectangle) { visible.push_back(rectangle); });
            scene.rectangles = visible;
        } else {
            scene.rectangles = rectangles_;
        }
        ground_ = ground_of(scene);
        ground_viewport_ = port;
    }
    arenascope::draw(drawing, scene, *ground_);
    const SceneFigures before = std::exchange(figures_, ground_->figures);
    if (before.singly != figures_.singly || before.too_small != figures_.too_small) {
        // Later, because whoever listens may cause the next replot.
        QMetaObject::invokeMethod(this, &LayoutView::figures_changed, Qt::QueuedConnection);
    }
}

std::vector<Overlap> LayoutView::shown_pairs() const {
    if (!drag_) {
        return overlaps_;
    }
    // What the dragged buffer shares is drawn with its ghost.
    std::vector<Overlap> others;
    for (const Overlap& overlap : overlaps_) {
        if (overlap.a != drag_->buffer && overlap.b != drag_->buffer) {
            others.push_back(overlap);
        }
    }
    return others;
}

/// The dragged buffer where it would lie, over everything, with what it shares there and its offset beside it; where
/// it came from stays as an outline.
void LayoutView::draw_ghost(Drawing& drawing, const Viewport& port) const {
    if (!drag_) {
        return;
    }
    const Palette& tokens = arenascope::palette(theme_);
    const PixelScale across = step_scale(port);
    const PixelScale up = byte_scale(port);
    const auto box_of = [&](const MemoryRectangle& rectangle) {
        Box box{across(rectangle.begin), up(rectangle.to), across(rectangle.end), up(rectangle.from)};
        const double more_across = std::max(0.0, least_outline_pixels - arenascope::width(box)) / 2;
        const double more_up = std::max(0.0, least_outline_pixels - arenascope::height(box)) / 2;
        box = {box.left - more_across, box.top - more_up, box.right + more_across, box.bottom + more_up};
        return Box{std::max(box.left, port.box.left - 4), std::max(box.top, port.box.top - 4),
                   std::min(box.right, port.box.right + 4), std::min(box.bottom, port.box.bottom + 4)};
    };
    for (const MemoryRectangle& rectangle : rectangles_of({drag_->buffer})) {
        drawing.primitives.push_back(FilledBox{box_of(rectangle), {}, tokens.dim, 1, Pattern::plain, {}});
    }
    if (!drag_->now) {
        return;
    }
    const RiskStyle& look = coloring_.classes[coloring_.class_of[drag_->buffer.value()]].style;
    std::optional<Box> first;
    for (const MemoryRectangle& rectangle : placed_rectangles(*problem_, drag_->buffer, *drag_->now, shifts_)) {
        const Box box = box_of(rectangle);
        first = first.value_or(box);
        drawing.primitives.push_back(FilledBox{box, look.fill, tokens.accent, ghost_line, Pattern::plain, {}});
    }
    const std::vector<MemoryRectangle> shared = overlap_rectangles(drag_->layout, drag_->overlaps, shifts_);
    if (shared.size() > few_overlaps) {
        draw_shapes(drawing, {shared, shared}, Canvas(port, 1), tokens.conflict);
    } else {
        for (const MemoryRectangle& each : shared) {
            drawing.primitives.push_back(
                FilledBox{box_of(each), {}, tokens.conflict, 1.5, Pattern::cross_hatch, tokens.conflict});
        }
    }
    QString text = tr("%1 at %2")
                       .arg(visible_text(problem_->buffers[drag_->buffer.value()].name),
                            QString::fromStdString(amount_text(drag_->now->offset.value(), unit_)));
    const auto count = static_cast<int>(drag_->overlaps.size());
    text += count == 0 ? tr(" · free") : count == 1 ? tr(" · 1 overlap") : tr(" · %1 overlaps").arg(count);
    if (drag_->now->region != problem_->buffers[drag_->buffer.value()].region) {
        text += tr(" · not its region");
    }
    const std::string label = text.toStdString();
    const double room = measure_(label, ghost_style) + 2 * text_margin;
    const double tall = line_height(ghost_style) + 4;
    const double left = std::clamp(first->left, port.box.left, std::max(port.box.left, port.box.right - room));
    const double top = first->top - tall - 4 >= port.box.top ? first->top - tall - 4 : first->bottom + 4;
    const Color color = count == 0 ? tokens.good : tokens.risk_text;
    drawing.primitives.push_back(
        FilledBox{{left, top, left + room, top + tall}, tokens.panel, color, 1, Pattern::plain, {}});
    drawing.primitives.push_back(
        DrawnText{{left + text_margin, top + tall / 2}, label, ghost_style, color, DrawnText::Align::left, false});
}

Drawing LayoutView::tray_drawing() const {
    Drawing drawing;
    if (!problem_ || tray_.lanes == 0) {
        return drawing;
    }
    const Viewport port = tray_viewport();
    const auto selected = tray_rectangles_of(selection_);
    Scene scene;
    scene.problem = problem_.get();
    scene.rectangles = tray_.rectangles;
    scene.coloring = &tray_coloring_;
    scene.dimmed = dimmed_;
    scene.selected = selected;
    scene.viewport = port;
    scene.unit = unit_;
    scene.theme = theme_;
    scene.scale = std::max(1, static_cast<std::int32_t>(std::lround(devicePixelRatioF())));
    scene.measure = &measure_;
    (void)arenascope::draw(drawing, scene);
    drawing.primitives.push_back(ClipBegin{port.box});
    draw_time_cursor(drawing, port);
    drawing.primitives.push_back(ClipEnd{});
    const auto count =
        static_cast<std::int64_t>(std::count(layout_.placements.begin(), layout_.placements.end(), std::nullopt));
    const auto shown = static_cast<std::int64_t>(tray_.rectangles.size());
    const auto number = [](std::int64_t value) { return QString::fromStdString(grouped(value)); };
    QString title = is_under_way_ ? (count == 1 ? tr("1 buffer comes later") : tr("%1 buffers come later"))
                    : count == 1  ? tr("1 buffer is not placed")
                                  : tr("%1 buffers are not placed");
    title = count == 1 ? title : title.arg(number(count));
    if (shown < count) {
        title += tr(", %1 of the cores that are shown").arg(number(shown));
    }
    drawing.primitives.push_back(DrawnText{{port.box.left, port.box.top - line_height(tray_title_style) / 2 - 2},
                                           title.toStdString(),
                                           tray_title_style,
                                           arenascope::palette(theme_).dim,
                                           DrawnText::Align::left,
                                           false});
    return drawing;
}

void LayoutView::draw_time_cursor(Drawing& drawing, const Viewport& port) const {
    if (time_cursor_) {
        // In the middle of the step that it stands for.
        const PixelScale across = step_scale(port);
        const double x = across(time_cursor_->value()) + across.pixels_per_unit() / 2;
        drawing.primitives.push_back(
            StraightLine{{x, port.box.top}, {x, port.box.bottom}, arenascope::palette(theme_).ink, 1, Dash::dotted});
    }
}

void LayoutView::draw_free_areas(Drawing& drawing, const std::vector<Box>& keep_clear, const Viewport& port) const {
    if (drag_) {
        return;
    }
    const Palette& tokens = arenascope::palette(theme_);
    const AreaLabels labels{unit_, line_style, measure_, keep_clear};
    if (const auto step = free_areas_step()) {
        arenascope::draw(drawing, free_area_boxes(*problem_, layout_, stack_, *step, port, labels), tokens, line_style);
    }
    if (placed_) {
        if (const auto taken = taken_area_box(*problem_, layout_, stack_, *placed_, placed_words_, port, labels)) {
            draw_taken(drawing, *taken, tokens, line_style);
        }
    }
}

}  // namespace arenascope
