#pragma once

#include <memory>
#include <optional>

#include "core/analysis/compare/compared_recordings.h"
#include "core/analysis/compare/live_difference.h"
#include "core/analysis/compare/plan_changes.h"
#include "core/analysis/compare/plan_totals.h"
#include "core/analysis/compare/step_matching.h"
#include "core/base/containers/indexed_vector.h"
#include "core/model/memory/plan_profiles.h"
#include "core/model/tiers/risk.h"

namespace arenascope {

/// One plan of a comparison. Its large parts are shared with whoever shows it.
struct ComparedSide {
    std::shared_ptr<const Problem> problem;  ///< never null, as the layout and the tiers
    std::shared_ptr<const Layout> layout;
    std::shared_ptr<const IndexedVector<BufferIndex, Risk>> risks;  ///< empty: unknown
    std::shared_ptr<const PlanProfiles> profiles;                   ///< never null; the live sizes

    [[nodiscard]] Comparand comparand() const { return {*problem, *layout}; }
};

/// Two plans, A and B, with everything that a comparison tells of them.
struct ComparedPlans {
    ComparedSide a;
    ComparedSide b;
    PlanFigures figures_of_a;
    PlanFigures figures_of_b;
    PlanChanges changes;
    ChangedBytes changed;
    StepMatching steps;
    LiveDifferences live;                                   ///< at the steps that are the same in both
    IndexedVector<BufferIndex, BufferIndex> partners_in_b;  ///< by buffer of A; none(): B lacks it
    IndexedVector<BufferIndex, BufferIndex> partners_in_a;  ///< by buffer of B; none(): A lacks it
    std::optional<ComparedRecordings> recorded = {};        ///< empty: not both are recorded allocators
};

/// Compares two plans, for the window, the command line and reports alike. O(n log n).
[[nodiscard]] ComparedPlans compare_plans(ComparedSide a, ComparedSide b);

/// Whether both have the same buffers, so that the places of B fit in A: none is added, removed, resized or retimed.
[[nodiscard]] bool have_same_buffers(const ComparedPlans& plans);

}  // namespace arenascope
