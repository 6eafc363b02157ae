#include "core/planner/greedy/greedy_strategy.h"

#include <array>

namespace arenascope {

std::span<const GreedyStrategy> greedy_strategies() {
    static constexpr std::array<GreedyStrategy, 12> all{
        offsets_naive,  offsets_greedy_by_size,   offsets_greedy_by_breadth, greedy_tflm,
        greedy_tflite,  best_fit_by_size,         best_fit_by_duration,      greedy_by_conflicts,
        greedy_by_area, greedy_in_order_of_birth, greedy_around_the_peak,    greedy_large_then_long,
    };
    return all;
}

}  // namespace arenascope
