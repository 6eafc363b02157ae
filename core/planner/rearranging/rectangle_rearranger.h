#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/memory/problem.h"
#include "core/planner/capacity/capacity_search.h"

namespace arenascope {

/// Buffers that are brought into order together.
using Group = std::vector<BufferIndex>;

/// What a rearranger goes by when it draws the next order of a group.
struct RearrangerTask {
    const Group& sorted;      ///< the group as it was sorted
    Offset best_tail;         ///< its own highest tail
    const Group& last;        ///< the order in which the container holds the group
    std::int64_t work_limit;  ///< visits that the draw may take
    SearchStop stop;
};

/// Hands out new orders of one group. It remembers what it has learned from draw to draw, and from iteration to
/// iteration as long as the group stays the same.
/// Source: 000_ac36546300477820, paragraphs 155 and 164 (which leave open how).
class RectangleRearranger {
public:
    RectangleRearranger() = default;
    RectangleRearranger(const RectangleRearranger&) = delete;
    RectangleRearranger& operator=(const RectangleRearranger&) = delete;
    virtual ~RectangleRearranger() = default;

    /// An order whose lowest-fit reading promises a lower tail than the best one; empty when the work allowed has
    /// brought none.
    [[nodiscard]] virtual Group next(const RearrangerTask& task) = 0;
    /// Visits made in all its draws.
    [[nodiscard]] virtual std::int64_t work() const = 0;
    /// Draws made, with and without result.
    [[nodiscard]] virtual std::uint64_t draws() const = 0;
    /// What found the last order, for the trace.
    [[nodiscard]] virtual std::string last_draw() const = 0;
};

}  // namespace arenascope
