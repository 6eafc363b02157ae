#pragma once

#include <compare>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "core/planner/many_core/candidates.h"

namespace arenascope {

/// The input of a choice.
struct AllocationStep {
    std::size_t position = 0;               ///< of the allocation in the order of its core
    Bytes size;                             ///< of the allocation
    std::span<const Candidate> candidates;  ///< not empty, best first
    Offset peak;                            ///< of the core so far
};

/// The quality of a placement of a core; the lowest score is the best.
struct CoreScore {
    Bytes misfits;  ///< of the allocations that did not fit
    Offset peak;
    std::int64_t fragmentation = 0;  ///< in bytes · steps
    friend auto operator<=>(const CoreScore&, const CoreScore&) = default;
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
    /// The index of the target among the candidates.
    virtual std::size_t choose(const AllocationStep& step) = 0;
    /// Ends the placement with its score.
    virtual void end(const CoreScore& score) = 0;
    /// Whether another placement can give another result.
    [[nodiscard]] virtual bool varies() const = 0;
};

/// The input for the creation of a method.
struct CoreTask {
    std::size_t allocations = 0;
    Bytes threshold;  ///< of the core, at least 1; byte counts are divided by it
    std::uint64_t seed = 0;
};

/// The method with that name: `heuristic`, `pool`, `evolutionary`, `reinforcement` or `random`. Null: unknown name.
[[nodiscard]] std::unique_ptr<ChoosingMethod> choosing_method(std::string_view name, const CoreTask& task);

/// Chooses the first candidate: least height, then least waste, then lowest offset.
[[nodiscard]] std::unique_ptr<ChoosingMethod> heuristic_choice();

/// Treats the core's memory as a pool of free areas. First choice is an area taken over from a released allocation,
/// then the smallest area that holds the allocation, then the lowest one. A free area extends between the neighbours
/// below and above, throughout the lifetime.
[[nodiscard]] std::unique_ptr<ChoosingMethod> pool_choice();

/// Chooses uniformly at random; a baseline for the methods that learn.
[[nodiscard]] std::unique_ptr<ChoosingMethod> random_choice(std::uint64_t seed);

/// A population of 16 genomes. A genome holds the rank of the chosen candidate for each allocation. The first genome is
/// all zeros, which is the heuristic. The other genomes of the first generation differ from it in a few ranks.
///
///   parents  0 0 2 0 1 0    each the best of three random genomes
///            0 1 0 0 0 3
///   child    0 0 2 0 0 3    one crossover point; then a few ranks are redrawn
///
/// A child replaces the worst genome unless it is worse than that: fewest misfit bytes, then lowest peak, then least
/// fragmentation.
[[nodiscard]] std::unique_ptr<ChoosingMethod> evolutionary_choice(const CoreTask& task);

/// A policy over candidates, learned by REINFORCE with a baseline (R. J. Williams, Simple statistical
/// gradient-following algorithms for connectionist reinforcement learning, 1992).
///
///   state    the features of the candidates: growth of the peak by the allocation, growth by it and its context,
///   waste,
///            offset, whether it takes over an area, how tightly it fits its free area, its rank. Byte counts are
///            divided by the core's threshold.
///   action   the chosen candidate, drawn by softmax(weights · features / temperature)
///   reward   minus the growth of the peak; in the end also minus the bytes that did not fit; divided by the threshold
///
/// The return after each allocation is compared with the mean of its earlier returns. The weights move by a fixed step
/// length along the gradient. The first weights lean towards the heuristic's criteria. The temperature falls during the
/// run, so that the policy explores first.
[[nodiscard]] std::unique_ptr<ChoosingMethod> reinforced_choice(const CoreTask& task);

}  // namespace arenascope
