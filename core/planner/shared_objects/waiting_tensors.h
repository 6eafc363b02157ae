#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/memory/indexed_vector.h"
#include "core/memory/quantity.h"
#include "core/planner/shared_objects/object_schedule.h"

namespace arenascope {

/// Tensors that wait for an object, by rank. Finds those that share a task with another one, without looking at the
/// others: a tree over the tensors by first task holds the greatest last task below each node. Memory is O(n).
class WaitingTensors {
public:
    static constexpr Duration infinite = ObjectSchedule::no_gap;

    /// The tasks of a tensor, inclusive.
    struct Tasks {
        Step first;
        Step last;
    };

    /// The tensors by rank. O(n log n).
    explicit WaitingTensors(std::span<const Tasks> tasks);

    [[nodiscard]] bool waits(std::size_t rank) const;
    /// The tensor waits no more. O(log n).
    void remove(std::size_t rank);
    /// Replaces the content of `found` by the waiting tensors that share a task with [first, last], by first task.
    /// O((k + 1) log n) for k of them.
    void find_overlapping(Step first, Step last, std::vector<std::uint32_t>& found) const;

private:
    void collect(std::size_t node, std::size_t end, std::int64_t first, std::vector<std::uint32_t>& found) const;

    std::size_t leaves_ = 1;              ///< a power of two
    std::vector<std::int64_t> firsts_;    ///< by leaf, sorted
    std::vector<std::int64_t> lasts_;     ///< by node: the greatest last task of those that wait
    std::vector<std::uint32_t> leaf_of_;  ///< by rank
    std::vector<std::uint32_t> rank_of_;  ///< by leaf
};

}  // namespace arenascope
