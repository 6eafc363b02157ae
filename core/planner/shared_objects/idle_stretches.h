#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/containers/indexed_vector.h"
#include "core/model/memory/quantity.h"
#include "core/planner/shared_objects/object_schedule.h"
#include "core/planner/shared_objects/waiting_tensors.h"
#include "core/trace/object_choice.h"

namespace arenascope {

/// When objects are idle. Finds the object that is free for a tensor and idle for the shortest time beside it, without
/// looking at the others.
///
///   object 0   ██────────██      idle from 1 to 6: holds the tensor, 1 task after its first tensor
///   object 1   ─────██──         used by a task of the tensor
///   tensor          ▓▓
///
/// Of each idle stretch, one tree over the ends of all tensors has its end, and one over their begins has its begin.
/// The first stretch that holds the tensor, from the tensor outwards, is the nearest. Memory is O(n).
class IdleStretches {
public:
    /// All tensors that may be added, by rank. O(n log n).
    explicit IdleStretches(std::span<const WaitingTensors::Tasks> tasks);

    /// Puts a tensor into an object that is_free() for it, or into the next new one. O(log n + m) for m tensors in the
    /// object, where m is one move of 4 m bytes.
    void add(ObjectIndex object, std::size_t rank);
    /// Whether an object is idle in all tasks of a tensor. O(log m).
    [[nodiscard]] bool is_free(ObjectIndex object, const WaitingTensors::Tasks& tensor) const;

    /// Which of equally near objects is chosen.
    enum class Tie : std::uint8_t {
        lowest_id,
        earliest,  ///< that has been so near for the longest time
    };

    /// Where an object is idle beside its tensors: the tensor before ends at `since`, the tensor after begins at
    /// `until`. If there is none: the least or the greatest number.
    struct Stretch {
        std::int64_t since;
        std::int64_t until;
    };
    /// The idle stretch of an object in which a tensor lies that is_free() there. O(log m).
    [[nodiscard]] Stretch stretch_around(ObjectIndex object, const WaitingTensors::Tasks& tensor) const;
    /// The task before which the stretch after an added tensor ends.
    [[nodiscard]] std::int64_t until_after(std::size_t rank) const;
    /// The task after which the stretch before an added tensor begins.
    [[nodiscard]] std::int64_t since_before(std::size_t rank) const;

    /// An object, and the least number of tasks between the tensor and one in it.
    struct Nearest {
        Duration distance = WaitingTensors::infinite;
        ObjectIndex object = ObjectIndex::none();  ///< none(): no object is free
    };
    /// The nearest of the objects that are free for a tensor, by its rank. O(log n) for each of those that are equally
    /// near.
    [[nodiscard]] Nearest nearest(std::size_t rank, Tie tie = Tie::lowest_id) const;

private:
    /// The tensors in the order of one end of theirs, with the other end of the idle stretch that lies there.
    struct Side {
        std::vector<std::uint32_t> rank_of;  ///< by leaf
        std::vector<std::uint32_t> leaf_of;  ///< by rank
        std::vector<std::uint32_t> ends_of;  ///< by rank: the number of tensors that end before it begins
        std::vector<std::int64_t> at;        ///< by leaf: the end of the tensor
        std::vector<std::int64_t> bounds;    ///< by node: how far the idle stretches below it reach at most
        std::size_t leaves = 1;              ///< a power of two
        void set(std::size_t rank, std::int64_t bound);
        /// The last leaf before `end` whose stretch reaches beyond `bound`, or `end`: there is none.
        [[nodiscard]] std::size_t last_beyond(std::size_t end, std::int64_t bound) const;
    };

    static Side side_of(std::span<const std::int64_t> at, std::span<const std::int64_t> begins);
    [[nodiscard]] std::size_t place_in(ObjectIndex object, Step first) const;
    /// The best so far, with what decides among equally near ones.
    struct Candidate {
        Nearest nearest;
        std::uint32_t order = 0;
    };
    void look(const Side& side, std::size_t end, std::int64_t from, std::int64_t to, Tie tie, Candidate& best) const;

    std::vector<WaitingTensors::Tasks> tasks_;
    Side after_ends_;                      ///< idle stretches by the tensor before them
    Side before_begins_;                   ///< idle stretches by the tensor after them, with time mirrored
    std::vector<ObjectIndex> object_of_;   ///< by rank
    std::vector<std::uint32_t> added_as_;  ///< by rank: how many tensors were added before it
    std::uint32_t added_ = 0;
    IndexedVector<ObjectIndex, std::vector<std::uint32_t>> ranks_;  ///< of the tensors in an object, in time order
};

}  // namespace arenascope
