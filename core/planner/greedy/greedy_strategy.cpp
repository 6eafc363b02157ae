#include "core/planner/greedy/greedy_strategy.h"

#include <array>

namespace arenascope {

std::span<const GreedyStrategy> greedy_strategies() {
    static constexpr std::array<GreedyStrategy, 12> all{{
        {"offsets-naive", "each buffer above the one before: no byte is used twice", in_input_order, std::nullopt},
        {"offsets-greedy-by-size", "by falling size into the smallest gap, as TensorFlow's GPU delegate", by_size,
         PlacingRule::best_fit},
        {"offsets-greedy-by-breadth", "step by step from the widest on, by falling size into the smallest gap",
         by_breadth, PlacingRule::best_fit},
        {"greedy-tflm", "by falling size into the lowest gap, as TensorFlow Lite for Microcontrollers", by_size,
         PlacingRule::lowest_fit},
        {"greedy-tflite", "alive throughout first, then by falling size into the smallest gap, as TensorFlow Lite",
         throughout_then_by_size, PlacingRule::best_fit},
        {"best-fit-by-size", "by falling size, then lifetime, into the smallest gap, as XLA's spatial best fit",
         by_size_then_length, PlacingRule::best_fit},
        {"best-fit-by-duration", "by falling lifetime, then size, into the smallest gap, as XLA's temporal best fit",
         by_length_then_size, PlacingRule::best_fit},
        {"greedy-by-conflicts", "by falling number of conflicts into the lowest gap, as TVM", by_conflicts,
         PlacingRule::lowest_fit},
        {"greedy-by-area", "by falling size times lifetime into the lowest gap", by_area, PlacingRule::lowest_fit},
        {"greedy-in-order-of-birth", "as they come to life into the lowest gap, as a heap does at run time", by_birth,
         PlacingRule::lowest_fit},
        {"greedy-around-the-peak", "alive at the peak first, the longest at the bottom; then by falling size",
         around_the_peak, PlacingRule::lowest_fit},
        {"greedy-large-then-long", "large ones by falling lifetime into the smallest gap, then the small ones",
         large_then_by_length, PlacingRule::best_fit},
    }};
    return all;
}

}  // namespace arenascope
