#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/base/containers/indexed_vector.h"
#include "core/model/memory/quantity.h"
#include "core/planner/shared_objects/object_schedule.h"

namespace arenascope {

/// Tensors that wait for an object, by rank, with a bound of the distance to their nearest object. Finds those that may
/// lose their nearest object because another tensor takes it, without looking at the others:
///
///   object      ██ ──────────────── ██      idle from `since` to `until`
///   placed             ▓▓▓▓▓
///   waiting       ▓▓▓▓▓▓                    shares a task with it. It loses the object if none is nearer than `since`
///                            ▓▓▓▓           shares none
///
/// One tree over the tensors by first task finds those near `since`. It holds, below each node, how far the bounds
/// reach back, and the least and greatest last task. Another one, with time mirrored, finds those near `until`. Memory
/// is O(n).
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
    /// The nearest object of a tensor is at most so far away. At first: infinite. O(log n).
    void set_distance(std::size_t rank, Duration distance);

    /// Where a tensor was placed: between two tensors of an object, of which the one before ends at `since` and the one
    /// after begins at `until`. If there is none: the least or the greatest number.
    struct Place {
        Tasks placed;
        std::int64_t since;
        std::int64_t until;
    };
    /// Replaces the content of `found` by the waiting tensors that share a task with the placed one, fit between
    /// `since` and `until`, and have no nearer object than the one before or after, as far as the bounds tell. O((k +
    /// 1) log n) for k of them, and for those that a node promises without having them.
    void find_losing(const Place& place, std::vector<std::uint32_t>& found) const;
    /// The number of nodes visited by the last find_losing(), which measures work.
    [[nodiscard]] std::size_t visited() const { return visited_; }

private:
    /// What the tensors that wait below a node have.
    struct Reach {
        std::int64_t least_last;
        std::int64_t greatest_last;
        std::int64_t back;  ///< distance − first task, the greatest: reaches `since` if it is at least −`since`
        friend bool operator==(const Reach&, const Reach&) = default;
        [[nodiscard]] static Reach of_none();
        [[nodiscard]] static Reach of_both(const Reach& a, const Reach& b);
    };
    /// The tensors in the order of their first tasks, then of their last ones. In mirrored time, a tensor begins where
    /// it ends.
    struct Side {
        std::size_t leaves = 1;              ///< a power of two
        std::vector<std::int64_t> firsts;    ///< by leaf, sorted
        std::vector<Reach> reaches;          ///< by node
        std::vector<std::uint32_t> leaf_of;  ///< by rank
        std::vector<std::uint32_t> rank_of;  ///< by leaf

        explicit Side(std::span<const Tasks> tasks);
        void set(std::size_t rank, const Reach& reach);
        void set_distance(std::size_t rank, Duration distance);
        [[nodiscard]] bool reaches_since(std::size_t rank, std::int64_t since) const;
        /// Calls `use(rank)` for those near `since`. Returns the number of visited nodes.
        template <class Use>
        std::size_t find(const Place& place, Use&& use) const;
    };

    Side forwards_;
    Side backwards_;  ///< with time mirrored
    mutable std::size_t visited_ = 0;
};

/// The waiting tensors of one position. Finds the one that is nearest to a tensor in an object on one side of it, among
/// those that fit into the idle stretch there.
///
///   object    ██ ─────────────── ██          after(2, 8): the first that begins after 2 and ends before 8
///   waiting        ▓▓▓▓
///                     ▓▓▓▓▓▓▓▓               does not fit
///                      ▓▓▓▓
class WaitingPosition {
public:
    /// All tensors by rank; those of the position are [begin, end). O(m log m) for m of them.
    WaitingPosition(std::span<const WaitingTensors::Tasks> tasks, std::size_t begin, std::size_t end);

    /// The tensor waits no more. O(log m).
    void remove(std::size_t rank);
    /// The rank of the first tensor that begins after `last` and ends before `until`; of equal ones the lowest. O(log
    /// m).
    [[nodiscard]] std::optional<std::uint32_t> after(std::int64_t last, std::int64_t until) const;
    /// The same with time mirrored: of the last one that ends before `first` and begins after `since`.
    [[nodiscard]] std::optional<std::uint32_t> before(std::int64_t first, std::int64_t since) const;

private:
    /// The tensors in the order of their first tasks, then of ranks, with the least last task below each node of a
    /// tree. For the mirrored side, both are negated and exchanged.
    struct Side {
        std::vector<std::int64_t> firsts;    ///< by leaf
        std::vector<std::int64_t> lasts;     ///< by node
        std::vector<std::uint32_t> ranks;    ///< by leaf
        std::vector<std::uint32_t> leaf_of;  ///< by rank, from `begin_`
        std::size_t leaves = 1;              ///< a power of two
        [[nodiscard]] std::optional<std::uint32_t> next(std::int64_t last, std::int64_t until) const;
        void remove(std::size_t member);
    };
    static Side side_of(const std::vector<std::int64_t>& firsts, const std::vector<std::int64_t>& lasts,
                        std::size_t begin);

    std::size_t begin_;
    Side forwards_;
    Side backwards_;
};

}  // namespace arenascope
