#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "core/analysis/improvement/improvement.h"
#include "core/base/containers/indexed_vector.h"
#include "core/model/memory/tail.h"
#include "core/planner/container/rectangle_container.h"
#include "core/planner/stop_poll.h"

namespace arenascope {

/// What the trials of all regions have found.
struct FoundImprovements {
    explicit FoundImprovements(std::size_t most) : simple(most), reinsertions(most) {}

    ImprovementList simple;  ///< moves, swaps, and together
    ImprovementList reinsertions;

    [[nodiscard]] ImprovementList& list_of(ImprovementKind kind) {
        return kind == ImprovementKind::reinsertion ? reinsertions : simple;
    }
};

/// The trials of one region: tries changes around its buffers, see find_improvements().
class RegionTrials {
public:
    /// `is_fixed`, by buffer: it must not move. `elsewhere`: the highest tail in the other regions. Everything must
    /// outlive this. O(n log n).
    RegionTrials(const Problem& problem, const Layout& layout, RegionIndex region, const std::vector<bool>& is_fixed,
                 Offset elsewhere, const ImprovementOrder& order);

    [[nodiscard]] Offset peak() const { return peak_; }
    /// The buffers that reach the peak.
    [[nodiscard]] const std::vector<BufferIndex>& at_peak() const { return at_peak_; }
    /// Tries changes around placed, movable buffers of the region. `tell` is called `steps_for_each` times for each.
    void run(const std::vector<BufferIndex>& buffers, FoundImprovements& found, ImprovementReport& report,
             const std::function<void()>& tell);
    static constexpr std::size_t steps_for_each = 3;

private:
    /// 0 if it takes no bytes.
    [[nodiscard]] Bytes size_of(BufferIndex buffer) const {
        return arenascope::tail_of(problem_.buffers[buffer], Offset(0)) - Offset(0);
    }
    [[nodiscard]] Offset offset_of(BufferIndex buffer) const { return layout_.placements[buffer]->offset; }
    [[nodiscard]] Offset tail_of(BufferIndex buffer) const {
        return arenascope::tail_of(problem_.buffers[buffer], offset_of(buffer));
    }
    [[nodiscard]] std::uint64_t work() const { return container_.work() + visits_; }
    /// Whether to end here: stopped, or no work is left below `limit`.
    [[nodiscard]] bool is_over(std::uint64_t limit);
    /// The highest tail of all buffers but one or two.
    [[nodiscard]] Offset highest_without(BufferIndex one, BufferIndex other = BufferIndex::none()) const;
    [[nodiscard]] bool carries_alone(BufferIndex one, BufferIndex other) const;

    void try_moves(BufferIndex buffer);
    void try_swaps(BufferIndex buffer, std::uint64_t limit);
    void try_swap(BufferIndex buffer, BufferIndex other);
    void try_exchange(BufferIndex buffer, BufferIndex other);
    void try_lowest(ImprovementKind kind, std::span<const BufferIndex> placed, Offset rest, BufferIndex buffer,
                    BufferIndex partner);
    void try_together();
    void try_reinsertions(BufferIndex buffer, std::uint64_t limit);
    void try_reinsertion(std::size_t position, std::size_t before, std::uint64_t limit);
    /// Whether two buffers would use a byte at the same time.
    [[nodiscard]] bool collides(BufferIndex buffer, Offset offset, BufferIndex other, Offset other_offset);
    [[nodiscard]] bool is_lasting(BufferIndex buffer) const;
    /// Out of the container, and back to its place in the layout.
    void take_out(BufferIndex buffer);
    void put_back(BufferIndex buffer);
    /// Whether a buffer fits at an offset beside everything but itself and `other`.
    [[nodiscard]] bool fits(BufferIndex buffer, Offset offset, BufferIndex other);
    void count(ImprovementKind kind) { ++report_->tried[static_cast<std::size_t>(kind)]; }
    /// Adds a change to the list, if it lowers the peak. `moves`: in any order; those that change nothing are left out.
    void add(ImprovementKind kind, BufferIndex buffer, BufferIndex partner, std::vector<Move> moves, Offset now);

    const Problem& problem_;
    const Layout& layout_;
    RegionIndex region_;
    Offset elsewhere_;
    const ImprovementOrder& order_;
    StopPoll poll_;
    RectangleContainer container_;      ///< holds the layout, between two trials
    std::int64_t least_lasting_;        ///< steps from which on a buffer is a lasting one
    std::uint64_t lasting_ = 0;         ///< lasting buffers in the container
    std::vector<BufferIndex> placed_;   ///< all placed buffers of the region
    std::vector<BufferIndex> movable_;  ///< of these, those that may move, by offset
    std::vector<Offset> tops_;          ///< by position: the highest tail of fixed buffers and before
    IndexedVector<BufferIndex, std::uint32_t> positions_;  ///< in movable_, by buffer
    std::vector<BufferIndex> highest_;                     ///< the three with the highest tails
    std::vector<BufferIndex> at_peak_;
    std::vector<bool> is_tried_;  ///< by buffer: its swaps were tried
    std::vector<BufferIndex> sequence_;
    Offset peak_;
    std::uint64_t visits_ = 0;
    FoundImprovements* found_ = nullptr;
    ImprovementReport* report_ = nullptr;
};

}  // namespace arenascope
