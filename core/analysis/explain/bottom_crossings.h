#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "core/model/memory/lifetime.h"
#include "core/model/memory/placed_piece.h"

namespace arenascope {

/// Finds which pieces of a region lie across the bottom of others, so that the bytes directly below are in use. That
/// happens where buffers overlap by mistake, and where one lies inside another on purpose.
///
///        ┌───────┐
///   ┌────┼──┐ b  │     a lies across the bottom of b in the steps that both have
///   │  a └──┼────┘
///   └───────┘
///
/// A line sweeps over the bytes upwards. A binary tree over the steps knows how far up what begins below the line
/// reaches: the highest and the lowest such tail below each node.
class BottomCrossings {
public:
    /// All pieces of a region. O(n log n), and cheap if no two of them overlap.
    explicit BottomCrossings(std::vector<PlacedPiece> pieces);

    /// Whether any two pieces overlap. If not, nothing lies across a bottom.
    [[nodiscard]] bool may_exist() const { return may_exist_; }

    /// For each piece whose bottom another one lies across: that one, and of several the one with the highest tail.
    /// O(n log n).
    void for_each_crossed(const std::function<void(const PlacedPiece& crossed, BufferIndex across)>& use) const;

    /// For each piece with `is_wanted`: every longest stretch of steps in which others lie across its bottom, in time
    /// order. O((n + s) log n) for s stretches.
    void for_each_stretch(const std::function<bool(const PlacedPiece&)>& is_wanted,
                          const std::function<void(const PlacedPiece& crossed, Lifetime steps)>& use) const;

private:
    class Skyline;

    /// Calls `ask(piece, skyline)` for each piece when the skyline holds everything that begins below its bottom.
    void sweep(const std::function<void(const PlacedPiece&, const Skyline&)>& ask) const;

    std::vector<PlacedPiece> pieces_;  ///< by first byte; empty unless may_exist_
    std::vector<Step> steps_;          ///< all steps where pieces begin or end, sorted, without duplicates
    bool may_exist_ = false;
};

}  // namespace arenascope
