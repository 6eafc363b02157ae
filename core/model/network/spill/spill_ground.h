#pragma once

#include <cstdint>
#include <vector>

#include "core/model/memory/problem.h"
#include "core/model/network/spill/spill_problem.h"

namespace arenascope {

/// A problem as a spill search sees it, before the room of its memories is known. See spilled_problem() for what may
/// move.
class SpillGround {
public:
    /// The regions of the two memories. O(n log n) in buffers and operands.
    SpillGround(const Problem& problem, RegionIndex first, RegionIndex second);

    /// The live size if everything that may move lies in the first memory: the highest, and where.
    [[nodiscard]] Bytes threshold() const;
    /// The highest live size of the first memory if only what operators use at a time lies there.
    [[nodiscard]] Bytes used_at_once() const;
    /// The highest live size of what cannot leave the first memory, and the step.
    [[nodiscard]] Bytes fixed() const;
    [[nodiscard]] Step step_of_fixed() const;
    /// The step at which all buffers of both memories together are largest.
    [[nodiscard]] Step step_of_most() const;
    [[nodiscard]] Bytes most_alive() const;

    /// The search under these capacities. Only buffers that are alive where the first memory would be too full take
    /// part: all others stay there for nothing. `buffers` becomes the buffer of each item.
    [[nodiscard]] SpillProblem limited(Bytes first, Bytes second, std::vector<BufferIndex>& buffers) const;
    [[nodiscard]] Step step_of(std::size_t time) const { return Step(times_[time]); }
    /// All buffers that may move.
    [[nodiscard]] const std::vector<BufferIndex>& movable() const { return buffers_; }

private:
    [[nodiscard]] std::size_t time_of(Step step) const;
    void add_item(BufferIndex buffer);
    void find_times();
    void find_loads();

    const Problem& problem_;
    RegionIndex first_;
    RegionIndex second_;
    std::vector<std::vector<SpillEvent>> uses_;  ///< by buffer; `time` is the step
    std::vector<std::int64_t> times_;            ///< steps, ascending; the last one is the end
    std::vector<SpillItem> items_;
    std::vector<BufferIndex> buffers_;       ///< by item
    std::vector<bool> is_movable_;           ///< by buffer
    std::vector<std::int64_t> fixed_first_;  ///< by time
    std::vector<std::int64_t> fixed_second_;
    std::vector<std::int64_t> movable_load_;  ///< by time: all items
    std::vector<std::int64_t> used_load_;     ///< by time: the items that are used then
};

}  // namespace arenascope
