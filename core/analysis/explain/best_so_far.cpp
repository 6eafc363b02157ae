#include "core/analysis/explain/best_so_far.h"

#include <algorithm>

namespace arenascope {

std::vector<std::optional<std::int64_t>> best_so_far(const Trace& trace, std::span<const FrameIndex> chief,
                                                     std::span<const std::size_t> begins,
                                                     const LearningCurve& learning) {
    std::vector<std::optional<std::int64_t>> best(chief.size());
    std::optional<std::int64_t> lowest;
    for (std::size_t i = 0; i < chief.size(); ++i) {
        if (std::ranges::binary_search(begins, i)) {
            lowest.reset();
        }
        const bool is_learned = i < learning.points.size();
        const Frame& frame = trace.frames[chief[i]];
        if (!is_learned && frame.kind == FrameKind::placement) {
            lowest.reset();
            continue;
        }
        const std::int64_t amount = is_learned ? learning.points[i].amount : frame.peak.value();
        lowest = std::min(lowest.value_or(amount), amount);
        best[i] = lowest;
    }
    return best;
}

}  // namespace arenascope
