#include "widgets/picture/layout_view/layout_view.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QRubberBand>
#include <QToolTip>
#include <QVBoxLayout>
#include <QWheelEvent>

#include "core/picture/plan/region_strip.h"
#include "qt/painting/picture_painter.h"
#include "qt/words/tooltip.h"
#include "widgets/picture/layout_view/layout_plot.h"
#include "widgets/picture/layout_view/live_drawing.h"
#include "widgets/picture/layout_view/live_split.h"
#include "widgets/picture/layout_view/range_keys.h"
#include "widgets/picture/layout_view/tray_drawing.h"
#include "widgets/picture/layout_view/view_target.h"
#include "widgets/picture/layout_view/view_text.h"

namespace arenascope {
namespace {

/// Screen pixels for each pixel of a drawing.
std::int32_t scale_of(const QWidget& widget) {
    return std::max(1, static_cast<std::int32_t>(std::lround(widget.devicePixelRatioF())));
}

/// The same for both pictures that are shown beside each other, so that their parts stand on the same lines.
TrayRoom tray_room(const LayoutPicture& picture, const MeasureText& measure) {
    const LayoutShapes& shapes = picture.shapes();
    const std::int64_t lanes = picture.parts().tray->tray.lanes;
    TrayRoom room{lanes, lanes, shapes.index->size() > 0, region_strip_width(shapes.stack, line_style, measure),
                  shapes.stack.size() == 1};
    if (const auto& other = picture.content().beside) {
        const std::vector<Container>& stack = other->shapes->stack;
        room.most = std::max(lanes, other->lanes);
        room.has_placed = room.has_placed || other->has_placed;
        room.strip_pixels = std::max(room.strip_pixels, region_strip_width(stack, line_style, measure));
        room.is_single = room.is_single || stack.size() == 1;
    }
    return room;
}

long double tray_height(const LayoutPicture& picture) {
    return static_cast<long double>(std::max<std::int64_t>(picture.parts().tray->tray.lanes, 1));
}

std::vector<MemoryRectangle> in_buffer_order(const HitIndex& index) {
    std::vector<MemoryRectangle> rectangles = index.rectangles();
    std::ranges::sort(rectangles, {}, [](const MemoryRectangle& each) { return std::pair(each.buffer, each.begin); });
    return rectangles;
}

/// The step of a range that is drawn with the pointer. Beyond the plot, it is the nearest one in view.
std::optional<Step> range_step_at(const LayoutPicture& picture, const Viewports& ports, QPoint at) {
    const Box& box = ports.containers.box;
    const int right = std::max(static_cast<int>(std::ceil(box.left)), static_cast<int>(std::floor(box.right)) - 1);
    at.setX(std::clamp(at.x(), static_cast<int>(std::ceil(box.left)), right));
    return column_step_at(picture, ports, at);
}

/// The pointer is over `target` now: true if it was over something else.
bool aim_at(LayoutView& view, Pointing& pointing, const PointerTarget& target) {
    if (target == pointing.target) {
        return false;
    }
    pointing.target = target;
    emit view.pointer_target_changed();
    view.setCursor(cursor_over(view.picture().content(), target.buffer));
    return true;
}

/// The same, and shows the tooltip. It needs a position.
void point_at(LayoutView& view, Pointing& pointing, const PointerTarget& target) {
    aim_at(view, pointing, target);
    const QString words = tooltip_text(view.picture(), target);
    pointing.tooltip = plain_tooltip(words);
    QToolTip::showText(view.mapToGlobal(*pointing.at), plain_tooltip(words), &view);
}

std::shared_ptr<const Problem> problem_beside(const LayoutPicture& picture) {
    const auto& other = picture.content().beside;
    return other ? other->problem : nullptr;
}

/// The view or the rectangles changed: tells what lies below a pointer at rest now.
void follow_pointer(LayoutView& view, Pointing& pointing, std::span<const NoteMark> flags) {
    const bool is_dragging = QGuiApplication::mouseButtons() != Qt::NoButton;
    if (!pointing.at || is_dragging) {
        return;
    }
    const PointerTarget under = pointer_target_at(view.picture(), view.ports(), *pointing.at, flags);
    if (!pointing.tooltip.isEmpty() && QToolTip::isVisible() && QToolTip::text() == pointing.tooltip) {
        point_at(view, pointing, under);
    } else if (aim_at(view, pointing, under)) {
        pointing.tooltip.clear();  // shown when the pointer moves, so that zooming and panning show none
    }
}

/// Shows move_hint() at a point of the widget.
void say_how_to_move(LayoutView& view, BufferIndex buffer, QPoint at) {
    QToolTip::showText(view.mapToGlobal(at), plain_tooltip(move_hint(view.picture(), buffer)), &view);
}

/// Whether somebody who drags the buffer, and only pans, probably wanted to move it.
bool is_meant_as_move(const LayoutView& view, BufferIndex buffer) {
    const LayoutContent& content = view.picture().content();
    return content.is_editable &&
           (view.camera().is_fitted() || (has_recorded_places(content) && is_selected(content, buffer)));
}

}  // namespace

LayoutView::LayoutView(QWidget* parent)
    : QWidget(parent),
      picture_([this](PictureChange change) { apply(std::move(change)); }),
      camera_([this](const View& view) { emit view_changed(view); }),
      measure_(picture_text_measure()),
      container_work_(container_cache_.ground, [this] { plot_->redraw(); }),
      tray_work_(tray_cache_, [this] { plot_->redraw(); }),
      glide_([this] { plot_->redraw(); }) {
    setAttribute(Qt::WA_NoMousePropagation);
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setMinimumSize(240, 180);
    setAccessibleName(tr("Layout view"));
    const PlotParts parts{
        [this] {
            Drawing drawing = tray_drawing(picture_, ports().tray, scale_of(*this), tray_cache_, measure_);
            tray_work_.follow({picture_.shapes().whole.steps, {0, tray_height(picture_)}});
            return drawing;
        },
        [this] {
            const auto* drag = std::get_if<BufferDrag>(&gesture_);
            const ContainerFrame frame{ports().containers, scale_of(*this),
                                       drag == nullptr && dropped_ ? &*dropped_ : drag,
                                       std::get_if<CapacityDrag>(&gesture_), glide_.rectangles()};
            const SceneFigures before = container_cache_.figures;
            Drawing drawing = container_drawing(picture_, frame, container_cache_, measure_);
            container_work_.follow(picture_.shapes().whole);
            if (before.singly != container_cache_.figures.singly ||
                before.too_small != container_cache_.figures.too_small) {
                // Queued, because a listener may cause the next replot.
                QMetaObject::invokeMethod(
                    this, [this] { emit figures_changed(container_cache_.figures); }, Qt::QueuedConnection);
            }
            return drawing;
        },
        [this] { return live_drawing(picture_, ports().live, measure_); },
        [this] { return names_drawing(picture_, ports().names, measure_); },
        [this] { return offset_marks(picture_, ports().containers); },
        [this] { return live_marks(ports().live, picture_.content().unit); },
        [this] { return time_marks(ports().containers, measure_); },
        [this] { return clock_marks(picture_, ports().containers, measure_); },
    };
    plot_ = new LayoutPlot(parts, this);
    plot_->set_titles(plot_titles(picture_));
    plot_->set_look(picture_.content().theme, picture_.content().unit);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->addWidget(plot_);
    split_ = new LiveSplit(*plot_, this);
    band_ = new QRubberBand(QRubberBand::Rectangle, this);
}

void LayoutView::apply(PictureChange change) {
    using Kind = PictureChange::Kind;
    const bool has_other_rectangles =
        change.kind == Kind::problem || change.kind == Kind::layout || change.kind == Kind::containers;
    if (has_other_rectangles) {
        dropped_.reset();
        end_gesture();
    }
    const LayoutShapes& shapes = picture_.shapes();
    const auto name_room = [this] {
        named_beside_ = problem_beside(picture_);
        plot_->set_names(longest_step_name(picture_, measure_));
    };
    switch (change.kind) {
        case Kind::marks:
            break;
        case Kind::colors:
            if (std::holds_alternative<std::monostate>(gesture_)) {
                setCursor(cursor_over(picture_.content(), pointing_.target.buffer));  // it may be selected now
            }
            break;
        case Kind::look:
            plot_->set_look(picture_.content().theme, picture_.content().unit);
            break;
        case Kind::free_areas:
            if (underMouse()) {
                picture_.point_at(picture_.content().pointed_core,
                                  container_step_at(picture_, ports(), mapFromGlobal(QCursor::pos())));
            }
            break;
        case Kind::tray:
            plot_->set_tray(tray_room(picture_, measure_));
            break;
        case Kind::problem:
            glide_.stop();
            container_work_.reset();
            tray_work_.reset();
            aim_at(*this, pointing_, {});
            plot_->set_tray(tray_room(picture_, measure_));
            camera_.restart(shapes.whole);
            if (const auto view = std::exchange(view_to_come_, std::nullopt); view && picture_.parts().are_there) {
                camera_.visit(*view);
            }
            name_room();
            plot_->set_titles(plot_titles(picture_));
            break;
        case Kind::layout:
        case Kind::containers: {
            plot_->set_tray(tray_room(picture_, measure_));
            if (problem_beside(picture_) != named_beside_) {
                name_room();
            }
            const bool was_fitted = camera_.is_fitted();
            camera_.set_whole(shapes.whole);
            if (change.kind == Kind::containers && !was_fitted) {
                camera_.show(camera_.view());
            }
            glide_.stop();
            // Few rectangles after many do not glide, and it would take long to put the many in order.
            if (is_animated_ && isVisible() && shapes.index->size() <= most_gliding &&
                change.before->index->size() == shapes.index->size()) {
                glide_.start(in_buffer_order(*change.before->index), in_buffer_order(*shapes.index));
            }
            break;
        }
    }
    plot_->redraw();
    emit picture_changed();
    if (has_other_rectangles) {
        follow_pointer(*this, pointing_, container_cache_.flags);
    }
}

Viewports LayoutView::ports() const {
    return viewports(picture_, camera_.view(), plot_->boxes());
}

void LayoutView::set_view(const View& view) {
    if (!picture_.parts().are_there) {
        view_to_come_ = view;
        return;
    }
    if (camera_.visit(view)) {
        plot_->redraw();
        follow_pointer(*this, pointing_, container_cache_.flags);
    }
}

void LayoutView::run(ViewCommand command) {
    if (execute(camera_, command, picture_, ports().containers)) {
        plot_->redraw();
        follow_pointer(*this, pointing_, container_cache_.flags);
    }
}

std::optional<QPoint> LayoutView::position_of(BufferIndex buffer) const {
    return arenascope::position_of(picture_, ports(), buffer);
}

bool LayoutView::event(QEvent* event) {
    // During a gesture, Esc cancels the gesture and does not trigger a shortcut of the window.
    if (event->type() == QEvent::ShortcutOverride && !std::holds_alternative<std::monostate>(gesture_) &&
        static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
        event->accept();
        return true;
    }
    if (event->type() == QEvent::ContextMenu) {
        // With the mouse, the menu comes when the button is released: until then it may draw a box.
        const auto& request = *static_cast<QContextMenuEvent*>(event);
        if (request.reason() == QContextMenuEvent::Keyboard) {
            const std::vector<BufferIndex>& selected = picture_.content().selection;
            const auto place = selected.empty() ? std::nullopt : position_of(selected.front());
            emit menu_requested(mapToGlobal(place.value_or(rect().center())),
                                {place ? selected.front() : BufferIndex::none(), std::nullopt});
        }
        event->accept();
        return true;
    }
    if (event->type() == QEvent::Leave) {
        pointing_.at.reset();
        aim_at(*this, pointing_, {});
        picture_.point_at(std::nullopt, std::nullopt);
    }
    return QWidget::event(event);
}

void LayoutView::mousePressEvent(QMouseEvent* event) {
    setFocus(Qt::MouseFocusReason);
    dropped_.reset();
    const Qt::MouseButton button = event->button();
    if (button == Qt::BackButton || button == Qt::ForwardButton) {
        run(button == Qt::BackButton ? ViewCommand::go_back : ViewCommand::go_forward);
        return;
    }
    const bool is_left = button == Qt::LeftButton;
    if (is_left && event->type() == QEvent::MouseButtonDblClick) {
        if (const auto request = fold_request_at(picture_, ports(), event->pos())) {
            if (request->are_thin_bands) {
                picture_.show_thin_bands(!request->folded);
            } else {
                emit fold_requested(request->core, request->folded);
            }
            return;
        }
    }
    const bool is_box = button == Qt::RightButton || (is_left && event->modifiers().testFlag(Qt::AltModifier));
    const bool is_pan = button == Qt::MiddleButton;
    if ((is_left || is_box || is_pan) && !std::holds_alternative<std::monostate>(gesture_)) {
        end_gesture();
    }
    if (is_box) {
        const ZoomBox& box = gesture_.emplace<ZoomBox>(event->pos());
        band_->setGeometry(box.box());
        band_->show();
    } else if (is_left) {
        gesture_ = Press{event->pos()};
    } else if (is_pan) {
        gesture_ = Pan(event->pos());
        setCursor(Qt::ClosedHandCursor);
    }
}

void LayoutView::mouseMoveEvent(QMouseEvent* event) {
    const QPoint position = event->pos();
    pointing_.at = position;
    const Viewports all = ports();
    const auto* press = std::get_if<Press>(&gesture_);
    if (press != nullptr && (position - press->at).manhattanLength() >= QApplication::startDragDistance()) {
        // The press becomes a drag of the selected buffer or of the line of a capacity under it, or panning.
        const QPoint from = press->at;
        const auto buffer = arenascope::buffer_at(picture_, all, from);
        setCursor(drag_cursor_at(picture_, all, from));
        const bool is_range = event->modifiers().testFlag(Qt::ShiftModifier);
        const auto step = is_range ? range_step_at(picture_, all, from) : std::nullopt;
        if (step) {
            gesture_ = RangeDrag(*step, picture_.content().time_range);
            setCursor(Qt::SizeHorCursor);
        } else if (buffer && can_drag(picture_.content(), *buffer)) {
            glide_.stop();
            gesture_.emplace<BufferDrag>(picture_, *buffer, all.containers, from);
        } else if (const auto region = capacity_line_at(picture_, all.containers, from)) {
            gesture_.emplace<CapacityDrag>(picture_, *region);
        } else {
            gesture_ = Pan(from);
            if (buffer && is_meant_as_move(*this, *buffer)) {
                // The drag has no effect, so it was probably meant to move the buffer.
                say_how_to_move(*this, *buffer, from);
            }
        }
    }
    if (auto* pan = std::get_if<Pan>(&gesture_)) {
        if (camera_.show(pan->follow(all.containers, position))) {
            plot_->redraw();
        }
        return;
    }
    if (auto* range = std::get_if<RangeDrag>(&gesture_)) {
        if (const auto step = range_step_at(picture_, all, position)) {
            range->draw_to(*step);
            picture_.set_time_range(range->steps());
        }
        return;
    }
    if (auto* box = std::get_if<ZoomBox>(&gesture_)) {
        box->draw_to(position);
        band_->setGeometry(box->box());
        return;
    }
    if (auto* drag = std::get_if<BufferDrag>(&gesture_)) {
        if (drag->move(picture_, all.containers, position)) {
            plot_->redraw();
        }
        return;
    }
    if (auto* drag = std::get_if<CapacityDrag>(&gesture_)) {
        if (drag->move(picture_, all.containers, position)) {
            plot_->redraw();
        }
        return;
    }
    picture_.point_at(core_at(picture_, all, position), container_step_at(picture_, all, position));
    const PointerTarget under = pointer_target_at(picture_, all, position, container_cache_.flags);
    if (!(under == pointing_.target) || pointing_.tooltip.isEmpty()) {
        point_at(*this, pointing_, under);
    }
    if (std::holds_alternative<std::monostate>(gesture_)) {
        setCursor(under.note ? Qt::PointingHandCursor : cursor_at(picture_, all, position));
    }
}

void LayoutView::mouseReleaseEvent(QMouseEvent* event) {
    const Gesture gesture = std::move(gesture_);
    end_gesture();
    const Viewports all = ports();
    if (std::holds_alternative<Press>(gesture)) {
        const PointerTarget target = pointer_target_at(picture_, all, event->pos(), container_cache_.flags);
        const auto step = target.note ? std::nullopt : column_step_at(picture_, all, event->pos());
        if (step) {
            picture_.set_time_cursor(step);
            emit time_cursor_moved(*step);
        }
        emit clicked(target, event->modifiers());
    } else if (std::holds_alternative<Pan>(gesture)) {
        camera_.remember();
        const BufferIndex held = pointing_.target.buffer;
        if (event->button() == Qt::LeftButton && held != BufferIndex::none() && is_meant_as_move(*this, held)) {
            say_how_to_move(*this, held, event->pos());  // again, because the release hid it
        }
    } else if (const auto* range = std::get_if<RangeDrag>(&gesture)) {
        picture_.set_time_range(range->steps());
        emit time_range_selected(range->steps());
    } else if (const auto* box = std::get_if<ZoomBox>(&gesture)) {
        if (const auto view = box->view(all.containers)) {
            set_view(*view);
        } else if (event->button() == Qt::RightButton) {
            emit menu_requested(event->globalPosition().toPoint(),
                                pointer_target_at(picture_, all, event->pos(), container_cache_.flags));
        }
    } else if (const auto* drag = std::get_if<BufferDrag>(&gesture)) {
        if (const auto placement = drag->drop_target()) {
            dropped_ = *drag;  // until the new layout is drawn
            emit buffer_dragged(drag->buffer(), *placement);
        }
    } else if (const auto* line = std::get_if<CapacityDrag>(&gesture)) {
        if (const auto capacity = line->drop_target()) {
            emit capacity_dragged(line->region(), *capacity);
        }
    }
}

void LayoutView::wheelEvent(QWheelEvent* event) {
    const WheelTurn turn{event->position(), event->angleDelta(), event->modifiers()};
    const auto view = wheel_view(ports().containers, turn);
    if (!picture_.content().problem || !view) {
        return;
    }
    pointing_.at = event->position().toPoint();
    if (camera_.visit(*view, true)) {
        plot_->redraw();
        follow_pointer(*this, pointing_, container_cache_.flags);
    }
    event->accept();
}

void LayoutView::keyPressEvent(QKeyEvent* event) {
    if (const auto range = extended_range(picture_.content(), camera_.view(), event->key(), event->modifiers())) {
        picture_.set_time_cursor(range->cursor);
        picture_.set_time_range(range->steps);
        set_view(view_with_step(camera_.view(), range->cursor));
        emit time_cursor_moved(range->cursor);
        emit time_range_selected(range->steps);
        return;
    }
    if (const auto command = command_of(event->key(), event->modifiers())) {
        run(*command);
        return;
    }
    if (event->key() == Qt::Key_Home || event->key() == Qt::Key_End) {
        const Problem* problem = picture_.content().problem.get();
        if (event->modifiers().testFlag(Qt::ShiftModifier) && problem != nullptr && !problem->buffers.empty()) {
            const Lifetime span = time_span(*problem);
            const Step step = event->key() == Qt::Key_Home ? span.begin : Step(span.end.value() - 1);
            picture_.set_time_cursor(step);
            emit time_cursor_moved(step);
        }
    } else if (event->key() == Qt::Key_Escape && !std::holds_alternative<std::monostate>(gesture_)) {
        end_gesture();
    } else {
        QWidget::keyPressEvent(event);
    }
}

void LayoutView::end_gesture() {
    const bool was_dragging =
        std::holds_alternative<BufferDrag>(gesture_) || std::holds_alternative<CapacityDrag>(gesture_);
    const Gesture ended = std::exchange(gesture_, std::monostate());
    if (const auto* range = std::get_if<RangeDrag>(&ended)) {
        picture_.set_time_range(range->before());
    }
    band_->hide();
    setCursor(cursor_over(picture_.content(), pointing_.target.buffer));
    if (was_dragging) {
        plot_->redraw();
    }
}

}  // namespace arenascope
