#pragma once

#include <memory>
#include <optional>

#include "core/model/memory/layout.h"
#include "core/model/memory/problem.h"
#include "core/planner/planning.h"

namespace arenascope {

/// What an ended run found, beside the plan that is open.
struct RunVerdict {
    bool is_complete = false;
    bool is_same_problem = false;
    Offset peak;
    Offset before;  ///< the peak of the open plan; 0: it has none
    /// The peak of the open plan, if it must be kept: it is complete and correct, has the same problem, and the
    /// stopped run, or the one from the shown layout, did not find a lower peak. Otherwise empty.
    std::optional<Offset> kept;
};

/// The open plan, as far as a run is compared with it.
struct RunRival {
    std::shared_ptr<const Problem> problem;
    std::shared_ptr<const Layout> shown;     ///< without the preview
    std::shared_ptr<const Layout> standing;  ///< null: it is not to be kept
};

/// Judges the plan of a run. If its problem is that of the rival, the plan's own is emptied. O(n log n), so use another
/// thread if there are many buffers.
[[nodiscard]] RunVerdict run_verdict(Plan& plan, const RunRival& rival, bool is_from_shown);

}  // namespace arenascope
