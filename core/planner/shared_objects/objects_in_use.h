#pragma once

#include <functional>
#include <utility>
#include <vector>

#include <queue>

#include "core/model/memory/quantity.h"

namespace arenascope {

/// The assigned objects of a strategy that visits tensors by time, by the last task that uses them.
class ObjectsInUse {
public:
    void add(ObjectIndex object, Step last) { queue_.emplace(last, object); }

    /// Calls `release(object)` for each object whose last task is before `task`, by (last task, id). O(log m) each.
    template <class Release>
    void release_before(Step task, Release&& release) {
        while (!queue_.empty() && queue_.top().first < task) {
            release(queue_.top().second);
            queue_.pop();
        }
    }

private:
    using Use = std::pair<Step, ObjectIndex>;
    std::priority_queue<Use, std::vector<Use>, std::greater<>> queue_;
};

}  // namespace arenascope
