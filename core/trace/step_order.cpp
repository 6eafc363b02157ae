#include "core/trace/step_order.h"

#include "core/trace/trace_player.h"

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

/// The order before a frame, from the order at its end.
std::vector<BufferIndex> order_before(const Trace& trace, FrameIndex frame, std::vector<BufferIndex> order) {
    ChangeReader reader(trace.changes);
    undo_order(reader.read(frame), order);
    std::erase(order, BufferIndex::none());
    return order;
}

/// Whether a frame gives a place that is taken to another buffer.
bool replaces(const PackedChanges& changes) {
    if (!changes.sources.empty()) {
        return true;
    }
    for (std::size_t i = 0; i < changes.positions.size(); ++i) {
        if (changes.buffers_before[i] != BufferIndex::none() && changes.buffers_after[i] != BufferIndex::none()) {
            return true;
        }
    }
    return false;
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
    ChangeReader reader(trace.changes);
    for (std::size_t i = 0; i < trace.frames.size(); ++i) {
        if (!is_first(trace, FrameIndex(i)) && replaces(reader.read(FrameIndex(i)))) {
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
    const auto before = places_in(order_before(trace, frame, order), trace.buffer_count);
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
