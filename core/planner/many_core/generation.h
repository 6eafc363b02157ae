#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "core/base/containers/wide.h"
#include "core/planner/many_core/choosing_method.h"
#include "core/trace/learning_point.h"

namespace arenascope {

/// Placements of one core that make one point of its learning curve.
class Generation {
public:
    void add(const CorePlacement& placement) {
        best_ = attempts_ == 0 || placement.score < best_.score ? placement : best_;
        worst_ = std::max(worst_, placement.score.peak);
        sum_ += placement.score.peak.value();
        ++attempts_;
    }
    [[nodiscard]] std::size_t attempts() const { return attempts_; }
    [[nodiscard]] LearningPoint point(RegionIndex core, std::uint64_t number) const {
        return {.region = core,
                .number = number,
                .attempts = attempts_,
                .best = best_.score.peak,
                .mean = Offset(static_cast<std::int64_t>(sum_ / static_cast<Int128>(attempts_))),
                .worst = worst_,
                .fragmentation = best_.score.fragmentation};
    }
    /// The best placement; the generation is empty afterwards.
    CorePlacement take() { return std::exchange(*this, {}).best_; }

private:
    CorePlacement best_;
    Offset worst_;
    Int128 sum_ = 0;
    std::size_t attempts_ = 0;
};

}  // namespace arenascope
