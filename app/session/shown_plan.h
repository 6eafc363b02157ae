#pragma once

#include <memory>
#include <span>
#include <vector>

#include "core/analysis/explain/layout_figures.h"
#include "core/analysis/explain/peak_report.h"
#include "core/analysis/verdict/verdict_figures.h"
#include "core/check/overlap_area.h"
#include "core/check/overlap_checker.h"
#include "core/model/edit/hand_edit.h"
#include "core/model/memory/layout.h"
#include "core/model/memory/order_places.h"
#include "core/model/memory/plan_profiles.h"
#include "core/model/memory/problem.h"
#include "core/model/tiers/risk.h"
#include "core/trace/trace.h"

namespace arenascope {

/// The result of the overlap check.
struct CheckFindings {
    CheckReport report;
    std::vector<OverlapArea> overlap_areas;  ///< where the pairs of the report overlap
};

/// Checks a layout. O(n log n + pairs).
[[nodiscard]] CheckFindings check_findings(const Problem& problem, const Layout& layout);

/// A plan as all views show it. A shown plan never changes; every change shows a new one.
///
/// Large parts are shared and never copied. A view keeps the parts that it needs. A new verdict makes a new plan with
/// the same pointers and one more.
struct ShownPlan {
    std::shared_ptr<const Problem> problem;                         ///< never null
    std::shared_ptr<const Layout> layout;                           ///< never null
    std::shared_ptr<const IndexedVector<BufferIndex, Risk>> risks;  ///< never null; by buffer
    std::shared_ptr<const IndexedVector<RegionIndex, Bytes>>
        thresholds;                                ///< never null; by region, see region_thresholds()
    std::shared_ptr<const PlanProfiles> profiles;  ///< never null; the live sizes
    std::shared_ptr<const LayoutFigures> figures;  ///< never null
    /// Null: no allocator recorded the buffers.
    std::shared_ptr<const AllocatorFigures> recorded;
    /// Never null. What a verdict needs beside `figures`.
    std::shared_ptr<const VerdictFigures> verdict_figures;
    Bytes unshared_threshold;  ///< as threshold(), if no buffers shared memory on purpose
    /// Never null. The buffers that the shown step of a run moved since the step before it, see Replay::moves_at().
    /// Empty if no step is shown, or an edited one.
    std::shared_ptr<const std::vector<Move>> moves;
    /// Never null. Everything that was edited by hand, see hand_edits_of(); empty for a preview.
    std::shared_ptr<const std::vector<HandEdit>> hand_edits;
    /// Null: the shown step has no placing order. Of a step of a run, until it is edited.
    std::shared_ptr<const OrderPlaces> order;
    /// Null: the shown step is no group and no rearrangement; otherwise the members of the group.
    std::shared_ptr<const std::vector<BufferIndex>> group;
    /// The iteration of the run whose tiers `risks` are, if it is not the shown step; none(): they are of the layout.
    FrameIndex tiers_of = FrameIndex::none();
    /// True: the shown step has not placed all buffers yet, and the run places all of them.
    bool is_under_way = false;
    /// True: the best layout so far of a run under way. A preview is not checked, and explained only while the run is
    /// paused.
    bool is_preview = false;
    bool is_paused = false;  ///< a preview: the step at which the run is paused

    std::shared_ptr<const CheckFindings> checked;        ///< null: not known yet
    std::shared_ptr<const PeakExplanation> explanation;  ///< why the peak is where it is; null: not known yet
    bool check_failed = false;                           ///< the last check ran out of memory
    bool explanation_failed = false;                     ///< the last explanation ran out of memory

    /// Null: not known yet.
    [[nodiscard]] const CheckReport* report() const { return checked ? &checked->report : nullptr; }
    /// Empty while there is no report.
    [[nodiscard]] std::span<const OverlapArea> overlap_areas() const {
        return checked ? std::span<const OverlapArea>(checked->overlap_areas) : std::span<const OverlapArea>();
    }
    /// The highest threshold of a region; 0 without regions.
    [[nodiscard]] Bytes threshold() const;
};

/// The plan that is shown while nothing is open: an empty problem. Always the same object.
[[nodiscard]] const std::shared_ptr<const ShownPlan>& no_plan();

/// A plan without moves and verdicts. What follows from problem, layout and tiers is found here, once for all views.
/// Shares with `before` what is the same. `figures` null: not known yet. O(n log n); with `figures`, and the live sizes
/// of `before`, linear in the regions.
[[nodiscard]] ShownPlan unjudged_plan(std::shared_ptr<const Problem> problem, std::shared_ptr<const Layout> layout,
                                      std::shared_ptr<const IndexedVector<BufferIndex, Risk>> risks,
                                      const ShownPlan& before, std::shared_ptr<const LayoutFigures> figures = nullptr);

}  // namespace arenascope
