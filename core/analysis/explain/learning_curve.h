#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/model/memory/problem.h"
#include "core/trace/trace.h"

namespace arenascope {

/// What a run over several cores improves, step by step, before it records the placements of its result.
///
///   sum of peaks │ ╲  ╱╲   mean of the layouts of a generation
///                │  ╲_______
///                │          ╲____   best
///                └──────────────│ first placement
struct LearningCurve {
    /// The criterion of the run, over all cores together: each core is improved by itself, so the highest peak alone
    /// would hide the gain of all others.
    enum class Figure : std::uint8_t {
        sum_of_peaks,  ///< bytes
        fragmentation  ///< external, in bytes · steps (see external_fragmentation)
    };
    struct Point {
        FrameIndex frame;
        std::int64_t amount = 0;
        /// The same with the mean of the layouts that a generation tried for its core; empty: not recorded.
        std::optional<std::int64_t> mean = {};
        friend bool operator==(const Point&, const Point&) = default;
    };
    Figure figure = Figure::sum_of_peaks;
    std::vector<Point> points;  ///< the improvements, generations and episodes before the first placement
};

/// No points if the problem has a single region, or if no placement follows the improvements. O(f + m + Σ n log n) for
/// f frames, their m moves, and the n buffers of each region in which a frame moved one. Source: docs/method.md,
/// section "Many-core".
[[nodiscard]] LearningCurve learning_curve(const Trace& trace, const Problem& problem);

/// The lowest amount of a run up to each of its chief steps.
///
///   each step     9 7 8 5 6 6
///   lowest so far 9 7 7 5 5 5
///
/// `chief`: chief steps in the order of the run. The first of them are the points of `learning`, whose amounts count by
/// themselves. `begins`: ascending positions at which another region begins; it is counted anew. Steps that place one
/// buffer after the other have no value, because their layouts are not complete. Linear.
[[nodiscard]] std::vector<std::optional<std::int64_t>> best_so_far(const Trace& trace,
                                                                   std::span<const FrameIndex> chief,
                                                                   std::span<const std::size_t> begins,
                                                                   const LearningCurve& learning = {});

}  // namespace arenascope
