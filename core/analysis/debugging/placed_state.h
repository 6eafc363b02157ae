#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/analysis/debugging/overlap_counter.h"
#include "core/analysis/debugging/step_needs.h"
#include "core/analysis/debugging/tail_maxima.h"
#include "core/base/containers/indexed_vector.h"
#include "core/model/memory/layout.h"
#include "core/model/memory/problem.h"
#include "core/model/tiers/risk.h"

namespace arenascope {

/// What the states of one run have in common. The problem and the result must outlive it.
struct StateGround {
    const Problem* problem = nullptr;
    const Layout* result = nullptr;  ///< the layout that the run ended with, for its sharing; null: not known yet
    StepNeeds needs;
    std::shared_ptr<const TimeNeighbours> neighbours = {};  ///< null: pairs are counted by the overlap checker
};

/// The offsets and tiers at one level of a run, with figures that follow each change.
///
///   set a to 0 ─ set b to 64 ─┬─ set b to 96 ─ set c to 64 ─┐   the rearrangements of a group are tried on the state
///                             └──────── undo to here ◀──────┘   before the group, and taken back before the next
class PlacedState {
public:
    explicit PlacedState(const StateGround& ground);

    [[nodiscard]] const Problem& problem() const { return *ground_->problem; }
    [[nodiscard]] const IndexedVector<BufferIndex, OptionalOffset>& offsets() const { return offsets_; }
    [[nodiscard]] OptionalOffset offset(BufferIndex buffer) const { return offsets_[buffer]; }
    [[nodiscard]] OptionalOffset tail(BufferIndex buffer) const;
    [[nodiscard]] std::size_t placed() const { return placed_; }
    /// The offsets as a layout, each buffer in its own region; without sharing. Linear.
    [[nodiscard]] Layout layout() const;

    /// The largest tail of all buffers, 0 if none is placed; only if StepNeeds::peak. O(1).
    [[nodiscard]] Offset peak() const { return tails_.largest(); }
    /// The same of a region in StepNeeds::regions. O(log r).
    [[nodiscard]] Offset peak(RegionIndex region) const;
    /// The first buffer with the largest tail; none() if none is placed. O(log n).
    [[nodiscard]] BufferIndex peak_carrier() const { return tails_.first_of_largest(); }

    /// The number of pairs that overlap without being meant to, as the overlap checker counts them. Computed when it is
    /// read: O(changed · neighbours), or that of check() if the problem has gaps or shared memory.
    [[nodiscard]] std::uint64_t overlaps() const;
    /// The bytes of the largest hole below the chain that carries the peak, as explain_peak() finds it; 0 without one.
    /// Computed when it is read, at the cost of explain_peak().
    [[nodiscard]] Bytes largest_hole() const;

    /// The tiers that the run recorded, by buffer; only if StepNeeds::tiers.
    [[nodiscard]] std::span<const Risk> risks() const { return risks_; }
    /// The tiers that follow from the layout, by buffer: what stands where the run recorded none. Computed when it is
    /// read, at the cost of classify(). Empty for a recorded allocator, whose addresses nobody planned.
    [[nodiscard]] std::span<const Risk> risks_of_layout() const;

    void set(BufferIndex buffer, OptionalOffset offset);
    void set(BufferIndex buffer, Risk risk);
    /// Unplaces all buffers.
    void clear();

    /// From here on, set() remembers what it replaces. Returns the place to undo to; places nest.
    [[nodiscard]] std::size_t remember();
    void undo_to(std::size_t place);

private:
    struct Replaced {
        BufferIndex buffer;
        OptionalOffset offset;
    };
    void replace(BufferIndex buffer, OptionalOffset offset);
    [[nodiscard]] Layout layout_with_sharing() const;
    void forget_figures();

    const StateGround* ground_;
    IndexedVector<BufferIndex, OptionalOffset> offsets_;
    std::vector<Risk> risks_;
    std::size_t placed_ = 0;
    TailMaxima tails_;
    std::vector<TailMaxima> region_tails_;  ///< by position in StepNeeds::regions
    std::vector<Replaced> replaced_;
    std::size_t remembering_ = 0;  ///< the number of open places

    // What is computed when it is read.
    mutable std::optional<OverlapCounter> counter_;
    mutable std::vector<BufferIndex> changed_;  ///< since the last question for overlaps
    mutable std::vector<bool> is_changed_;
    mutable std::optional<std::uint64_t> overlaps_;
    mutable std::optional<Bytes> hole_;
    mutable std::optional<IndexedVector<BufferIndex, Risk>> layout_risks_;
};

}  // namespace arenascope
