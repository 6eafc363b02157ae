#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/model/memory/problem.h"
#include "core/planner/capacity/capacity_search.h"

namespace arenascope {

/// Buffers that are rearranged together.
using Group = std::vector<BufferIndex>;

/// The input of one draw.
struct RearrangerTask {
    const Group& sorted;      ///< the group as the rectangle sorter left it
    Offset best_tail;         ///< the highest tail of the group in its best attempt
    const Group& last;        ///< the order of the group in the container
    std::int64_t work_limit;  ///< limit of the visits of this draw
    SearchStop stop;
};

/// Draws new orders of one group. It learns from draw to draw, and from iteration to iteration as long as the group
/// stays the same.
///
/// Source: docs/method.md, "Peak suppression", step 5. The source does not say how to rearrange.
class GroupRearranger {
public:
    GroupRearranger() = default;
    GroupRearranger(const GroupRearranger&) = delete;
    GroupRearranger& operator=(const GroupRearranger&) = delete;
    virtual ~GroupRearranger() = default;

    /// An order that promises a lower tail than the best one when it is placed by lowest fit. Empty: the allowed work
    /// found none.
    [[nodiscard]] virtual Group next(const RearrangerTask& task) = 0;
    /// Visits of all draws so far.
    [[nodiscard]] virtual std::int64_t work() const = 0;
    /// Describes how the last order was found, for the trace.
    [[nodiscard]] virtual std::string last_draw() const = 0;
};

}  // namespace arenascope
