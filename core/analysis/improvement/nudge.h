#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/model/memory/layout.h"
#include "core/model/memory/problem.h"
#include "core/trace/frame.h"

namespace arenascope {

/// A small move by hand.
struct Nudge {
    enum class Reach : std::uint8_t {
        step,   ///< by one unit of alignment
        place,  ///< to the next free place
    };
    bool up = true;
    Reach reach = Reach::step;
    friend bool operator==(const Nudge&, const Nudge&) = default;
};

/// The moves of a nudge of some buffers, in buffer order. Empty: none of them can move. Pinned and unplaced buffers
/// stay.
///
///   step    All move by the same distance, the least common multiple of their alignments, so that they stay aligned
///           and keep their distances. A single one goes to the next multiple of its alignment. None goes below the
///           bottom; then nothing moves.
///   place   One after the other, each to the next higher or lower offset that lowest fit could take among all others:
///           the bottom of its own place, or that of another place. The foremost goes first. O(n) for each.
///
/// With `step`, buffers may overlap others: the check finds that.
[[nodiscard]] std::vector<Move> nudged(const Problem& problem, const Layout& layout,
                                       std::span<const BufferIndex> buffers, Nudge nudge);

}  // namespace arenascope
