#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "core/model/memory/problem.h"
#include "core/model/network/parts/split_steps.h"

namespace arenascope {

/// Chains that run in parts, and what that gives and costs.
struct SplitPlan {
    std::vector<Chain> chains;  ///< disjoint, ascending; empty: the whole network
    Bytes threshold;
    std::int64_t extra = 0;  ///< multiply-accumulates above those of the whole network
    friend bool operator==(const SplitPlan&, const SplitPlan&) = default;
};

/// Limits of a search.
struct SplitLimits {
    Bytes size_multiple = Bytes(1);           ///< to which the import rounds sizes up
    std::int64_t most_extra = 10'000;         ///< in thousandths of a per cent of the network's multiply-accumulates
    std::uint64_t most_visits = 400'000'000;  ///< of a step in a part
    bool wants_frontier = false;              ///< whether SplitSearch::frontier is filled
    std::function<bool()> stop = {};          ///< asked now and then; true: enough
};

/// What a search found.
struct SplitSearch {
    Bytes whole;                 ///< threshold of the whole network
    std::int64_t work = 0;       ///< multiply-accumulates of the whole network, of the operators where they are known
    SplitPlan best;              ///< the lowest threshold within the limit, with the fewest multiplications, then parts
    SplitPlan floor;             ///< the same without the limit
    std::size_t floor_step = 0;  ///< the step that no chain brings lower than the floor
    /// The chain that brings this step the lowest; empty: none lowers it.
    std::optional<Chain> floor_chain = {};
    /// What stays whole while this chain runs: what it reads from outside and writes, and what else is alive.
    Bytes floor_whole;
    /// The lowest thresholds for rising limits of additional multiplications, from 0 to 100 per cent: each is lower and
    /// dearer than the one before. The first one may be the whole network.
    std::vector<SplitPlan> frontier = {};
    /// All chains and numbers of parts were tried. Then no disjoint chains of these have a lower threshold.
    bool is_complete = true;
    std::uint64_t visits = 0;
};

/// The threshold and the price of one chain in parts, as the import of the changed network gives them. `problem` is the
/// import of the whole network. There must be no reason against the chain. O(operands of the chain · parts).
[[nodiscard]] SplitPlan weigh(const SplitSteps& steps, const Problem& problem, const Chain& chain, Bytes size_multiple);

/// Searches disjoint chains, their axes and numbers of parts, so that the threshold is as low as possible:
/// 1. Each chain of consecutive steps is weighed alone, with each axis and 2, 3, … parts (all numbers up to 8, then in
///    growing strides, and single rows). What surrounds a chain is the same, however the others run, because what they
///    read and write stays whole. So each chain has a peak and a price of its own.
/// 2. For a threshold T, the cheapest disjoint chains are a shortest path over the steps. Edges are the single steps
///    that stay below T, and the chains whose peaks do.
/// 3. T is bisected over the peaks of all steps and chains.
///
///   step      0   1   2   3   4   5        a path of the edges below T that reaches the end is a plan: here 1-3 in
///             ●──▶●          ●──▶●──▶●     parts, the rest whole
///                 └── 1-3/2 ─┘
///
/// Exact for these chains. Chains that cannot lower the peak of any of their steps are left out. Deterministic;
/// O(steps² · parts · length) at most, and within `most_visits`. Sources: Pex (Liberis and Lane, 2022), section 4, for
/// the search over chains and their depth; the path is a choice of this project.
[[nodiscard]] SplitSearch search_split(const SplitSteps& steps, const Problem& problem, const SplitLimits& limits);

}  // namespace arenascope
