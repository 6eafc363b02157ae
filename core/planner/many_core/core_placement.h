#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/base/containers/indexed_vector.h"
#include "core/base/containers/wide.h"
#include "core/planner/many_core/candidates.h"
#include "core/planner/many_core/choosing_method.h"
#include "core/trace/learning_point.h"

namespace arenascope {

/// Places a core's allocations one by one. A method chooses the target of each among its candidates. A placed
/// allocation never moves. An allocation without a candidate stays unplaced, and the next one follows.
class CorePlacer {
public:
    /// The limit of combinations is that of each placement.
    CorePlacer(const Problem& problem, RegionIndex core, CandidateLimits limits, PlacementCriterion criterion);
    // The search keeps a reference to the allocations.
    CorePlacer(const CorePlacer&) = delete;
    CorePlacer& operator=(const CorePlacer&) = delete;

    /// Places the core once, with at most so many combinations for each allocation. `stop` is also called before each
    /// allocation. `offsets` is by BufferIndex over
    /// the whole problem; the offsets of this core are replaced. Empty: stopped. O(n) searches for n allocations.
    [[nodiscard]] std::optional<CorePlacement> place(ChoosingMethod& method,
                                                     IndexedVector<BufferIndex, std::int64_t>& offsets,
                                                     const CandidateStop& stop, std::size_t combinations);

    /// Replays a placement: calls `tell(position, candidates, chosen)` for each allocation, with `offsets` as before
    /// it. `chosen` is null if the allocation did not fit. Once `stop` returns true, the searches are short, so that
    /// candidates are missing.
    using Tell =
        std::function<void(std::size_t position, std::span<const Candidate> candidates, const Candidate* chosen)>;
    void replay(const CorePlacement& placement, IndexedVector<BufferIndex, std::int64_t>& offsets, const Tell& tell,
                const CandidateStop& stop);

    [[nodiscard]] const CoreAllocations& allocations() const { return allocations_; }
    [[nodiscard]] const CandidateSearch& search() const { return search_; }

private:
    void put_pins(IndexedVector<BufferIndex, std::int64_t>& offsets) const;
    void judge(CorePlacement& placement) const;

    const Problem& problem_;
    CoreAllocations allocations_;
    CandidateSearch search_;
    PlacementCriterion criterion_;
};

/// Placements of one core that make one point of its learning curve.
class Generation {
public:
    void add(const CorePlacement& placement) {
        best_ = attempts_ == 0 || placement.score < best_.score ? placement : best_;
        worst_ = std::max(worst_, placement.score.peak);
        sum_ += placement.score.peak.value();
        ++attempts_;
    }
    [[nodiscard]] std::size_t attempts() const { return attempts_; }
    [[nodiscard]] LearningPoint point(RegionIndex core, std::uint64_t number) const {
        return {.region = core,
                .number = number,
                .attempts = attempts_,
                .best = best_.score.peak,
                .mean = Offset(static_cast<std::int64_t>(sum_ / static_cast<Int128>(attempts_))),
                .worst = worst_,
                .fragmentation = best_.score.fragmentation};
    }
    /// The best placement; the generation is empty afterwards.
    CorePlacement take() { return std::exchange(*this, {}).best_; }

private:
    CorePlacement best_;
    Offset worst_;
    Int128 sum_ = 0;
    std::size_t attempts_ = 0;
};

}  // namespace arenascope
