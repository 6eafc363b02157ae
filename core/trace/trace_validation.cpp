#include "core/trace/trace_validation.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>

#include "core/trace/replay_check.h"

namespace arenascope {
namespace {

Error broken(const std::string& what, std::size_t frame) {
    return {{}, 0, what + " of frame " + std::to_string(frame) + " is out of range", "record the trace again"};
}

bool in_range(BufferIndex buffer, std::uint32_t count) {
    return buffer.value() < count;
}

bool in_range_or_none(BufferIndex buffer, std::uint32_t count) {
    return buffer == BufferIndex::none() || in_range(buffer, count);
}

/// Whether the index is none() or less than `frame`.
bool earlier(FrameIndex index, std::size_t frame) {
    return index == FrameIndex::none() || index.value() < frame;
}

Expected<void> validate_changes(const FrameChanges& changes, std::size_t index, std::uint32_t count) {
    for (const Move& move : changes.moves) {
        if (!in_range(move.buffer, count) || move.from.value_or(Offset(0)) < Offset(0) ||
            move.to.value_or(Offset(0)) < Offset(0)) {
            return failure(broken("a move", index));
        }
    }
    for (const OrderChange& change : changes.order) {
        if (change.position >= count || !in_range_or_none(change.from, count) || !in_range_or_none(change.to, count)) {
            return failure(broken("a change of order", index));
        }
    }
    for (const RiskChange& change : changes.risks) {
        if (!in_range(change.buffer, count)) {
            return failure(broken("a change of tier", index));
        }
    }
    return {};
}

bool is_sound(const ObjectChoice& choice) {
    return choice.after >= Bytes(0) && choice.total >= Bytes(0) &&
           std::ranges::all_of(choice.candidates, [](const ObjectChoice::Candidate& one) {
               return one.size >= Bytes(0) && one.distance >= Duration(0);
           });
}

/// Whether the lists fit together, all buffers exist, and no offset and no amount is negative.
bool is_sound(const PlacementStep& step, std::uint32_t buffers) {
    const auto is_buffer = [buffers](BufferIndex buffer) { return in_range(buffer, buffers); };
    const auto is_place = [](Offset offset) { return offset >= Offset(0); };
    const auto are_sound = [buffers](const PlacementStep::Figures& one) {
        return in_range_or_none(one.taken_from, buffers) && one.height >= Offset(0) && one.waste >= Bytes(0) &&
               one.below >= Bytes(0) && one.above.value_or(Bytes(0)) >= Bytes(0);
    };
    const std::size_t count = step.candidates.size();
    const bool matches = !step.object || (step.chosen == 0 && count > 0 && step.object->candidates.size() == count);
    return matches && is_buffer(step.buffer) && (step.chosen < count || (count == 0 && step.chosen == 0)) &&
           in_range_or_none(step.taken_from, buffers) && (step.figures.empty() || step.figures.size() == count) &&
           (step.contexts.empty() || step.contexts.size() == count * step.ghosts.size()) &&
           std::ranges::all_of(step.candidates, is_place) && std::ranges::all_of(step.contexts, is_place) &&
           std::ranges::all_of(step.ghosts, is_buffer, &PlacementStep::Ghost::buffer) &&
           std::ranges::all_of(step.ghosts, is_place, &PlacementStep::Ghost::offset) &&
           std::ranges::all_of(step.avoided, is_buffer) && std::ranges::all_of(step.figures, are_sound) &&
           (!step.object || is_sound(*step.object));
}

bool is_sound(const LearningPoint& point) {
    const Offset lowest = std::min({point.best, point.mean, point.worst});
    return point.region != RegionIndex::none() && lowest >= Offset(0) && point.fragmentation >= 0;
}

/// The number of frames around each frame; the parents must be sound.
IndexedVector<FrameIndex, std::uint8_t> depths_of(const Trace& trace) {
    IndexedVector<FrameIndex, std::uint8_t> depths(trace.frames.size(), 0);
    for (std::size_t i = 0; i < depths.size(); ++i) {
        const FrameIndex parent = trace.frames[i].parent;
        // Counted no further than is too deep.
        depths[i] = parent == FrameIndex::none()
                        ? std::uint8_t{0}
                        : std::min<std::uint8_t>(depths[parent] + 1, static_cast<std::uint8_t>(deepest_frame));
    }
    return depths;
}

/// Checks the links of frame `i`.
Expected<void> validate_links(const Trace& trace, std::size_t i) {
    const Frame& frame = trace.frames[i];
    if (!earlier(frame.parent, i) || !earlier(frame.previous, i)) {
        return failure(broken("parent or previous frame", i));
    }
    for (const FrameIndex child : frame.children) {
        if (child.value() <= i || child.value() >= trace.frames.size() || trace.frames[child].parent != FrameIndex(i)) {
            return failure(broken("a child", i));
        }
    }
    return {};
}

/// Checks frame `i` without its links and its changes.
Expected<void> validate_head(const Trace& trace, std::size_t i) {
    const Frame& frame = trace.frames[i];
    for (const BufferIndex member : frame.members) {
        if (!in_range(member, trace.buffer_count)) {
            return failure(broken("a member", i));
        }
    }
    if (frame.peak < Offset(0)) {
        return failure(broken("the peak", i));
    }
    if (frame.step && !is_sound(*frame.step, trace.buffer_count)) {
        return failure(broken("the candidates of a placement", i));
    }
    if (frame.learning && !is_sound(*frame.learning)) {
        return failure(broken("the memory of a generation or an episode", i));
    }
    return {};
}

/// Checks everything but the changes.
Expected<void> validate_heads(const Trace& trace) {
    for (std::size_t i = 0; i < trace.frames.size(); ++i) {
        auto valid = validate_links(trace, i).and_then([&] { return validate_head(trace, i); });
        if (!valid) {
            return valid;
        }
    }
    const auto depths = depths_of(trace);
    if (const auto deep = std::ranges::find(depths, deepest_frame); deep != depths.end()) {
        return failure(Error{{},
                             0,
                             "frame " + std::to_string(deep - depths.begin()) + " lies in more than " +
                                 std::to_string(deepest_frame - 1) + " others",
                             "record the trace again"});
    }
    for (const FrameIndex root : trace.roots) {
        if (root.value() >= trace.frames.size()) {
            return failure(broken("a root", root.value()));
        }
    }
    if (trace.result != FrameIndex::none() && trace.result.value() >= trace.frames.size()) {
        return failure(broken("the result", trace.result.value()));
    }
    return {};
}

/// By buffer: the highest offset at which its tail has an address in 64 bits.
IndexedVector<BufferIndex, std::int64_t> highest_offsets(const Problem& problem) {
    IndexedVector<BufferIndex, std::int64_t> highest;
    highest.reserve(problem.buffers.size());
    for (const Buffer& buffer : problem.buffers) {
        // The tail itself must fit, too.
        const Address base = problem.regions[buffer.region].base;
        const Address room =
            std::min<Address>(std::numeric_limits<Address>::max() - base, std::numeric_limits<std::int64_t>::max());
        highest.push_back(static_cast<std::int64_t>(room) - buffer.size.value());
    }
    return highest;
}

Expected<void> validate_replay(const Trace& trace, const ReplayRules& rules) {
    if (!trace.changes.has_sound_blocks(trace.buffer_count)) {
        return failure(Error{{}, 0, "the changes of the frames are damaged", "record the trace again"});
    }
    return check_replay(trace, rules);
}

}  // namespace

Expected<void> validate_trace(const Trace& trace) {
    return validate_heads(trace).and_then([&] { return validate_replay(trace, {}); });
}

Expected<void> validate_trace(const Trace& trace, const Problem& problem) {
    return validate_heads(trace).and_then([&] {
        const auto highest = highest_offsets(problem);
        return validate_replay(trace, {.highest = &highest});
    });
}

Expected<void> set_changes(Trace& trace, const IndexedVector<FrameIndex, FrameChanges>& changes) {
    trace.changes = ChangeStore();
    if (auto valid = validate_heads(trace); !valid) {
        return valid;
    }
    for (std::size_t i = 0; i < changes.size(); ++i) {
        if (auto valid = validate_changes(changes[i], i, trace.buffer_count); !valid) {
            return valid;
        }
    }
    for (std::size_t i = 0; i < changes.size(); ++i) {
        trace.changes.record(FrameIndex(i), changes[i]);
    }
    return check_replay(trace, {.told = &changes, .checkpoints = &trace.changes});
}

}  // namespace arenascope
