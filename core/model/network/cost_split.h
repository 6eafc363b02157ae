#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/error/error.h"
#include "core/model/network/core_assignment.h"

namespace arenascope {

/// What an assignment of operators to cores costs.
struct SplitCost {
    std::int64_t largest_work = 0;  ///< of the operators of the busiest core, see OperatorWork
    std::int64_t total_work = 0;    ///< the same of all cores
    std::int64_t traffic = 0;       ///< bytes copied: each tensor once for every other core that reads it
    friend bool operator==(const SplitCost&, const SplitCost&) = default;
};

/// The cost of an assignment by operator. A tensor without a writer lies on the core of its first reader. A problem
/// without operators has only work: the sizes of its buffers. Sums end at 2^63 − 1. O(n log n) in operands.
[[nodiscard]] SplitCost split_cost(const Problem& problem, const std::vector<RegionIndex>& cores, std::int64_t count);

/// Splits the operators so that each core gets about the same work and few bytes cross. The work of an operator is its
/// multiply-accumulates, or the bytes that it writes if these are not known.
///
///   a ──8── b ──1── c ──8── d        core 0: a b, core 1: c d; 1 byte crosses
///
/// The network is a graph: operators are vertices, and an edge joins the writer of a tensor with each of its readers.
/// METIS divides it several times, with fixed seeds. The splits by order, by bytes, in turn, and by work in consecutive
/// operators compete with the results. Of all splits whose busiest core has at most 1.1 times the least such work, the
/// one with the least traffic is taken, and of equals the one with the least work of the busiest core. Cores are
/// numbered by their first operator.
///
/// About linear in operands. `count` is from 1 to most_cores. Error: this build has no METIS.
/// Source: docs/method.md, section "Many-core"; G. Karypis and V. Kumar, A fast and high quality multilevel scheme for
/// partitioning irregular graphs, 1998.
[[nodiscard]] Expected<CoreAssignment> split_by_cost(const Problem& problem, std::int64_t count);

/// What the work of a split by cost counts, for people.
[[nodiscard]] std::string note_on_work(const Problem& problem);

/// Whether this build can split by cost.
[[nodiscard]] bool can_split_by_cost();

}  // namespace arenascope
