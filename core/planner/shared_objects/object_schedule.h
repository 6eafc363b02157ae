#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "core/memory/quantity.h"

namespace arenascope {

/// The tasks during which one object is in use, as stretches from first to last task, inclusive, that do not meet.
class ObjectSchedule {
public:
    /// The gap of a tensor that meets one in the object.
    static constexpr Duration no_gap{std::numeric_limits<std::int64_t>::max()};

    /// Adds a stretch that `is_free`. O(m) for the m stretches so far, by a move of memory.
    void add(Step first, Step last);
    /// Whether no task from `first` to `last` is in use. O(log m).
    [[nodiscard]] bool is_free(Step first, Step last) const;
    /// The least number of tasks between a stretch and [first, last] (later first − earlier last), `no_gap` where they
    /// meet. The object must hold something. O(log m).
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
