#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/memory/indexed_vector.h"
#include "core/memory/quantity.h"
#include "core/planner/shared_objects/object_schedule.h"

namespace arenascope {

/// Tensors that wait for an object, by rank: the order in which equally near ones are chosen. Each has a distance to
/// its nearest object, which is `infinite` at first. Finds the nearest tensor of a range of ranks, and the tensors that
/// a placed one concerns, without looking at the others.
///
///   tasks            0 1 2 3 4 5 6 7 8 9
///   placed                   ▓▓▓               concerns a tensor if it is nearer than the distance of the tensor:
///   waiting, reach   ├─██─┤                    not this one: its reach (its tasks and its distance to both sides)
///                            ├──██──┤          this one
///
/// Two trees over the waiting tensors: by rank with the least distance, and by first task with the farthest reach to
/// both sides. Memory is O(n).
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

    [[nodiscard]] Duration distance(std::size_t rank) const { return distances_[rank]; }
    /// O(log n).
    void set_distance(std::size_t rank, Duration distance);
    /// The tensor waits no more. O(log n).
    void remove(std::size_t rank);

    /// The waiting tensor with the least distance of the ranks [from, to), the first of equally near ones; `to`: none
    /// of them waits. O(log n).
    [[nodiscard]] std::size_t nearest(std::size_t from, std::size_t to) const;

    /// Replaces the content of `found` by the waiting tensors that share a task with [first, last], or whose distance
    /// is more than their gap to it, by first task. O((k + 1) log n) for k of them.
    void find_concerned(Step first, Step last, std::vector<std::size_t>& found) const;

private:
    /// How far the tensors below a node reach, in tasks.
    struct Reach {
        std::int64_t back;     ///< the least of (first − distance)
        std::int64_t forward;  ///< the greatest of (last + distance)
    };

    [[nodiscard]] Reach reach_of(std::size_t rank) const;
    [[nodiscard]] bool is_nearer(std::size_t a, std::size_t b) const;
    void update(std::size_t rank);
    void collect(std::size_t node, std::int64_t first, std::int64_t last, std::vector<std::size_t>& found) const;

    std::vector<Tasks> tasks_;
    std::vector<Duration> distances_;
    std::vector<std::uint8_t> waits_;
    std::size_t leaves_ = 1;              ///< of each tree, a power of two
    std::vector<std::uint32_t> nearest_;  ///< by node of the first tree: a rank
    std::vector<Reach> reaches_;          ///< by node of the second tree
    std::vector<std::uint32_t> leaf_of_;  ///< by rank: its leaf in the second tree
    std::vector<std::uint32_t> rank_of_;  ///< by leaf of the second tree
};

}  // namespace arenascope
