#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "core/model/memory/quantity.h"
#include "core/planner/shared_objects/objects_assignment.h"

namespace arenascope {

/// Shared objects by size, then number. Finds the first one that is free without a look at each:
///
///   objects by size   8 8 9 ┊ 12 12 ┊ 20 31 40        in blocks, each with the slots of time in which all its
///   busy throughout   ██░░  ┊ ░███  ┊ ░░░█            objects are busy: a search skips a block if it needs such a slot
///
/// The whole time is divided into slots of equal length. With m objects, a search looks at O(m / 64) blocks, and at the
/// objects of those that it cannot skip. A change takes O(log m), and moves a part of a block.
class ObjectsBySize {
public:
    /// For tasks from `first` to `last`.
    ObjectsBySize(Step first, Step last);

    /// Adds an object with the next number, which is idle.
    void add(ObjectIndex object, Bytes size);
    void grow(ObjectIndex object, Bytes before, Bytes after);
    /// A tensor uses the object, which lies in the list by this size.
    void use(ObjectIndex object, Bytes size, Step first, Step last);

    /// The smallest free object of at least `size` bytes; if there is none, the largest free one. Of equal ones the
    /// lowest number. Empty: none is free. `is_free(object)` is called for those that may be free in the tasks from
    /// `first` to `last`.
    template <class IsFree>
    [[nodiscard]] std::optional<ObjectIndex> best(Bytes size, Step first, Step last, IsFree&& is_free) const {
        const Slots needed = slots_touched(first, last);
        const Place sufficient = place_of({size, ObjectIndex()});
        if (const auto found = first_free(sufficient, {blocks_.size(), 0}, needed, is_free)) {
            return found;
        }
        for (std::size_t i = std::min(sufficient.block + 1, blocks_.size()); i-- > 0;) {
            const Block& block = blocks_[i];
            ++looks_;
            if (meets(block.busy, needed)) {
                continue;
            }
            for (std::size_t entry = i == sufficient.block ? sufficient.entry : block.entries.size(); entry-- > 0;) {
                if (!meets(block.uses[entry], needed) && is_free(block.entries[entry].second)) {
                    // An equal one may have a lower number.
                    return first_free(place_of({block.entries[entry].first, ObjectIndex()}), {i, entry + 1}, needed,
                                      is_free);
                }
            }
        }
        return std::nullopt;
    }
    /// Looks at blocks so far, which measures work.
    [[nodiscard]] std::uint64_t looks() const { return looks_; }

private:
    static constexpr std::size_t words = 4;
    static constexpr std::size_t bits_of_word = 64;
    static constexpr std::size_t slot_count = words * bits_of_word;
    /// One bit for each slot of time.
    using Slots = std::array<std::uint64_t, words>;
    using Entry = std::pair<Bytes, ObjectIndex>;
    struct Block {
        std::vector<Entry> entries;  ///< at least one
        std::vector<Slots> uses;     ///< by entry: in which a single tensor uses the object throughout
        Slots busy{};                ///< in which every object is used throughout
    };
    /// An entry, or the one that would follow the last.
    struct Place {
        std::size_t block;
        std::size_t entry;
    };

    [[nodiscard]] static bool meets(const Slots& a, const Slots& b) {
        return ((a[0] & b[0]) | (a[1] & b[1]) | (a[2] & b[2]) | (a[3] & b[3])) != 0;
    }
    [[nodiscard]] std::size_t slot_of(Step step) const;
    [[nodiscard]] static Slots slots_between(std::size_t begin, std::size_t end);
    [[nodiscard]] Slots slots_touched(Step first, Step last) const;
    [[nodiscard]] Slots slots_filled(Step first, Step last) const;
    /// The first entry that is not before this one.
    [[nodiscard]] Place place_of(const Entry& entry) const;
    void insert(const Entry& entry, const Slots& uses);
    static void measure(Block& block);

    template <class IsFree>
    [[nodiscard]] std::optional<ObjectIndex> first_free(Place from, Place to, const Slots& needed,
                                                        IsFree&& is_free) const {
        for (; from.block < blocks_.size() && from.block <= to.block; from = {from.block + 1, 0}) {
            const Block& block = blocks_[from.block];
            const std::size_t end = from.block == to.block ? to.entry : block.entries.size();
            ++looks_;
            if (from.entry >= end || meets(block.busy, needed)) {
                continue;
            }
            for (; from.entry < end; ++from.entry) {
                if (!meets(block.uses[from.entry], needed) && is_free(block.entries[from.entry].second)) {
                    return block.entries[from.entry].second;
                }
            }
        }
        return std::nullopt;
    }

    std::int64_t first_;
    std::uint64_t slot_length_;
    std::vector<Block> blocks_;
    mutable std::uint64_t looks_ = 0;
};

/// *Greedy by breadth*: the task with the largest live size comes first, because it needs the most and the largest
/// objects.
///
///   breadth        ┌──┐
///              ┌───┘  └──┐  ┌──┐
///            ──┘         └──┘  └──    tasks by falling breadth (ties: earlier task first); in each task the tensors
///   order       3    1   4   2          without an object by falling size (ties: input order)
///
/// A tensor takes the smallest sufficient object that is free for its whole lifetime. If there is none, it takes the
/// largest free object, which grows (ties: lowest id). Without a free object it gets a new one.
///
/// Only first tasks of tensors are visited. All tensors alive in another task are also alive in some earlier first
/// task, which is at least as broad. A tree over last tasks finds each tensor once, in the broadest task that uses it.
/// Of the objects, few are visited, see ObjectsBySize. O(n log n + n · objects / 64) for the others. If the run is
/// stopped, the remaining tensors get new objects, greedily in order.
///
/// Source: docs/method.md, "TensorFlow's strategies"; GREEDY_BY_BREADTH.
[[nodiscard]] ObjectsAssignment<Bytes> greedy_by_breadth_assignment(UsageRecords<Bytes> records, RunMeter& meter);

/// A task with its breadth: the sum of the sizes of all tensors that it uses.
struct BroadTask {
    Step task;
    Bytes breadth;
};

/// All tasks that are the first task of some tensor, by falling breadth; ties by task. O(n log n).
[[nodiscard]] std::vector<BroadTask> tasks_by_breadth(UsageRecords<Bytes> records);

}  // namespace arenascope
