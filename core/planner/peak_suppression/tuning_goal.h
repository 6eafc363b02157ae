#pragma once

#include <cstdint>
#include <vector>

#include "core/model/memory/quantity.h"
#include "core/planner/peak_suppression/seen_orders.h"
#include "core/trace/frame.h"

namespace arenascope {

/// The three goals that end a run, tested in this order: (i) the peak is not above the threshold; (ii) an earlier
/// iteration had the same order; (iii) the limit of adjustments is reached.
///
/// Source: docs/method.md, "Peak suppression", step 3.
class TuningGoals {
public:
    TuningGoals(Offset threshold, std::uint64_t adjustment_limit)
        : threshold_(threshold), adjustment_limit_(adjustment_limit) {}

    /// The goal that an iteration reaches; Goal::none: go on. `adjustments` counts those made so far. Remembers the
    /// order. O(n) for n buffers.
    Goal judge(Offset peak, const std::vector<BufferIndex>& order, std::uint64_t adjustments) {
        const bool fresh = seen_.remember(order);
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
    SeenOrders seen_;
};

}  // namespace arenascope
