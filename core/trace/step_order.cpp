#include "core/trace/step_order.h"

#include <algorithm>

namespace arenascope {
namespace {

IndexedVector<BufferIndex, std::uint32_t> places_in(const std::vector<BufferIndex>& order, std::size_t buffers) {
    IndexedVector<BufferIndex, std::uint32_t> places(buffers, 0);
    for (std::size_t i = 0; i < order.size(); ++i) {
        if (order[i].value() < buffers) {
            places[order[i]] = static_cast<std::uint32_t>(i + 1);
        }
    }
    return places;
}

/// The order before the changes of a frame.
std::vector<BufferIndex> order_before(const Frame& frame, std::vector<BufferIndex> order) {
    for (const OrderChange& change : frame.order) {
        if (change.position >= order.size()) {
            order.resize(std::size_t{1} + change.position, BufferIndex::none());
        }
        order[change.position] = change.from;
    }
    std::erase(order, BufferIndex::none());
    return order;
}

/// Whether the changes of a frame are relative to an empty layout.
bool is_first(const Trace& trace, FrameIndex frame) {
    const Frame& here = trace.frames[frame];
    if (here.previous != FrameIndex::none()) {
        return false;
    }
    return here.kind != FrameKind::rearrangement || here.parent == FrameIndex::none() ||
           trace.frames[here.parent].previous == FrameIndex::none();
}

}  // namespace

bool changes_order(const Trace& trace) {
    for (std::size_t i = 0; i < trace.frames.size(); ++i) {
        const bool is_changed = std::ranges::any_of(trace.frames[i].order, [](const OrderChange& change) {
            return change.from != BufferIndex::none() && change.to != BufferIndex::none();
        });
        if (is_changed && !is_first(trace, FrameIndex(i))) {
            return true;
        }
    }
    return false;
}

OrderPlaces order_places(const Trace& trace, FrameIndex frame, const std::vector<BufferIndex>& order) {
    OrderPlaces places{places_in(order, trace.buffer_count),
                       IndexedVector<BufferIndex, std::int32_t>(trace.buffer_count, 0)};
    if (is_first(trace, frame)) {
        return places;
    }
    const auto before = places_in(order_before(trace.frames[frame], order), trace.buffer_count);
    for (std::size_t i = 0; i < trace.buffer_count; ++i) {
        const std::uint32_t now = places.place[BufferIndex(i)];
        const std::uint32_t then = before[BufferIndex(i)];
        if (now != 0 && then != 0) {
            places.change[BufferIndex(i)] = static_cast<std::int32_t>(now) - static_cast<std::int32_t>(then);
        }
    }
    return places;
}

}  // namespace arenascope
