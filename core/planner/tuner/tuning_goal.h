#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "core/memory/quantity.h"
#include "core/trace/frame.h"

namespace arenascope {

/// The three goals, any one of which ends a run, tested in the method's order: (i) the peak is not above the threshold;
/// (ii) the same order as in any earlier iteration; (iii) as many adjustments as the limit allows.
/// Source: 000_ac36546300477820, paragraphs 94 and 95.
class TuningGoals {
public:
    TuningGoals(Offset threshold, std::uint64_t adjustment_limit)
        : threshold_(threshold), adjustment_limit_(adjustment_limit) {}

    /// Which goal an iteration meets: its peak, its order, and the adjustments made until then. Goal::none: go on.
    /// Remembers the order. O(n log k) for n buffers and k iterations.
    Goal judge(Offset peak, const std::vector<BufferIndex>& order, std::uint64_t adjustments) {
        const bool fresh = seen_.insert(order).second;
        if (peak <= threshold_) {
            return Goal::at_threshold;
        }
        if (!fresh) {
            return Goal::order_seen;
        }
        return adjustments >= adjustment_limit_ ? Goal::adjustments_spent : Goal::none;
    }

private:
    Offset threshold_;
    std::uint64_t adjustment_limit_;
    std::set<std::vector<BufferIndex>> seen_;
};

}  // namespace arenascope
