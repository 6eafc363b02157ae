#include "widgets/picture/layout_view/pointer_target.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <QStringList>

#include "core/base/text/amount.h"
#include "core/picture/plan/step_names.h"
#include "qt/words/note_words.h"
#include "qt/words/visible_text.h"
#include "widgets/picture/layout_view/view_text.h"

namespace arenascope {
namespace {

Point middle_of(QPoint position) {
    return {position.x() + 0.5, position.y() + 0.5};
}

std::optional<BufferIndex> hit(const HitIndex& index, const Viewport& port, Point point) {
    return index.at(whole_part(step_at(port, point.x)), whole_part(byte_at(port, point.y)));
}

std::optional<QPoint> visible_middle(const MemoryRectangle& rectangle, const Viewport& port) {
    const Box box{std::max(step_scale(port)(rectangle.begin), port.box.left),
                  std::max(byte_scale(port)(rectangle.to), port.box.top),
                  std::min(step_scale(port)(rectangle.end), port.box.right),
                  std::min(byte_scale(port)(rectangle.from), port.box.bottom)};
    if (box.left >= box.right || box.top >= box.bottom) {
        return std::nullopt;
    }
    return QPoint(static_cast<int>(std::floor(middle(box).x)), static_cast<int>(std::floor(middle(box).y)));
}

std::optional<Step> named_step_at(const LayoutPicture& picture, const Viewports& ports, QPoint position) {
    const Viewport& port = ports.containers;
    const Problem* problem = picture.content().problem.get();
    if (problem == nullptr || position.x() < port.box.left || position.x() >= port.box.right ||
        position.y() < port.box.top || position.y() >= ports.names.box.bottom) {
        return std::nullopt;
    }
    const Step step(whole_part(step_at(port, middle_of(position).x)));
    return name_of_step(problem->step_labels, step).empty() ? std::nullopt : std::optional(step);
}

QString buffer_text(const LayoutContent& content, BufferIndex buffer) {
    const Buffer& shown = content.problem->buffers[buffer];
    const auto number = [](std::int64_t value) { return QString::fromStdString(grouped(value)); };
    const QString what = view_text("%1\nsize %2 B\nsteps [%3, %4)")
                             .arg(visible_text(shown.name), number(shown.size.value()),
                                  number(shown.lifetime.begin.value()), number(shown.lifetime.end.value()));
    const auto& placement = content.layout->placements[buffer];
    if (!placement) {
        return what + view_text("\nnot placed");
    }
    return what + view_text("\noffset %1 → tail %2 B")
                      .arg(number(placement->offset.value()), number((placement->offset + shown.size).value()));
}

}  // namespace

PointerTarget pointer_target_at(const LayoutPicture& picture, const Viewports& ports, QPoint position,
                                std::span<const NoteMark> flags) {
    if (const auto note = note_at(flags, middle_of(position))) {
        return {BufferIndex::none(), std::nullopt, note};
    }
    return {buffer_at(picture, ports, position).value_or(BufferIndex::none()), named_step_at(picture, ports, position)};
}

std::optional<BufferIndex> buffer_at(const LayoutPicture& picture, const Viewports& ports, QPoint position) {
    const Point point = middle_of(position);
    if (!picture.content().problem) {
        return std::nullopt;
    }
    const ShownTray& tray = *picture.parts().tray;
    if (tray.tray.lanes > 0 && contains(ports.tray.box, point)) {
        return hit(*tray.index, ports.tray, point);
    }
    return contains(ports.containers.box, point) ? hit(*picture.shapes().index, ports.containers, point) : std::nullopt;
}

std::optional<QPoint> position_of(const LayoutPicture& picture, const Viewports& ports, BufferIndex buffer) {
    for (const MemoryRectangle& rectangle : rectangles_of(picture, std::array{buffer})) {
        if (const auto point = visible_middle(rectangle, ports.containers)) {
            return point;
        }
    }
    for (const MemoryRectangle& rectangle : rectangles_of_buffer(picture.parts().tray->tray.rectangles, buffer)) {
        return visible_middle(rectangle, ports.tray);
    }
    return std::nullopt;
}

std::optional<Step> container_step_at(const LayoutPicture& picture, const Viewports& ports, QPoint position) {
    const Point point = middle_of(position);
    const Viewport& port = ports.containers;
    return picture.content().problem && contains(port.box, point)
               ? std::optional(Step(whole_part(step_at(port, point.x))))
               : std::nullopt;
}

std::optional<Step> column_step_at(const LayoutPicture& picture, const Viewports& ports, QPoint position) {
    const Viewport& port = ports.containers;
    const bool inside = position.x() >= port.box.left && position.x() < port.box.right;
    return picture.content().problem && inside ? std::optional(Step(whole_part(step_at(port, middle_of(position).x))))
                                               : std::nullopt;
}

std::optional<RegionIndex> core_at(const LayoutPicture& picture, const Viewports& ports, QPoint position) {
    const Viewport& port = ports.containers;
    const Point point = middle_of(position);
    const std::vector<Container>& stack = picture.shapes().stack;
    if (stack.size() < 2 || !contains(port.box, point)) {
        return std::nullopt;
    }
    const Container* container = container_at(stack, byte_at(port, point.y));
    return container != nullptr ? std::optional(container->region) : std::nullopt;
}

std::optional<BytePlace> byte_place_at(const LayoutPicture& picture, const Viewports& ports, QPoint position) {
    const std::optional<Step> step = container_step_at(picture, ports, position);
    const long double height = byte_at(ports.containers, middle_of(position).y);
    const Container* container = step ? container_at(picture.shapes().stack, height) : nullptr;
    if (container == nullptr || container->is_folded) {
        return std::nullopt;
    }
    const std::int64_t byte = whole_part(height) - container->shift;
    return byte < 0 ? std::nullopt : std::optional(BytePlace{container->region, Offset(byte), *step});
}

std::optional<FoldRequest> fold_request_at(const LayoutPicture& picture, const Viewports& ports, QPoint position) {
    const Viewport& port = ports.containers;
    const Point point = middle_of(position);
    const std::vector<Container>& stack = picture.shapes().stack;
    const bool beside = point.x >= port.box.right && point.y >= port.box.top && point.y < port.box.bottom;
    if ((stack.size() < 2 && !shows_bands(stack)) || (!beside && !contains(port.box, point))) {
        return std::nullopt;
    }
    const Container* container = container_at(stack, byte_at(port, point.y));
    if (container == nullptr || (!beside && !container->is_folded)) {
        return std::nullopt;
    }
    return FoldRequest{container->region, !container->is_folded, container->is_band && container->is_thin};
}

Qt::CursorShape cursor_over(const LayoutContent& content, BufferIndex buffer) {
    if (!content.problem || buffer.value() >= content.problem->buffers.size()) {
        return Qt::ArrowCursor;
    }
    return can_drag(content, buffer) ? Qt::SizeVerCursor : Qt::PointingHandCursor;
}

QString drag_words(const LayoutContent& content, BufferIndex buffer) {
    return has_recorded_places(content)   ? view_text("an allocator recorded its place")
           : is_selected(content, buffer) ? view_text("drag moves it")
                                          : view_text("click, then drag to move it");
}

QString move_hint(const LayoutPicture& picture, BufferIndex buffer) {
    if (has_recorded_places(picture.content())) {
        return view_text(
            "An allocator recorded these addresses, so no buffer is moved.\nTune first: the places of a "
            "planner can be changed.");
    }
    return view_text(
               "The whole plan is in view, so there is nothing to pan.\nTo move %1, click it first, then drag it.")
        .arg(visible_text(picture.content().problem->buffers[buffer].name));
}

QString tooltip_text(const LayoutPicture& picture, const PointerTarget& target) {
    const LayoutContent& content = picture.content();
    QStringList lines;
    if (target.note && content.notes && *target.note < content.notes->size()) {
        const PinnedNote& note = (*content.notes)[*target.note];
        lines << view_text("note %1 · %2")
                     .arg(QString::fromStdString(grouped(static_cast<std::int64_t>(*target.note) + 1)),
                          QString::fromStdString(anchor_text(note.anchor, *content.problem)));
        lines << note_words(note.text);
    }
    if (target.buffer != BufferIndex::none()) {
        lines << buffer_text(content, target.buffer);
        if (content.is_editable) {
            lines << drag_words(content, target.buffer);
        }
    }
    if (target.step) {
        lines << view_text("step %1: %2")
                     .arg(QString::fromStdString(grouped(target.step->value())),
                          visible_text(title_of_step(*content.problem, *target.step)));
    }
    return lines.join(QLatin1Char('\n'));
}

}  // namespace arenascope
