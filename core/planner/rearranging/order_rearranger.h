#pragma once

#include <cstdint>
#include <string>

#include "core/memory/indexed_vector.h"
#include "core/planner/container/rectangle_container.h"
#include "core/planner/rearranging/rectangle_rearranger.h"

namespace arenascope {

/// Counts for each rectangle how often it has stood above the threshold, and puts those with the higher count first;
/// equals keep the order that the group was sorted in. What is in the way is then placed later and finds other
/// holes. A few draws lower the peak of any number of buffers, of whatever kind.
///
///   sorted order   a b c d e f g h     f and h stand above the threshold: one complaint each
///   next           f h a b c d e g     now h and b do
///   next           h f b a c d e g
class OrderRearranger final : public RectangleRearranger {
public:
    OrderRearranger(const Problem& problem, const RectangleContainer& container, Offset threshold);

    /// The order after the one in which the container holds the group. Empty when that is the same order.
    [[nodiscard]] Group next(const RearrangerTask& task) override;
    [[nodiscard]] std::int64_t work() const override { return work_; }
    [[nodiscard]] std::uint64_t draws() const override { return draws_; }
    [[nodiscard]] std::string last_draw() const override;

private:
    const Problem* problem_;
    const RectangleContainer* container_;
    Offset threshold_;
    IndexedVector<BufferIndex, std::uint32_t> complaints_;  ///< by BufferIndex
    std::int64_t work_ = 0;
    std::uint64_t draws_ = 0;
};

}  // namespace arenascope
