#pragma once

#include <compare>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <tuple>
#include <vector>

#include "core/planner/many_core/candidates.h"

namespace arenascope {

/// The input of a choice.
struct AllocationStep {
    std::size_t position = 0;               ///< of the allocation in the order of its core
    Bytes size;                             ///< of the allocation
    std::span<const Candidate> candidates;  ///< not empty, best first
    Offset peak;                            ///< of the core so far
};

/// What makes a placement of a core better, after the bytes that did not fit.
enum class PlacementCriterion : std::uint8_t {
    peak,           ///< the lower peak; at equal peaks less fragmentation
    fragmentation,  ///< less external fragmentation; if it is equal, the lower peak
};

/// The quality of a placement of a core; the lowest score is the best.
struct CoreScore {
    Bytes misfits;  ///< of the allocations that did not fit
    Offset peak;
    std::int64_t fragmentation = 0;  ///< in bytes · steps
    PlacementCriterion criterion = PlacementCriterion::peak;

    /// The figures in the order in which they count.
    [[nodiscard]] std::tuple<std::int64_t, std::int64_t, std::int64_t> figures() const {
        const bool by_peak = criterion == PlacementCriterion::peak;
        return {misfits.value(), by_peak ? peak.value() : fragmentation, by_peak ? fragmentation : peak.value()};
    }
    friend auto operator<=>(const CoreScore& a, const CoreScore& b) { return a.figures() <=> b.figures(); }
    friend bool operator==(const CoreScore& a, const CoreScore& b) { return a.figures() == b.figures(); }
};

/// A placement of one core's allocations.
struct CorePlacement {
    std::vector<std::int64_t> offsets;  ///< by position in the core's order; unplaced_offset: it did not fit
    std::vector<Misfit> misfits;
    CoreScore score;
    /// By position: external fragmentation from the begin of the allocation on, in bytes · steps.
    std::vector<double> fragmentation_from = {};
    std::size_t combinations = 1;         ///< limit of the combinations tried for an allocation
    std::size_t cut_by_combinations = 0;  ///< allocations for which this limit left out combinations
    std::size_t cut_by_areas = 0;         ///< allocations for which the limit of visited areas did
};

/// Chooses the targets of one core's allocations. Some methods learn from one placement to the next.
class ChoosingMethod {
public:
    ChoosingMethod() = default;
    ChoosingMethod(const ChoosingMethod&) = delete;
    ChoosingMethod& operator=(const ChoosingMethod&) = delete;
    virtual ~ChoosingMethod() = default;

    /// Begins a new placement of the core. `progress` is the used part of the method's budget, from 0 to 1.
    virtual void begin(double progress) = 0;
    /// A further area for the allocation at a position: an aligned offset, tried as a candidate if it is free and below
    /// the capacity. Called before choose(). Empty: none.
    virtual std::optional<Offset> offer(std::size_t /*position*/) { return std::nullopt; }
    /// The index of the target among the candidates.
    virtual std::size_t choose(const AllocationStep& step) = 0;
    /// Ends the placement.
    virtual void end(const CorePlacement& placement) = 0;
    /// Whether another placement can give another result.
    [[nodiscard]] virtual bool varies() const = 0;
    /// The number of placements that make one generation; 0: the method has no generations.
    [[nodiscard]] virtual std::size_t generation() const { return 0; }
};

/// The input for the creation of a method.
struct CoreTask {
    std::size_t allocations = 0;
    Bytes threshold;  ///< of the core, at least 1; byte counts are divided by it
    std::uint64_t seed = 0;
    PlacementCriterion criterion = PlacementCriterion::peak;
    std::size_t placings = 0;                ///< number of placements in the budget; 0: unknown
    const Problem* problem = nullptr;        ///< for `pool`; null: there is no further placement
    const CoreAllocations* order = nullptr;  ///< for `pool`
};

/// The method with that name: `heuristic`, `pool`, `evolutionary`, `reinforcement` or `random`. Null: unknown name. The
/// task must outlive the method.
[[nodiscard]] std::unique_ptr<ChoosingMethod> choosing_method(std::string_view name, const CoreTask& task);

/// Chooses the first candidate: least height, then least waste, then lowest offset. By fragmentation, a second
/// placement chooses the lowest candidate. All methods but random_choice() start from these placements.
[[nodiscard]] std::unique_ptr<ChoosingMethod> heuristic_choice(PlacementCriterion criterion = PlacementCriterion::peak);

/// Treats the core's memory as a ResourcePool. The first placement is the heuristic's. The second one serves each
/// allocation from the pool: the candidate that needs least beyond the threshold, then one in the area handed over
/// last, then the smallest free area, then the lowest offset.
///
/// Each further placement begins with reservations. The allocation that stood highest is reserved an area first, at the
/// lowest offset that the reservations before it leave, and so on. The others are served from what is not reserved.
///
///   placement 1   ▒▒ b ▒▒ stood highest        placement 2   ├── reserved for b ──┤
///              ├─── a ───┤                                 ├─── a ───┤
///
/// A placement that is worse than the best one brings back the best one's reservations now and then.
[[nodiscard]] std::unique_ptr<ChoosingMethod> pool_choice(const CoreTask& task);

/// Chooses uniformly at random; a baseline for the methods that learn.
[[nodiscard]] std::unique_ptr<ChoosingMethod> random_choice(std::uint64_t seed);

/// A population of genomes. A genome holds the rank of the chosen candidate for each allocation. The first genome is
/// all zeros, which is the heuristic. The other genomes of the first generation differ from it in a few ranks. The
/// population has 8 to 64 genomes: as many as the square root of the allocations, doubled, but at most an eighth of the
/// placements of the budget.
///
///   parents  0 0 2 0 1 0    each the best of three random genomes
///            0 1 0 0 0 3
///   child    0 0 2 0 0 3    one crossover point; then a few ranks are redrawn
///
/// A child replaces the worst genome unless it is worse than that: fewest misfit bytes, then the criterion.
[[nodiscard]] std::unique_ptr<ChoosingMethod> evolutionary_choice(const CoreTask& task);

/// A policy over candidates, learned by REINFORCE with a baseline (R. J. Williams, Simple statistical
/// gradient-following algorithms for connectionist reinforcement learning, 1992).
///
///   state    the features of the candidates: growth of the peak by the allocation, growth by it and its context,
///            waste, offset, whether it takes over an area, how tightly it fits its free area, its rank. Byte counts
///            are divided by the core's threshold.
///   action   the chosen candidate, drawn by softmax(weights · features / temperature)
///   reward   minus the growth of the peak and the external fragmentation from the allocation on, weighted by the
///            criterion; in the end also minus the bytes that did not fit; divided by the threshold
///
/// The first episode is the heuristic. The return after each allocation is compared with the mean of its earlier
/// returns. The weights move by a fixed step length along the gradient. The first weights lean towards the heuristic's
/// criteria. The temperature falls during the run, so that the policy explores first.
[[nodiscard]] std::unique_ptr<ChoosingMethod> reinforced_choice(const CoreTask& task);

}  // namespace arenascope
