#include "core/trace/run_state.h"

#include <algorithm>
#include <cstring>

#include "core/trace/frame_state.h"

namespace arenascope {
namespace {

/// Sets a position; positions beyond the end become the order's own.
void set_position(std::vector<BufferIndex>& order, std::uint32_t position, BufferIndex buffer) {
    if (position >= order.size()) {
        order.resize(std::size_t{position} + 1, BufferIndex::none());
    }
    order[position] = buffer;
}

void end_at_last_buffer(std::vector<BufferIndex>& order) {
    while (!order.empty() && order.back() == BufferIndex::none()) {
        order.pop_back();
    }
}

void set_positions(const std::vector<std::uint32_t>& positions, const std::vector<BufferIndex>& buffers,
                   std::vector<BufferIndex>& order) {
    for (std::size_t i = 0; i < positions.size(); ++i) {
        set_position(order, positions[i], buffers[i]);
    }
    end_at_last_buffer(order);
}

std::vector<BufferIndex> buffers_at(const std::vector<std::uint32_t>& positions,
                                    const std::vector<BufferIndex>& order) {
    std::vector<BufferIndex> buffers;
    buffers.reserve(positions.size());
    for (const std::uint32_t position : positions) {
        buffers.push_back(order[position]);
    }
    return buffers;
}

void apply_order(const PackedChanges& changes, std::vector<BufferIndex>& order) {
    if (changes.sources.empty()) {
        set_positions(changes.positions, changes.buffers_after, order);
        return;
    }
    const std::vector<BufferIndex> before = buffers_at(changes.positions, order);
    for (std::size_t i = 0; i < before.size(); ++i) {
        order[changes.positions[i]] = before[changes.sources[i]];
    }
}

OptionalOffset value_of(std::int64_t number) {
    return OptionalOffset(Offset(number));
}
BufferIndex value_of(BufferIndex buffer) {
    return buffer;
}
Risk value_of(Risk risk) {
    return risk;
}

/// Calls `change(i, from, to)` for each position at which two lists differ, and brings `before` up to date. `none`
/// stands for positions beyond an end. Long equal parts are compared as bytes, because most of a list stays equal.
template <class Before, class After, class Value, class Use>
void update(Before& before, const After& after, Value none, Use&& change) {
    static_assert(sizeof(before[0]) == sizeof(Value) && sizeof(after[0]) == sizeof(Value));
    constexpr std::size_t part = 128;
    const std::size_t both = std::min(before.size(), after.size());
    std::size_t i = 0;
    while (i < both) {
        const std::size_t end = std::min(i + part, both);
        if (std::memcmp(&before[i], &after[i], (end - i) * sizeof(Value)) == 0) {
            i = end;
            continue;
        }
        for (; i < end; ++i) {
            const Value from = before[i];
            const Value to = value_of(after[i]);
            if (from != to) {
                change(i, from, to);
                before[i] = to;
            }
        }
    }
    for (std::size_t gone = both; gone < before.size(); ++gone) {
        if (const Value from = before[gone]; from != none) {
            change(gone, from, none);
        }
    }
    const std::size_t former = before.size();
    before.resize(after.size(), none);
    for (std::size_t added = former; added < after.size(); ++added) {
        const Value to = value_of(after[added]);
        if (to != none) {
            change(added, none, to);
        }
        before[added] = to;
    }
}

}  // namespace

void RunState::clear() {
    std::fill(offsets.begin(), offsets.end(), OptionalOffset());
    order.clear();
    std::fill(risks.begin(), risks.end(), Risk());
}

void RunState::apply(const PackedChanges& changes) {
    for (std::size_t i = 0; i < changes.moved.size(); ++i) {
        OptionalOffset& offset = offsets[changes.moved[i]];
        offset = changes.offset_after(i, offset);
    }
    apply_order(changes, order);
    for (std::size_t i = 0; i < changes.classified.size(); ++i) {
        risks[changes.classified[i]] = changes.risk_after(i);
    }
}

void RunState::undo(const PackedChanges& changes) {
    for (std::size_t i = 0; i < changes.moved.size(); ++i) {
        OptionalOffset& offset = offsets[changes.moved[i]];
        offset = changes.offset_before(i, offset);
    }
    undo_order(changes, order);
    for (std::size_t i = 0; i < changes.classified.size(); ++i) {
        risks[changes.classified[i]] = changes.risk_before(i);
    }
}

void undo_order(const PackedChanges& changes, std::vector<BufferIndex>& order) {
    if (changes.sources.empty()) {
        set_positions(changes.positions, changes.buffers_before, order);
        return;
    }
    const std::vector<BufferIndex> after = buffers_at(changes.positions, order);
    for (std::size_t i = 0; i < after.size(); ++i) {
        order[changes.positions[changes.sources[i]]] = after[i];
    }
}

FrameChanges RunState::changes(const PackedChanges& led_here) const {
    FrameChanges list;
    list.moves.reserve(led_here.moved.size());
    for (std::size_t i = 0; i < led_here.moved.size(); ++i) {
        const OptionalOffset after = offsets[led_here.moved[i]];
        list.moves.push_back({led_here.moved[i], led_here.offset_before(i, after), after});
    }
    const std::size_t count = led_here.positions.size();
    list.order.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
        list.order[i].position = led_here.positions[i];
        if (led_here.sources.empty()) {
            list.order[i].from = led_here.buffers_before[i];
            list.order[i].to = led_here.buffers_after[i];
        } else {
            list.order[i].to = order[led_here.positions[i]];
            list.order[led_here.sources[i]].from = list.order[i].to;
        }
    }
    list.risks.reserve(led_here.classified.size());
    for (std::size_t i = 0; i < led_here.classified.size(); ++i) {
        list.risks.push_back({led_here.classified[i], led_here.risk_before(i), led_here.risk_after(i)});
    }
    return list;
}

void RunState::become(const FrameState& after, FrameChanges& changes) {
    changes.moves.clear();
    changes.order.clear();
    changes.risks.clear();
    update(offsets, after.offsets, OptionalOffset(), [&](std::size_t i, OptionalOffset from, OptionalOffset to) {
        changes.moves.push_back({BufferIndex(i), from, to});
    });
    update(order, after.order, BufferIndex::none(), [&](std::size_t i, BufferIndex from, BufferIndex to) {
        changes.order.push_back({static_cast<std::uint32_t>(i), from, to});
    });
    if (!after.risks.empty()) {
        update(risks, after.risks, Risk(), [&](std::size_t i, Risk from, Risk to) {
            changes.risks.push_back({BufferIndex(i), from, to});
        });
    }
}

void RunState::undo(const FrameChanges& changes) {
    for (const Move& move : changes.moves) {
        offsets[move.buffer] = move.from;
    }
    for (const OrderChange& change : changes.order) {
        set_position(order, change.position, change.from);
    }
    end_at_last_buffer(order);
    for (const RiskChange& change : changes.risks) {
        risks[change.buffer] = change.from;
    }
}

}  // namespace arenascope
