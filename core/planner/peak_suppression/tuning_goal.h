#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "core/model/memory/quantity.h"
#include "core/trace/frame.h"

namespace arenascope {

/// The orders of a set of buffers that were placed before. A hash finds an order, and the whole sequence decides.
///
///   x y w ──▶ hash 7 ──▶ [x y w]
///   x w y ──▶ hash 9 ──▶ [x w y]
///   x y w ──▶ hash 7 ──▶ [x y w], the same: seen
///
/// The sequences take at most about a quarter of a gigabyte. Above that all of them are forgotten, so a goal can only
/// be reached later, never wrongly.
///
/// Source: docs/method.md, "Peak suppression", step 3, goal (ii).
class SeenOrders {
public:
    /// Whether the order is new; from now on it is known. O(n).
    bool remember(std::span<const BufferIndex> order);
    /// Forgets all orders, because they start from another layout now.
    void forget();

private:
    struct Stretch {
        std::size_t first;  ///< into the sequences
        std::size_t length;
    };
    std::vector<BufferIndex> sequences_;
    std::unordered_multimap<std::uint64_t, Stretch> by_hash_;
};

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
