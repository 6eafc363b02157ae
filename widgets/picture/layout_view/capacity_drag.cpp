#include "widgets/picture/layout_view/capacity_drag.h"

#include <algorithm>
#include <cmath>

#include "core/base/text/amount.h"
#include "core/model/memory/tail.h"
#include "core/picture/plan/label.h"
#include "qt/words/wording.h"
#include "widgets/picture/layout_view/pointer_target.h"
#include "widgets/picture/layout_view/view_text.h"

namespace arenascope {
namespace {

constexpr double grip_pixels = 4;
constexpr double ghost_line_width = 2.5;

const Container* open_container(const LayoutPicture& picture, RegionIndex region) {
    const Container* container = container_of(picture.shapes().stack, region);
    return container != nullptr && !container->is_folded ? container : nullptr;
}

/// The height of an offset of a container, in pixels.
double height_in(const Container& container, std::int64_t offset, const Viewport& port) {
    return byte_scale(port)(checked_add(container.shift, offset).value_or(container.shift));
}

std::int64_t buffers_above(const LayoutContent& content, RegionIndex region, Bytes capacity) {
    std::int64_t count = 0;
    for (std::size_t i = 0; i < content.problem->buffers.size(); ++i) {
        const auto& placement = content.layout->placements[i];
        count += placement && placement->region == region &&
                         tail_of(content.problem->buffers[i], placement->offset) > Offset(capacity.value())
                     ? 1
                     : 0;
    }
    return count;
}

}  // namespace

std::optional<RegionIndex> capacity_line_at(const LayoutPicture& picture, const Viewport& port, QPoint position) {
    if (!picture.content().is_editable || !contains(port.box, {position.x() + 0.5, position.y() + 0.5})) {
        return std::nullopt;
    }
    for (const Container& container : picture.shapes().stack) {
        if (container.shows_capacity && !container.is_folded && container.capacity &&
            std::abs(height_in(container, container.capacity->value(), port) - (position.y() + 0.5)) <= grip_pixels) {
            return container.region;
        }
    }
    return std::nullopt;
}

Qt::CursorShape cursor_at(const LayoutPicture& picture, const Viewports& ports, QPoint position) {
    const BufferIndex buffer = buffer_at(picture, ports, position).value_or(BufferIndex::none());
    const bool moves_buffer = buffer != BufferIndex::none() && is_selected(picture.content(), buffer);
    return !moves_buffer && capacity_line_at(picture, ports.containers, position)
               ? Qt::SplitVCursor
               : cursor_over(picture.content(), buffer);
}

Qt::CursorShape drag_cursor_at(const LayoutPicture& picture, const Viewports& ports, QPoint from) {
    const auto buffer = buffer_at(picture, ports, from);
    return buffer && can_drag(picture.content(), *buffer)      ? Qt::SizeVerCursor
           : capacity_line_at(picture, ports.containers, from) ? Qt::SplitVCursor
                                                               : Qt::ClosedHandCursor;
}

CapacityDrag::CapacityDrag(const LayoutPicture& picture, RegionIndex region)
    : region_(region), start_(*picture.content().problem->regions[region].capacity), capacity_(start_) {}

bool CapacityDrag::move(const LayoutPicture& picture, const Viewport& port, QPoint to) {
    const Container* container = open_container(picture, region_);
    if (container == nullptr) {
        return false;
    }
    const long double wanted = byte_at(port, to.y() + 0.5) - static_cast<long double>(container->shift);
    const std::int64_t step = picture.content().problem->regions[region_].alignment.value();
    const std::int64_t multiple = whole_part(wanted / static_cast<long double>(step) + 0.5L);
    const Bytes now(checked_multiply(std::max<std::int64_t>(1, multiple), step).value_or(capacity_.value()));
    if (now == capacity_) {
        return false;
    }
    capacity_ = now;
    return true;
}

void draw_capacity_ghost(Drawing& drawing, const CapacityDrag& drag, const LayoutPicture& picture, const Viewport& port,
                         const MeasureText& measure) {
    const LayoutContent& content = picture.content();
    const Container* container = open_container(picture, drag.region());
    if (container == nullptr) {
        return;
    }
    const Palette& tokens = palette(content.theme);
    const std::int64_t above = buffers_above(content, drag.region(), drag.capacity());
    const double y = height_in(*container, drag.capacity().value(), port);
    const Color color = above > 0 ? tokens.risk_text : tokens.good;
    QString words = view_text("capacity %1").arg(amount_words(drag.capacity().value(), content.unit));
    words += above == 0   ? view_text(" · everything fits")
             : above == 1 ? view_text(" · 1 buffer ends above it")
                          : view_text(" · %1 buffers end above it").arg(above);
    drawing.primitives.emplace_back(
        StraightLine{{port.box.left, y}, {port.box.right, y}, color, ghost_line_width, Dash::dashed});
    const std::string label = words.toStdString();
    const double room = measure(label, ghost_style) + 2 * label_margin;
    const double tall = line_height(ghost_style) + 4;
    const double left = std::max(port.box.left, (port.box.left + port.box.right - room) / 2);
    const double top = y - tall - 4 >= port.box.top ? y - tall - 4 : y + 4;
    draw_plate(drawing, {left, top, left + room, top + tall}, label, ghost_style, color, tokens.panel);
}

}  // namespace arenascope
