// What the hand does in a LayoutView: pointer, wheel and keys. What it shows is in layout_view.cpp.
#include <algorithm>
#include <cmath>
#include <limits>

#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>
#include <QWheelEvent>

#include "core/picture/step_names.h"
#include "widgets/layout_view/layout_keys.h"
#include "widgets/layout_view/layout_view.h"
#include "widgets/style/tooltip.h"
#include "widgets/style/visible_text.h"

namespace arenascope {
namespace {

constexpr double notch_factor = 1.25;      ///< magnification of one notch of the wheel
constexpr double key_pan_share = 0.1;      ///< of the view, for one press of an arrow
constexpr double selection_margin = 0.15;  ///< around what is zoomed to
constexpr double snap_pixels = 8;
constexpr int least_band_pixels = 4;

}  // namespace

const HitIndex& LayoutView::hit_index() const {
    if (!index_) {
        index_.emplace(rectangles_);
    }
    return *index_;
}

std::optional<BufferIndex> LayoutView::buffer_at(QPoint position) const {
    const Viewport port = viewport();
    const Point point{position.x() + 0.5, position.y() + 0.5};
    if (const Viewport tray = tray_viewport(); problem_ && tray_.lanes > 0 && contains(tray.box, point)) {
        if (!tray_index_) {
            tray_index_.emplace(tray_.rectangles);
        }
        return tray_index_->at(whole_part(step_at(tray, point.x)), whole_part(byte_at(tray, point.y)));
    }
    if (!problem_ || !contains(port.box, point)) {
        return std::nullopt;
    }
    return hit_index().at(whole_part(step_at(port, point.x)), whole_part(byte_at(port, point.y)));
}

std::optional<QPoint> LayoutView::position_of(BufferIndex buffer) const {
    const auto visible = [](const MemoryRectangle& rectangle, const Viewport& port) -> std::optional<QPoint> {
        const Box box{std::max(step_scale(port)(rectangle.begin), port.box.left),
                      std::max(byte_scale(port)(rectangle.to), port.box.top),
                      std::min(step_scale(port)(rectangle.end), port.box.right),
                      std::min(byte_scale(port)(rectangle.from), port.box.bottom)};
        if (box.left >= box.right || box.top >= box.bottom) {
            return std::nullopt;
        }
        return QPoint(static_cast<int>(std::floor(middle(box).x)), static_cast<int>(std::floor(middle(box).y)));
    };
    for (const MemoryRectangle& rectangle : rectangles_of({buffer})) {
        if (const auto point = visible(rectangle, viewport())) {
            return point;
        }
    }
    for (const MemoryRectangle& rectangle : tray_rectangles_of({buffer})) {
        return visible(rectangle, tray_viewport());
    }
    return std::nullopt;
}

void LayoutView::fit() {
    change_view(whole_, false);
}

void LayoutView::zoom_to(Lifetime steps, AddressRange bytes, RegionIndex region) {
    if (problem_ && region.value() < shifts_.size() && shifts_[region.value()] != not_shown) {
        const Bytes shift(shifts_[region.value()]);
        change_view(view_of(steps, {bytes.from + shift, bytes.to + shift}, selection_margin), false);
    }
}

void LayoutView::zoom_to_selection() {
    const std::vector<MemoryRectangle> selected = rectangles_of(selection_);
    if (selected.empty()) {
        return;
    }
    MemoryRectangle all = selected.front();
    for (const MemoryRectangle& rectangle : selected) {
        all = {std::min(all.begin, rectangle.begin), std::max(all.end, rectangle.end),
               std::min(all.from, rectangle.from), std::max(all.to, rectangle.to), all.buffer};
    }
    change_view(view_of({Step(all.begin), Step(all.end)}, {Offset(all.from), Offset(all.to)}, selection_margin), false);
}

void LayoutView::zoom_in() {
    const Point center = middle(viewport().box);
    change_view(zoomed(view_, step_at(viewport(), center.x), byte_at(viewport(), center.y), notch_factor, notch_factor),
                true);
}

void LayoutView::zoom_out() {
    const Point center = middle(viewport().box);
    change_view(
        zoomed(view_, step_at(viewport(), center.x), byte_at(viewport(), center.y), 1 / notch_factor, 1 / notch_factor),
        true);
}

void LayoutView::go_back() {
    if (history_.can_go_back()) {
        show_view(history_.back());
    }
}

void LayoutView::go_forward() {
    if (history_.can_go_forward()) {
        show_view(history_.forward());
    }
}

bool LayoutView::is_selected(BufferIndex buffer) const {
    return std::find(selection_.begin(), selection_.end(), buffer) != selection_.end();
}

bool LayoutView::event(QEvent* event) {
    // While a buffer is dragged Esc means the drag, whatever the window uses it for.
    if (event->type() == QEvent::ShortcutOverride && gesture_ != Gesture::none &&
        static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
        event->accept();
        return true;
    }
    return QCustomPlot::event(event);
}

void LayoutView::mousePressEvent(QMouseEvent* event) {
    setFocus(Qt::MouseFocusReason);
    if (event->button() == Qt::BackButton) {
        go_back();
        return;
    }
    if (event->button() == Qt::ForwardButton) {
        go_forward();
        return;
    }
    pressed_at_ = last_at_ = event->pos();
    const bool boxing = event->button() == Qt::RightButton ||
                        (event->button() == Qt::LeftButton && event->modifiers().testFlag(Qt::AltModifier));
    if (boxing) {
        gesture_ = Gesture::boxing;
        band_->setGeometry(QRect(pressed_at_, QSize()));
        band_->show();
    } else if (event->button() == Qt::LeftButton) {
        gesture_ = Gesture::pressed;
    }
}

void LayoutView::mouseMoveEvent(QMouseEvent* event) {
    const QPoint position = event->pos();
    if (gesture_ == Gesture::pressed &&
        (position - pressed_at_).manhattanLength() >= QApplication::startDragDistance()) {
        const auto buffer = buffer_at(pressed_at_);
        if (buffer && is_selected(*buffer)) {
            begin_drag(*buffer);
        } else {
            gesture_ = Gesture::panning;
            setCursor(Qt::ClosedHandCursor);
        }
    }
    switch (gesture_) {
        case Gesture::panning: {
            const QPoint distance = position - last_at_;
            last_at_ = position;
            show_view(panned(view_, -distance.x() / std::max(1.0, arenascope::width(viewport().box)),
                             distance.y() / std::max(1.0, arenascope::height(viewport().box))));
            return;
        }
        case Gesture::boxing:
            band_->setGeometry(QRect(pressed_at_, position).normalized());
            return;
        case Gesture::dragging:
            move_drag(position);
            return;
        case Gesture::pressed:
        case Gesture::none:
            break;
    }
    hover(position, event->globalPosition().toPoint());
}

void LayoutView::follow_pointer(QPoint position) {
    if (shows_free_areas_ && problem_) {
        const Viewport port = viewport();
        set_pointer_step(contains(port.box, {position.x() + 0.5, position.y() + 0.5})
                             ? std::optional(Step(whole_part(step_at(port, position.x() + 0.5))))
                             : std::nullopt);
    }
}

void LayoutView::hover(QPoint position, QPoint on_screen) {
    hover_core(position);
    const BufferIndex under = buffer_at(position).value_or(BufferIndex::none());
    const std::optional<Step> step = named_step_at(position);
    follow_pointer(position);
    const bool other_step = step != hovered_step_;
    if (other_step) {
        hovered_step_ = step;
        emit step_hovered(step);
    }
    if (under != hovered_) {
        hovered_ = under;
        emit buffer_hovered(under);
        setCursor(under != BufferIndex::none() && is_selected(under) ? Qt::SizeVerCursor : Qt::ArrowCursor);
    } else if (!other_step) {
        return;
    }
    QStringList lines;
    if (under != BufferIndex::none()) {
        lines << tooltip_of(under);
    }
    if (step) {
        lines << tr("step %1: %2")
                     .arg(QString::fromStdString(grouped(step->value())),
                          visible_text(title_of_step(*problem_, *step)));
    }
    QToolTip::showText(on_screen, plain_tooltip(lines.join(QLatin1Char('\n'))), this);
}

std::optional<Step> LayoutView::named_step_at(QPoint position) const {
    const Viewport port = viewport();
    if (!problem_ || position.x() < port.box.left || position.x() >= port.box.right || position.y() < port.box.top ||
        position.y() >= names_viewport().box.bottom) {
        return std::nullopt;
    }
    const Step step(whole_part(step_at(port, position.x() + 0.5)));
    return name_of_step(problem_->step_labels, step).empty() ? std::nullopt : std::optional(step);
}

void LayoutView::mouseReleaseEvent(QMouseEvent* event) {
    const Gesture gesture = gesture_;
    const auto dropped = drag_;
    const QRect box = band_->geometry();
    cancel_gesture();
    switch (gesture) {
        case Gesture::pressed: {
            const Viewport port = viewport();
            const bool inside = event->pos().x() >= port.box.left && event->pos().x() < port.box.right;
            if (inside && problem_) {
                put_time_cursor(Step(whole_part(step_at(port, event->pos().x() + 0.5))));
            }
            if (const auto buffer = buffer_at(event->pos())) {
                emit buffer_activated(*buffer, event->modifiers());
            } else {
                emit nothing_activated();
            }
            return;
        }
        case Gesture::panning:
            history_.visit(view_);
            return;
        case Gesture::boxing:
            if (box.width() >= least_band_pixels && box.height() >= least_band_pixels) {
                const Viewport port = viewport();
                change_view({{step_at(port, box.left()), step_at(port, box.left() + box.width())},
                             {byte_at(port, box.top() + box.height()), byte_at(port, box.top())}},
                            false);
            }
            return;
        case Gesture::dragging:
            if (dropped && dropped->now && dropped->now != dropped->start) {
                emit buffer_dragged(dropped->buffer, *dropped->now);
            }
            return;
        case Gesture::none:
            return;
    }
}

void LayoutView::wheelEvent(QWheelEvent* event) {
    // Some platforms turn the wheel sideways while a modifier is held.
    const QPoint turned = event->angleDelta();
    const int amount = turned.y() != 0 ? turned.y() : turned.x();
    if (!problem_ || amount == 0) {
        return;
    }
    const double factor = std::pow(notch_factor, amount / 120.0);
    const bool time_only = event->modifiers().testFlag(Qt::ControlModifier);
    const bool offset_only = event->modifiers().testFlag(Qt::ShiftModifier);
    const Viewport port = viewport();
    change_view(zoomed(view_, step_at(port, event->position().x()), byte_at(port, event->position().y()),
                       offset_only ? 1 : factor, time_only ? 1 : factor),
                true);
    event->accept();
}

bool LayoutView::take_command_key(const QKeyEvent& event) {
    // Where a sign is typed with Shift or on the keypad is not the view's concern.
    const auto modifiers = event.modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier);
    const QKeyCombination pressed(modifiers, static_cast<Qt::Key>(event.key()));
    if (pressed == layout_keys::fit) {
        fit();
    } else if (pressed == layout_keys::zoom_to_selection) {
        zoom_to_selection();
    } else if (pressed == layout_keys::zoom_in || pressed == layout_keys::zoom_in_unshifted) {
        zoom_in();
    } else if (pressed == layout_keys::zoom_out) {
        zoom_out();
    } else if (pressed == layout_keys::back) {
        go_back();
    } else if (pressed == layout_keys::forward) {
        go_forward();
    } else {
        return false;
    }
    return true;
}

void LayoutView::keyPressEvent(QKeyEvent* event) {
    if (take_command_key(*event)) {
        return;
    }
    switch (event->key()) {
        case Qt::Key_Backspace:
            go_back();
            return;
        case Qt::Key_Left:
            change_view(panned(view_, -key_pan_share, 0), true);
            return;
        case Qt::Key_Right:
            change_view(panned(view_, key_pan_share, 0), true);
            return;
        case Qt::Key_Up:
            change_view(panned(view_, 0, key_pan_share), true);
            return;
        case Qt::Key_Down:
            change_view(panned(view_, 0, -key_pan_share), true);
            return;
        case Qt::Key_Home:
        case Qt::Key_End:
            if (event->modifiers().testFlag(Qt::ShiftModifier) && problem_ && !problem_->buffers.empty()) {
                const Lifetime span = time_span(*problem_);
                put_time_cursor(event->key() == Qt::Key_Home ? span.begin : Step(span.end.value() - 1));
            }
            return;
        case Qt::Key_Escape:
            if (gesture_ != Gesture::none) {
                cancel_gesture();
                return;
            }
            break;
        default:
            break;
    }
    QCustomPlot::keyPressEvent(event);
}

void LayoutView::leaveEvent(QEvent* event) {
    set_pointer_step(std::nullopt);
    if (hovered_ != BufferIndex::none()) {
        hovered_ = BufferIndex::none();
        emit buffer_hovered(hovered_);
    }
    if (hovered_step_) {
        hovered_step_.reset();
        emit step_hovered(hovered_step_);
    }
    hover_core({-1, -1});
    QCustomPlot::leaveEvent(event);
}

void LayoutView::begin_drag(BufferIndex buffer) {
    const auto& placement = layout_.placements[buffer.value()];
    gesture_ = Gesture::dragging;
    Drag drag;
    drag.buffer = buffer;
    drag.start = drag.now = placement;
    const Viewport port = viewport();
    if (placement) {
        drag.grip = byte_at(port, pressed_at_.y() + 0.5) - static_cast<long double>(placement->offset.value()) -
                    static_cast<long double>(shifts_[placement->region.value()]);
    } else {
        drag.grip = static_cast<long double>(problem_->buffers[buffer.value()].size.value()) / 2;
    }
    drag.targets.resize(problem_->regions.size());
    drag.layout = layout_;
    drag.others = rectangles_;
    std::erase_if(drag.others, [buffer](const MemoryRectangle& rectangle) { return rectangle.buffer == buffer; });
    if (!overlap_areas_.empty()) {
        drag.others_areas = overlap_areas(*problem_, layout_, buffer);
    }
    transition_->stop();
    gliding_.clear();
    drag_ = std::move(drag);
    ground_.reset();
    setCursor(Qt::SizeVerCursor);
}

/// Where the dragged buffer would lie if it were dropped here: in the container under the pointer, else in the one
/// that it was in last; snapped.
std::optional<Placement> LayoutView::placement_under(QPoint position) {
    const Viewport port = viewport();
    const long double byte = byte_at(port, position.y() + 0.5);
    const bool inside = contains(port.box, {port.box.left, position.y() + 0.5});
    const Container* under = inside ? container_at(stack_, byte) : nullptr;
    const bool is_open = under != nullptr && !under->is_folded;
    if (!is_open && !drag_->now) {
        return std::nullopt;
    }
    const RegionIndex region = is_open ? under->region : drag_->now->region;
    auto& targets = drag_->targets[region.value()];
    if (!targets) {
        targets = snap_targets(*problem_, layout_, drag_->buffer, region);
    }
    const double bytes_per_pixel = 1 / std::max(std::abs(byte_scale(port).pixels_per_unit()), 1e-300);
    const Offset wanted(whole_part(byte - drag_->grip - static_cast<long double>(shifts_[region.value()]) + 0.5L));
    return Placement{snapped(*targets, wanted, Bytes(whole_part(snap_pixels * bytes_per_pixel))), region};
}

void LayoutView::move_drag(QPoint position) {
    const std::optional<Placement> under = placement_under(position);
    if (under == drag_->now) {
        return;
    }
    drag_->now = under;
    drag_->layout.placements[drag_->buffer.value()] = under;
    drag_->overlaps = check_around(*problem_, drag_->layout, drag_->buffer).overlaps;
    redraw();
}

void LayoutView::cancel_gesture() {
    gesture_ = Gesture::none;
    band_->hide();
    unsetCursor();
    if (drag_) {
        drag_.reset();
        ground_.reset();
        redraw();
    }
}

void LayoutView::put_time_cursor(Step step) {
    set_time_cursor(step);
    emit time_cursor_moved(step);
}

QString LayoutView::tooltip_of(BufferIndex buffer) const {
    const Buffer& shown = problem_->buffers[buffer.value()];
    const auto number = [](std::int64_t value) { return QString::fromStdString(grouped(value)); };
    const QString what = tr("%1\nsize %2 B\nsteps [%3, %4)")
                             .arg(visible_text(shown.name), number(shown.size.value()),
                                  number(shown.lifetime.begin.value()), number(shown.lifetime.end.value()));
    const auto& placement = layout_.placements[buffer.value()];
    if (!placement) {
        return what + tr("\nnot placed");
    }
    return what + tr("\noffset %1 → tail %2 B")
                      .arg(number(placement->offset.value()), number((placement->offset + shown.size).value()));
}

}  // namespace arenascope
