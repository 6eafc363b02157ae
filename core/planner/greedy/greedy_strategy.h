#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/planner/container/rectangle_container.h"
#include "core/planner/greedy/greedy_placement.h"
#include "core/planner/planner.h"

namespace arenascope {

/// A greedy strategy: an order of the buffers and a rule for the offset of each.
///
/// All strategies share three properties that the originals do not have. Pinned buffers are placed first. Each region
/// is planned separately. Gaps and windows count piece by piece. Originals break some ties by an unstable sort, by
/// names or by addresses; here such ties keep the input order, so that runs are reproducible. An order costs O(n log n)
/// for n buffers. A placement costs O(c), at most O(c log c), if c buffers share time with the placed one (see
/// RectangleContainer).
///
///   name                        order                                   rule
///   offsets-naive               input order                             above everything
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
///   greedy-large-then-long      large buffers, length                   smallest gap
struct GreedyStrategy {
    std::string_view name;  ///< as on the command line
    std::string_view summary;
    OrderRule order;
    std::optional<PlacingRule> rule;  ///< empty: above everything placed so far, so that no two buffers share bytes
};

/// Each buffer above the previous one. O(n).
///
/// Origin: TensorFlow Lite's GPU delegate, strategy NAIVE for offsets; see docs/method.md, "TensorFlow's strategies".
/// The offsets and the total are the same. Difference: the base alignment is the option `alignment`.
inline constexpr GreedyStrategy offsets_naive{
    "offsets-naive", "each buffer above the previous one: no byte is used twice", in_input_order, std::nullopt};

/// By falling size into the smallest gap. O(n log n + n c).
///
/// Origin: TensorFlow Lite's GPU delegate, strategy GREEDY_BY_SIZE for offsets; see docs/method.md, "TensorFlow's
/// strategies". Also Pisarchyk and Lee, Efficient Memory Management for Deep Neural Net Inference, 2020, section 5.2.
/// The offsets and the total are the same. Differences: the base alignment is the option `alignment`. The original
/// visits all placed tensors for each tensor, O(n²); this one visits only those alive at the same time.
inline constexpr GreedyStrategy offsets_greedy_by_size{
    "offsets-greedy-by-size", "by falling size into the smallest gap, as TensorFlow's GPU delegate", by_size,
    PlacingRule::best_fit};

/// Step by step, the step with the largest live size first; in each step by falling size into the smallest gap. O(n log
/// n + n c).
///
/// Origin: Pisarchyk and Lee, 2020, section 5.3. Difference: buffers are sorted by the largest live size of any step of
/// their lifetimes. This gives the same order without a visit of every buffer in every step.
inline constexpr GreedyStrategy offsets_greedy_by_breadth{
    "offsets-greedy-by-breadth",
    "steps with the largest live size first, in each by falling size into the smallest gap", by_breadth,
    PlacingRule::best_fit};

/// By falling size into the lowest gap. O(n log n + n c).
///
/// Origin: the greedy memory planner of TensorFlow Lite for Microcontrollers. Differences: the original rounds sizes up
/// before it plans. Here the option `alignment` aligns offsets and sizes stay, so no layout is larger for it. The
/// original's offline-planned offsets are pins here.
inline constexpr GreedyStrategy greedy_tflm{
    "greedy-tflm", "by falling size into the lowest gap, as TensorFlow Lite for Microcontrollers", by_size,
    PlacingRule::lowest_fit};

/// Buffers alive throughout first, then by falling size, then by first use, into the smallest gap. O(n log n + n c).
///
/// Origin: the arena planner of TensorFlow Lite. Difference: the original plans the span of one delegate at a time. A
/// problem knows no delegates, so here the whole time is one span.
inline constexpr GreedyStrategy greedy_tflite{
    "greedy-tflite", "buffers alive throughout first, then by falling size into the smallest gap, as TensorFlow Lite",
    throughout_then_by_size, PlacingRule::best_fit};

/// By falling size, then by falling lifetime, into the smallest gap. O(n log n + n c).
///
/// Origin: XLA's heap simulator, global decreasing size best fit, spatial. Differences: the original can split its heap
/// at a size limit and can assign a common place to several buffers. Here a region is one heap, and `operator-sharing`
/// is the planner that shares memory.
inline constexpr GreedyStrategy best_fit_by_size{
    "best-fit-by-size", "by falling size, then lifetime, into the smallest gap, as XLA's spatial best fit",
    by_size_then_length, PlacingRule::best_fit};

/// By falling lifetime, then by falling size, into the smallest gap. O(n log n + n c).
///
/// Origin: XLA's heap simulator, global decreasing size best fit, temporal. Differences: as for best_fit_by_size.
inline constexpr GreedyStrategy best_fit_by_duration{
    "best-fit-by-duration", "by falling lifetime, then size, into the smallest gap, as XLA's temporal best fit",
    by_length_then_size, PlacingRule::best_fit};

/// By falling number of conflicts, then by falling size, into the lowest gap. O(n log n + n c).
///
/// Origin: TVM's unified static memory planner, greedy by conflicts. Differences: the original chooses one of several
/// pools by their limits; here the region of a buffer is fixed. Conflicts are counted from sorted begins and ends,
/// without a list of pairs.
inline constexpr GreedyStrategy greedy_by_conflicts{"greedy-by-conflicts",
                                                    "by falling number of conflicts into the lowest gap, as TVM",
                                                    by_conflicts, PlacingRule::lowest_fit};

/// By falling size times lifetime into the lowest gap. O(n log n + n c).
///
/// Origin: a common heuristic in dynamic storage allocation and rectangle packing. Difference: the product has 128
/// bits.
inline constexpr GreedyStrategy greedy_by_area{"greedy-by-area", "by falling size times lifetime into the lowest gap",
                                               by_area, PlacingRule::lowest_fit};

/// By begin, into the lowest gap. O(n log n + n c).
///
/// Origin: first fit, as a heap works at run time (Knuth, The Art of Computer Programming 1, section 2.5). Difference:
/// buffers that begin in the same step keep the input order, because a problem has no order of calls.
inline constexpr GreedyStrategy greedy_in_order_of_birth{"greedy-in-order-of-birth",
                                                         "by first use into the lowest gap, as a heap at run time",
                                                         by_birth, PlacingRule::lowest_fit};

/// The buffers alive at the peak step by falling lifetime, then the others by falling size, into the lowest gap. O(n
/// log n + n c).
///
/// Origin: this project. The buffers alive at the peak step reach the threshold without a hole if they are placed
/// first. The longest go to the bottom, so that the space free before and after the step is contiguous.
inline constexpr GreedyStrategy greedy_around_the_peak{
    "greedy-around-the-peak", "buffers alive at the peak first, the longest at the bottom; then by falling size",
    around_the_peak, PlacingRule::lowest_fit};

/// Large buffers by falling lifetime into the smallest gap, then the small ones. O(n log n + n c).
///
/// Origin: this project. Large and long buffers leave holes, and small buffers fill them.
inline constexpr GreedyStrategy greedy_large_then_long{
    "greedy-large-then-long", "large buffers by falling lifetime into the smallest gap, then the small ones",
    large_then_by_length, PlacingRule::best_fit};

/// All greedy strategies in the order of every list.
[[nodiscard]] std::span<const GreedyStrategy> greedy_strategies();

/// The planner of a greedy strategy. It places one region after the other. The stop token is called every hundred
/// thousand visits. If the run is stopped before all is placed, the layout of the result is empty. The trace has a
/// frame for each placement. If there are very many buffers, a frame covers several placements, which keeps time and
/// memory linear.
[[nodiscard]] Planner greedy_planner(const GreedyStrategy& strategy);

/// One planner for each of `greedy_strategies()`.
[[nodiscard]] std::vector<Planner> greedy_planners();

}  // namespace arenascope
