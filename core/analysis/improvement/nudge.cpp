#include "core/analysis/improvement/nudge.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "core/analysis/explain/placing_reason.h"
#include "core/model/memory/joint_alignment.h"

namespace arenascope {
namespace {

/// The distance of a step; empty: it does not fit in 64 bits.
std::optional<Bytes> step_of(const Problem& problem, const std::vector<BufferIndex>& buffers) {
    Bytes step(1);
    for (const BufferIndex buffer : buffers) {
        const auto joint = joint_alignment(step, alignment_of(problem, problem.buffers[buffer]));
        if (!joint) {
            return std::nullopt;
        }
        step = *joint;
    }
    return step;
}

/// The next multiple of the step above or below an offset.
std::optional<std::int64_t> next_multiple(Offset offset, Bytes step, bool up) {
    const Offset above = aligned_up(offset, step);
    return above == offset
               ? (up ? checked_add(offset.value(), step.value()) : checked_subtract(offset.value(), step.value()))
           : up ? std::optional(above.value())
                : checked_subtract(above.value(), step.value());
}

std::vector<Move> stepped(const Problem& problem, const Layout& layout, const std::vector<BufferIndex>& buffers,
                          bool up) {
    std::vector<Move> moves;
    const auto step = step_of(problem, buffers);
    for (const BufferIndex buffer : buffers) {
        const Offset now = layout.placements[buffer]->offset;
        const auto next = !step                 ? std::nullopt
                          : buffers.size() == 1 ? next_multiple(now, *step, up)
                          : up                  ? checked_add(now.value(), step->value())
                                                : checked_subtract(now.value(), step->value());
        if (!next || *next < 0 || !checked_add(*next, problem.buffers[buffer].size.value())) {
            return {};
        }
        moves.push_back({buffer, now, Offset(*next)});
    }
    return moves;
}

std::vector<Move> moved_to_places(const Problem& problem, Layout layout, std::vector<BufferIndex> buffers, bool up) {
    std::ranges::stable_sort(buffers, [&](BufferIndex a, BufferIndex b) {
        const Offset at_a = layout.placements[a]->offset;
        const Offset at_b = layout.placements[b]->offset;
        return up ? at_b < at_a : at_a < at_b;
    });
    std::vector<Move> moves;
    for (const BufferIndex buffer : buffers) {
        const Offset now = layout.placements[buffer]->offset;
        const auto reason = placing_reason(problem, layout, {}, std::nullopt, buffer);
        std::optional<Offset> next;
        for (const FreePlace& place : reason->places) {
            const bool is_beyond = up ? place.lowest > now : place.lowest < now;
            if (is_beyond && (!next || !up)) {
                next = place.lowest;
            }
        }
        if (next) {
            moves.push_back({buffer, now, next});
            layout.placements[buffer]->offset = *next;
        }
    }
    return moves;
}

}  // namespace

std::vector<Move> nudged(const Problem& problem, const Layout& layout, std::span<const BufferIndex> buffers,
                         Nudge nudge) {
    std::vector<BufferIndex> movable;
    std::ranges::copy_if(buffers, std::back_inserter(movable),
                         [&](BufferIndex buffer) { return layout.placements[buffer] && !problem.buffers[buffer].pin; });
    std::vector<Move> moves = nudge.reach == Nudge::Reach::step
                                  ? stepped(problem, layout, movable, nudge.up)
                                  : moved_to_places(problem, layout, std::move(movable), nudge.up);
    std::ranges::sort(moves, {}, &Move::buffer);
    return moves;
}

}  // namespace arenascope
