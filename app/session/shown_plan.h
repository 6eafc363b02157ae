#pragma once

#include <memory>
#include <span>
#include <vector>

#include "core/check/overlap_area.h"
#include "core/check/overlap_checker.h"
#include "core/explain/peak_chain.h"
#include "core/memory/layout.h"
#include "core/memory/problem.h"
#include "core/memory/risk.h"
#include "core/trace/trace.h"

namespace arenascope {

/// What the overlap check found.
struct CheckFindings {
    CheckReport report;
    std::vector<OverlapArea> overlap_areas;  ///< where the pairs of the report overlap
};

/// A plan as all views show it. Nobody changes one that is shown: a change shows another one.
///
/// The large parts are shared and never copied. A view keeps those that it needs, and a plan with one more verdict is
/// the same plan with other pointers.
struct ShownPlan {
    std::shared_ptr<const Problem> problem;                         ///< never null
    std::shared_ptr<const Layout> layout;                           ///< never null
    std::shared_ptr<const IndexedVector<BufferIndex, Risk>> risks;  ///< never null; by buffer
    std::shared_ptr<const IndexedVector<RegionIndex, Bytes>>
        thresholds;  ///< never null; by region, see region_thresholds()
    /// Never null: what a step put elsewhere than the step shown before it; empty after anything but a step.
    std::shared_ptr<const std::vector<Move>> moves;
    /// Whether this is the best layout so far of a run under way, which is neither checked nor explained.
    bool is_preview = false;

    std::shared_ptr<const CheckFindings> checked;        ///< null while it is not known
    std::shared_ptr<const PeakExplanation> explanation;  ///< why the peak is where it is; null while it is not known
    bool check_failed = false;                           ///< the last check ran out of memory
    bool explanation_failed = false;                     ///< likewise

    /// Null while it is not known.
    [[nodiscard]] const CheckReport* report() const { return checked ? &checked->report : nullptr; }
    /// Empty while there is no report.
    [[nodiscard]] std::span<const OverlapArea> overlap_areas() const {
        return checked ? std::span<const OverlapArea>(checked->overlap_areas) : std::span<const OverlapArea>();
    }
    /// The highest threshold of a region; 0 without regions.
    [[nodiscard]] Bytes threshold() const;
};

/// What is shown while nothing is open: an empty problem. Always the same object.
[[nodiscard]] const std::shared_ptr<const ShownPlan>& no_plan();

/// A plan without moves that nobody has judged. It shares the thresholds of `before` if they cannot differ; else
/// O(n log n).
[[nodiscard]] ShownPlan unjudged_plan(std::shared_ptr<const Problem> problem, std::shared_ptr<const Layout> layout,
                                      std::shared_ptr<const IndexedVector<BufferIndex, Risk>> risks,
                                      const ShownPlan& before);

}  // namespace arenascope
