#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "core/planner/container/rectangle_container.h"
#include "core/planner/greedy/placing_order.h"

namespace arenascope {

/// One greedy strategy: an order, and where each buffer goes in its turn.
struct GreedyStrategy {
    std::string_view name;  ///< as on the command line
    std::string_view summary;
    OrderRule order;
    std::optional<PlacingRule> rule;  ///< none: above everything that is placed, so that no two share bytes
};

/// The strategies of the field, in the order in which they are listed.
///
///   name                        order                                   goes
///   offsets-naive               as given                                above everything
///   offsets-greedy-by-size      size                                    smallest gap
///   offsets-greedy-by-breadth   breadth of the widest step, size        smallest gap
///   greedy-tflm                 size                                    lowest gap
///   greedy-tflite               alive throughout, size, first use       smallest gap
///   best-fit-by-size            size, length                            smallest gap
///   best-fit-by-duration        length, size                            smallest gap
///   greedy-by-conflicts         conflicts, size                         lowest gap
///   greedy-by-area              size · length                           lowest gap
///   greedy-in-order-of-birth    begin                                   lowest gap
///   greedy-around-the-peak      alive at the peak by length, size       lowest gap
///   greedy-large-then-long      large ones, length                      smallest gap
///
/// Where they come from, and what differs: of all of them, pinned buffers are placed first and each region is planned
/// by itself, and gaps and windows count piece by piece, which no original knows. Ties that an original leaves to a
/// sort that is not stable, to names or to addresses keep the input order here, so that a run can be repeated.
/// - `offsets-naive` and `offsets-greedy-by-size`: TensorFlow Lite's GPU delegate, 002_9765a5815b5de446 (its strategies
///   NAIVE and GREEDY_BY_SIZE of offsets), and Pisarchyk and Lee, Efficient Memory Management for Deep Neural Net
///   Inference, 2020, section 5.2. The same offsets and totals. The base alignment is the option `alignment`.
/// - `offsets-greedy-by-breadth`: the same paper, section 5.3.
/// - `greedy-tflm`: the greedy memory planner of TensorFlow Lite for Microcontrollers. That aligns sizes before it
/// plans;
///   here `alignment` aligns offsets and sizes stay.
/// - `greedy-tflite`: the arena planner of TensorFlow Lite, which allocates within one delegate's span at a time; here
///   the whole of time is one span.
/// - `best-fit-by-size`, `best-fit-by-duration`: XLA's heap simulation by global decreasing size, spatial and temporal.
///   That may split its heap at a size limit and colocate buffers; here a region is one heap.
/// - `greedy-by-conflicts`: TVM's unified static memory planner, which chooses among several pools by their limits;
/// here
///   a buffer's region is given.
/// - `greedy-by-area`, `greedy-in-order-of-birth`: folklore of dynamic storage allocation; the second is what a
/// first-fit
///   heap does at run time.
/// - `greedy-around-the-peak`, `greedy-large-then-long`: of this project. What is alive at the peak step fills the
///   threshold without a hole when it is stacked first, the longest at the bottom, so that what is free before and
///   after lies together; of what is left the small ones fill the holes.
///
/// Each costs its order, O(n log n), and a placement of each buffer (see RectangleContainer).
[[nodiscard]] std::span<const GreedyStrategy> greedy_strategies();

}  // namespace arenascope
