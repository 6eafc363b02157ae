#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/analysis/explain/learning_curve.h"
#include "core/trace/trace.h"

namespace arenascope {

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
