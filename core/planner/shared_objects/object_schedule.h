#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "core/model/memory/quantity.h"

namespace arenascope {

/// The tasks during which one object is in use, as disjoint intervals from first to last task, inclusive. They are kept
/// in short blocks, because an object of a long run holds very many tensors.
class ObjectSchedule {
public:
    /// The gap of a tensor that shares a task with one in the object.
    static constexpr Duration no_gap{std::numeric_limits<std::int64_t>::max()};

    /// Adds an interval that `is_free`. O(log m) for m intervals, and a move of a block.
    void add(Step first, Step last);
    /// Whether the object is unused in all tasks from `first` to `last`. O(log m).
    [[nodiscard]] bool is_free(Step first, Step last) const;
    /// The least number of tasks between [first, last] and an interval (later first − earlier last). `no_gap`: they
    /// share a task. The object must not be empty. O(log m).
    [[nodiscard]] Duration gap(Step first, Step last) const;

private:
    struct Stretch {
        Step first;
        Step last;
    };
    struct Neighbours {
        const Stretch* before;
        const Stretch* after;
    };
    [[nodiscard]] Neighbours neighbours(Step task) const;
    [[nodiscard]] std::size_t block_after(Step task) const;
    [[nodiscard]] static std::vector<Stretch>::const_iterator first_after(const std::vector<Stretch>& block, Step task);

    std::vector<std::vector<Stretch>> blocks_;  ///< in time order; none is empty
};

}  // namespace arenascope
