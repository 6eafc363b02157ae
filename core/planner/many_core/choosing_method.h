#pragma once

#include <compare>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "core/planner/many_core/candidates.h"

namespace arenascope {

/// What a method knows when it chooses the target of an allocation.
struct AllocationStep {
    std::size_t position = 0;               ///< of the allocation in its core's order
    Bytes size;                             ///< of the allocation
    std::span<const Candidate> candidates;  ///< at least one, best first
    Offset peak;                            ///< of the core so far
};

/// How good the placing of a core is: the least is the best.
struct CoreScore {
    Bytes misfits;  ///< of what found no room
    Offset peak;
    std::int64_t fragmentation = 0;  ///< in bytes · steps
    friend auto operator<=>(const CoreScore&, const CoreScore&) = default;
};

/// Chooses the targets of one core's allocations. A method that learns does so from one placing to the next.
class ChoosingMethod {
public:
    ChoosingMethod() = default;
    ChoosingMethod(const ChoosingMethod&) = delete;
    ChoosingMethod& operator=(const ChoosingMethod&) = delete;
    virtual ~ChoosingMethod() = default;

    /// The placing of the core begins anew. `progress` is how much of the method's budget is behind it, from 0 to 1.
    virtual void begin(double progress) = 0;
    /// The target: a position among the candidates.
    virtual std::size_t choose(const AllocationStep& step) = 0;
    /// The placing has ended so.
    virtual void end(const CoreScore& score) = 0;
    /// Whether a further placing may come out otherwise.
    [[nodiscard]] virtual bool varies() const = 0;
};

/// What a method is made for.
struct CoreTask {
    std::size_t allocations = 0;
    Bytes threshold;  ///< of the core: at least 1, the measure of its bytes
    std::uint64_t seed = 0;
};

/// The method of that name: `heuristic`, `pool`, `evolutionary`, `reinforcement` or `random`. Null for any other.
[[nodiscard]] std::unique_ptr<ChoosingMethod> choosing_method(std::string_view name, const CoreTask& task);

/// The first candidate: least height, then least waste, then lowest offset.
[[nodiscard]] std::unique_ptr<ChoosingMethod> heuristic_choice();

/// The core's memory as a pool of free areas: an area that a released allocation hands over first, then the smallest
/// that holds the allocation, then the lowest. A free area reaches from what lies below to what lies above, throughout
/// the lifetime.
[[nodiscard]] std::unique_ptr<ChoosingMethod> pool_choice();

/// Any candidate, all alike: what the methods that learn are compared with.
[[nodiscard]] std::unique_ptr<ChoosingMethod> random_choice(std::uint64_t seed);

/// A population of genomes. A genome holds, for each allocation, the rank of its candidate; the first one is all zeros,
/// which is the heuristic, the others of the first generation differ from it in a few ranks.
///
///   parents  0 0 2 0 1 0    each the best of three drawn
///            0 1 0 0 0 3
///   child    0 0 2 0 0 3    crossed over at one place; then a few ranks are drawn anew
///
/// A child takes the place of the worst where it is not worse: fewest misfit bytes, then lowest peak, then least
/// fragmentation. The population is 16.
[[nodiscard]] std::unique_ptr<ChoosingMethod> evolutionary_choice(const CoreTask& task);

/// A policy over candidates, learned by REINFORCE with a baseline (R. J. Williams, Simple statistical
/// gradient-following algorithms for connectionist reinforcement learning, 1992).
///
///   state    what lies in the core as an allocation comes, seen through the features of its candidates: how far the
///            peak would grow by it, and by it with its context, its waste and offset, whether it takes an area over,
///            how tightly its free area holds it, its rank; all measured by the core's threshold
///   action   the candidate that is taken, drawn by softmax(weights · features / temperature)
///   reward   minus the growth of the peak and, in the end, minus the bytes that found no room; both by the threshold
///
/// What is returned from an allocation on is compared with the mean of what was returned from it before; the weights go
/// a step of fixed length along the gradient. The policy begins with a leaning to what the heuristic looks at, not with
/// its choice, and the temperature falls over the run, so that it explores first.
[[nodiscard]] std::unique_ptr<ChoosingMethod> reinforced_choice(const CoreTask& task);

}  // namespace arenascope
