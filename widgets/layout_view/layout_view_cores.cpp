// What a LayoutView shows of several memories: which containers stand in it, and the live size of one or of all.
#include <algorithm>
#include <utility>

#include <QMouseEvent>

#include "core/picture/live_curve.h"
#include "core/picture/live_legend.h"
#include "widgets/layout_view/layout_view.h"
#include "widgets/layout_view/view_text.h"

namespace arenascope {
namespace {

constexpr double most_strong_curves = 4;  ///< more of them would be one dark area
constexpr long double core_margin = 0.02L;

}  // namespace

void LayoutView::set_containers(ContainerChoice choice) {
    if (choice == choice_) {
        return;
    }
    cancel_gesture();
    const bool was_fitted = is_fitted();
    std::vector<MemoryRectangle> before = std::move(rectangles_);
    choice_ = std::move(choice);
    rebuild_stack();
    rebuild_rectangles();
    show_view(was_fitted ? whole_ : view_);
    start_transition(std::move(before));
    redraw();
}

void LayoutView::set_picked_core(std::optional<RegionIndex> core) {
    if (core != picked_core_) {
        picked_core_ = core;
        rebuild_fragmentation();
        if (tray_.lanes > 0 || !is_complete(layout_)) {
            rebuild_rectangles();
        }
        redraw();
    }
}

void LayoutView::set_placement_step(std::optional<PlacementStep> step) {
    if (step != placement_step_) {
        placement_step_ = std::move(step);
        redraw();
    }
}

void LayoutView::zoom_to_core(RegionIndex core) {
    if (const Container* container = container_of(stack_, core)) {
        const auto shift = static_cast<long double>(container->shift);
        const auto tall = static_cast<long double>(container->highest - container->lowest);
        View view = whole_;
        view.bytes = {shift + static_cast<long double>(container->lowest) - tall * core_margin,
                      shift + static_cast<long double>(container->highest)};
        change_view(view, false);
    }
}

const Container* LayoutView::live_core() const {
    if (stack_.size() == 1) {
        return &stack_.front();
    }
    const std::optional<RegionIndex> core = picked_core_ ? picked_core_ : hovered_core_;
    return core ? container_of(stack_, *core) : nullptr;
}

void LayoutView::rebuild_fragmentation() {
    const Container* core = live_core();
    const bool is_of_interest = core != nullptr && problem_->regions.size() > 1;
    fragmentation_ =
        is_of_interest ? std::optional(external_fragmentation(*problem_, layout_, core->region)) : std::nullopt;
}

std::vector<bool> LayoutView::cores_in_tray() const {
    std::vector<bool> is_shown(problem_->regions.size(), true);
    for (std::size_t i = 0; i < is_shown.size(); ++i) {
        const RegionIndex core(i);
        is_shown[i] = picked_core_ ? core == *picked_core_ : !is_hidden(choice_, core) && !is_folded(choice_, core);
    }
    return is_shown;
}

void LayoutView::hover_core(QPoint position) {
    const Viewport port = viewport();
    std::optional<RegionIndex> under;
    if (stack_.size() > 1 && contains(port.box, {position.x() + 0.5, position.y() + 0.5})) {
        if (const Container* container = container_at(stack_, byte_at(port, position.y() + 0.5))) {
            under = container->region;
        }
    }
    if (under != hovered_core_) {
        hovered_core_ = under;
        if (!picked_core_) {
            rebuild_fragmentation();
            redraw();
        }
    }
}

Viewport LayoutView::live_viewport() const {
    Bytes highest(1);
    const Container* core = live_core();
    for (const Container& container : stack_) {
        highest = core == nullptr || core == &container ? std::max(highest, container.threshold) : highest;
    }
    if (fragmentation_) {
        highest = std::max(highest, fragmentation_->largest);
    }
    return {{view_.steps, {0, static_cast<long double>(highest.value()) * 1.12L}}, box_of(live_rect_)};
}

Drawing LayoutView::live_drawing() const {
    Drawing drawing;
    if (!problem_) {
        return drawing;
    }
    const Palette& tokens = arenascope::palette(theme_);
    const Viewport port = live_viewport();
    drawing.primitives.emplace_back(ClipBegin{port.box});
    const Container* core = live_core();
    const bool is_strong = core != nullptr || static_cast<double>(stack_.size()) <= most_strong_curves;
    const auto by_threshold = [](const Container& a, const Container& b) { return a.threshold < b.threshold; };
    const auto highest = std::max_element(stack_.begin(), stack_.end(), by_threshold);
    for (const Container& container : stack_) {
        if (core != nullptr && core != &container) {
            continue;
        }
        std::vector<Point> curve = live_curve(container.profile, port);
        if (core != nullptr) {
            for (const Box& box : boxes_under(curve, port)) {
                drawing.primitives.emplace_back(FilledBox{box, tokens.live_fill, {}, 1, Pattern::plain, {}});
            }
        }
        drawing.primitives.emplace_back(Path{std::move(curve), {}, tokens.accent, is_strong ? 1.25 : 0.5});
        if (core == nullptr && !is_strong && &container != &*highest) {
            continue;  // so many thresholds would hide what they stand for
        }
        const double y = byte_scale(port)(container.threshold.value());
        drawing.primitives.emplace_back(
            StraightLine{{port.box.left, y}, {port.box.right, y}, tokens.accent, 1.5, Dash::dashed});
    }
    const bool is_fragmented = fragmentation_ && fragmentation_->largest > Bytes(0);
    if (is_fragmented) {
        drawing.primitives.emplace_back(
            Path{live_curve(fragmentation_->steps, fragmentation_->free, port), {}, tokens.risk_text, 1.25});
    }
    draw_time_cursor(drawing, port);
    drawing.primitives.emplace_back(ClipEnd{});
    if (problem_->regions.size() > 1) {
        const LiveLegend names = live_legend(core, stack_.size(), is_fragmented, port, theme_, strip_style, measure_);
        arenascope::draw(drawing, names, strip_style, theme_);
    }
    return drawing;
}

void LayoutView::mouseDoubleClickEvent(QMouseEvent* event) {
    const Viewport port = viewport();
    const Point point{event->pos().x() + 0.5, event->pos().y() + 0.5};
    const bool beside = point.x >= port.box.right && point.y >= port.box.top && point.y < port.box.bottom;
    if (stack_.size() > 1 && event->button() == Qt::LeftButton && (beside || contains(port.box, point))) {
        const Container* container = container_at(stack_, byte_at(port, point.y));
        if (container != nullptr && (beside || container->is_folded)) {
            emit fold_requested(container->region, !container->is_folded);
            return;
        }
    }
    mousePressEvent(event);
}

}  // namespace arenascope
