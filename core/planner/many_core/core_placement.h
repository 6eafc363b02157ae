#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "core/memory/indexed_vector.h"
#include "core/planner/many_core/candidates.h"
#include "core/planner/many_core/choosing_method.h"

namespace arenascope {

/// How one core's allocations lie.
struct CorePlacement {
    std::vector<std::int64_t> offsets;  ///< by position in the core's order; unplaced_offset for what found no room
    std::vector<Misfit> misfits;
    CoreScore score;
};

/// Places a core's allocations in turn, each at the target that a method chooses among its candidates. What is placed
/// stays; what has no candidate stays unplaced, and the next one is tried.
class CorePlacer {
public:
    CorePlacer(const Problem& problem, RegionIndex core, CandidateLimits limits);
    // The search looks at the allocations.
    CorePlacer(const CorePlacer&) = delete;
    CorePlacer& operator=(const CorePlacer&) = delete;

    /// Asked before each allocation, with the work so far; true stops.
    using Stop = std::function<bool(std::uint64_t work)>;

    /// One placing of the core. `offsets`, by BufferIndex over the whole problem, is what the other cores have; those
    /// of this core are written anew. Nothing when it was stopped. O(n · search) for n allocations.
    [[nodiscard]] std::optional<CorePlacement> place(ChoosingMethod& method,
                                                     IndexedVector<BufferIndex, std::int64_t>& offsets,
                                                     const Stop& stop);

    /// Calls `tell(position, candidates, chosen)` for each allocation of a placing in turn, with `offsets` as they are
    /// before it; `chosen` is null for one that found no room.
    using Tell =
        std::function<void(std::size_t position, std::span<const Candidate> candidates, const Candidate* chosen)>;
    void retell(const CorePlacement& placement, IndexedVector<BufferIndex, std::int64_t>& offsets, const Tell& tell);

    [[nodiscard]] const CoreAllocations& allocations() const { return allocations_; }
    [[nodiscard]] const CandidateSearch& search() const { return search_; }

private:
    void put_pins(IndexedVector<BufferIndex, std::int64_t>& offsets) const;
    [[nodiscard]] CoreScore score_of(const CorePlacement& placement) const;

    const Problem& problem_;
    CoreAllocations allocations_;
    CandidateSearch search_;
};

}  // namespace arenascope
