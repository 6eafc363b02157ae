#pragma once

#include <cstdint>
#include <string>

#include "core/base/containers/indexed_vector.h"
#include "core/planner/container/rectangle_container.h"
#include "core/planner/peak_suppression/group_rearranger.h"

namespace arenascope {

/// Counts for each rectangle how often it was above the threshold and moves those with a higher count forward. Ties
/// keep the sorted order of the group. Obstacles are then placed later and find other holes. A few draws lower the peak
/// of most groups, whatever their size.
///
///   sorted order   a b c d e f g h     f and h are above the threshold: both counts become 1
///   next           f h a b c d e g     now h and b are
///   next           h f b a c d e g
class OrderRearranger final : public GroupRearranger {
public:
    OrderRearranger(const Problem& problem, const RectangleContainer& container, Offset threshold);

    /// The order after the one in the container. Empty: the order cannot change any more.
    [[nodiscard]] Group next(const RearrangerTask& task) override;
    [[nodiscard]] std::int64_t work() const override { return work_; }
    [[nodiscard]] std::string last_draw() const override;

private:
    const Problem* problem_;
    const RectangleContainer* container_;
    Offset threshold_;
    IndexedVector<BufferIndex, std::uint32_t> times_above_;  ///< by BufferIndex
    std::int64_t work_ = 0;
    std::uint64_t draws_ = 0;
};

}  // namespace arenascope
