#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "core/planner/container/rectangle_container.h"
#include "core/planner/greedy/placing_order.h"

namespace arenascope {

/// One greedy strategy: an order, and where each buffer goes in its turn.
///
/// What all of them share: pinned buffers are placed first and each region is planned by itself, and gaps and windows
/// count piece by piece, which no original knows. Ties that an original leaves to a sort that is not stable, to names
/// or to addresses keep the input order here, so that a run can be repeated. n buffers, of which c share time with one
/// while it is placed: an order costs O(n log n), a placement O(c), at most O(c log c) (see RectangleContainer).
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
struct GreedyStrategy {
    std::string_view name;  ///< as on the command line
    std::string_view summary;
    OrderRule order;
    std::optional<PlacingRule> rule;  ///< none: above everything that is placed, so that no two share bytes
};

/// Each buffer above the one before. O(n).
///
/// Origin: TensorFlow Lite's GPU delegate, 002_9765a5815b5de446, its strategy NAIVE of offsets. The same offsets and
/// total. Difference: the base alignment is the option `alignment`.
inline constexpr GreedyStrategy offsets_naive{
    "offsets-naive", "each buffer above the one before: no byte is used twice", in_input_order, std::nullopt};

/// By falling size into the smallest gap. O(n log n + n c).
///
/// Origin: TensorFlow Lite's GPU delegate, 002_9765a5815b5de446, its strategy GREEDY_BY_SIZE of offsets; Pisarchyk and
/// Lee, Efficient Memory Management for Deep Neural Net Inference, 2020, section 5.2. The same offsets and total.
/// Differences: the base alignment is the option `alignment`; the original looks at all placed tensors for each one,
/// O(n²), this at those alive at the same time.
inline constexpr GreedyStrategy offsets_greedy_by_size{
    "offsets-greedy-by-size", "by falling size into the smallest gap, as TensorFlow's GPU delegate", by_size,
    PlacingRule::best_fit};

/// Step by step from the widest one on, in each by falling size into the smallest gap. O(n log n + n c).
///
/// Origin: Pisarchyk and Lee, 2020, section 5.3. Difference: steps are not visited one by one. A buffer is sorted by
/// the widest step that it is alive in, which gives the same order without a visit of each buffer in each of its steps.
inline constexpr GreedyStrategy offsets_greedy_by_breadth{
    "offsets-greedy-by-breadth", "step by step from the widest on, by falling size into the smallest gap", by_breadth,
    PlacingRule::best_fit};

/// By falling size into the lowest gap. O(n log n + n c).
///
/// Origin: the greedy memory planner of TensorFlow Lite for Microcontrollers. Differences: that aligns sizes before it
/// plans, here `alignment` aligns offsets and sizes stay, so that a layout is never larger for it; buffers whose offset
/// is given offline are pins here.
inline constexpr GreedyStrategy greedy_tflm{
    "greedy-tflm", "by falling size into the lowest gap, as TensorFlow Lite for Microcontrollers", by_size,
    PlacingRule::lowest_fit};

/// What is alive throughout first, then by falling size, then by first use, into the smallest gap. O(n log n + n c).
///
/// Origin: the arena planner of TensorFlow Lite. Difference: that allocates within one delegate's span at a time, of
/// which a problem knows nothing; here the whole of time is one span.
inline constexpr GreedyStrategy greedy_tflite{
    "greedy-tflite", "alive throughout first, then by falling size into the smallest gap, as TensorFlow Lite",
    throughout_then_by_size, PlacingRule::best_fit};

/// By falling size, then lifetime, into the smallest gap. O(n log n + n c).
///
/// Origin: XLA's heap simulation, best fit by global decreasing size, spatial. Differences: that may split its heap at
/// a size limit and give buffers a common place beforehand; here a region is one heap, and what shares is a matter of
/// `operator-sharing`.
inline constexpr GreedyStrategy best_fit_by_size{
    "best-fit-by-size", "by falling size, then lifetime, into the smallest gap, as XLA's spatial best fit",
    by_size_then_length, PlacingRule::best_fit};

/// By falling lifetime, then size, into the smallest gap. O(n log n + n c).
///
/// Origin: XLA's heap simulation, best fit by global decreasing size, temporal. Differences: those of best_fit_by_size.
inline constexpr GreedyStrategy best_fit_by_duration{
    "best-fit-by-duration", "by falling lifetime, then size, into the smallest gap, as XLA's temporal best fit",
    by_length_then_size, PlacingRule::best_fit};

/// By falling number of conflicts, then size, into the lowest gap. O(n log n + n c).
///
/// Origin: TVM's unified static memory planner, greedy by conflicts. Differences: that chooses among several pools by
/// their limits, here a buffer's region is given; conflicts are counted from sorted begins and ends, without a list of
/// pairs.
inline constexpr GreedyStrategy greedy_by_conflicts{"greedy-by-conflicts",
                                                    "by falling number of conflicts into the lowest gap, as TVM",
                                                    by_conflicts, PlacingRule::lowest_fit};

/// By falling size times lifetime into the lowest gap. O(n log n + n c).
///
/// Origin: folklore of dynamic storage allocation and of packing rectangles. Difference: the product has 128 bits.
inline constexpr GreedyStrategy greedy_by_area{"greedy-by-area", "by falling size times lifetime into the lowest gap",
                                               by_area, PlacingRule::lowest_fit};

/// As they come to life, into the lowest gap. O(n log n + n c).
///
/// Origin: first fit, what a heap does at run time (Knuth, The Art of Computer Programming 1, section 2.5). Difference:
/// of what begins in one step the input order decides, for there is no order of calls.
inline constexpr GreedyStrategy greedy_in_order_of_birth{
    "greedy-in-order-of-birth", "as they come to life into the lowest gap, as a heap does at run time", by_birth,
    PlacingRule::lowest_fit};

/// What is alive at the peak step by falling lifetime, then the rest by falling size, into the lowest gap.
/// O(n log n + n c).
///
/// Origin: this project. What is alive at the peak step fills the threshold without a hole when it is stacked first,
/// the longest at the bottom, so that what is free before and after lies together.
inline constexpr GreedyStrategy greedy_around_the_peak{
    "greedy-around-the-peak", "alive at the peak first, the longest at the bottom; then by falling size",
    around_the_peak, PlacingRule::lowest_fit};

/// Large ones by falling lifetime into the smallest gap, then the small ones. O(n log n + n c).
///
/// Origin: this project. Large and long ones leave holes, and the small ones fill them.
inline constexpr GreedyStrategy greedy_large_then_long{
    "greedy-large-then-long", "large ones by falling lifetime into the smallest gap, then the small ones",
    large_then_by_length, PlacingRule::best_fit};

/// All of them, in the order in which they are listed.
[[nodiscard]] std::span<const GreedyStrategy> greedy_strategies();

}  // namespace arenascope
