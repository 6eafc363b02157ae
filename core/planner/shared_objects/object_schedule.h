#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "core/memory/quantity.h"

namespace arenascope {

/// The tasks during which one object is in use, as disjoint intervals from first to last task, inclusive.
class ObjectSchedule {
public:
    /// The gap of a tensor that shares a task with one in the object.
    static constexpr Duration no_gap{std::numeric_limits<std::int64_t>::max()};

    /// Adds an interval that `is_free`. O(m) for m intervals, one move of memory.
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
    [[nodiscard]] std::vector<Stretch>::const_iterator first_after(Step task) const;

    std::vector<Stretch> stretches_;  ///< in time order
};

}  // namespace arenascope
