#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <QString>

#include "app/session/file_identity.h"
#include "app/session/plan_state.h"
#include "app/session/view_state.h"
#include "core/analysis/debugging/breakpoint.h"

namespace arenascope {

/// What the file of a plan and its source held when they were read or saved.
struct PlanOrigin {
    FileIdentity file;                       ///< of the plan's path
    FileIdentity source;                     ///< of SourceFacts::source
    std::shared_ptr<const Problem> problem;  ///< what the source gave, as the next two
    std::shared_ptr<const Layout> layout;
    std::shared_ptr<const Trace> trace;
};

/// Everything of a window that a crash must not lose, as a value. Large parts are shared, so that a copy is cheap.
struct UnsavedWork {
    QString path;                   ///< of the plan; its file need not exist
    bool can_replace_file = false;  ///< see OpenFile
    PlanOrigin origin;
    PlanState plan;
    std::shared_ptr<const Layout> shown;  ///< the layout of `plan` with its step and edits
    ViewState view;
    std::vector<Breakpoint> breakpoints;
    std::vector<std::string> watches;
    std::size_t edits = 0;    ///< changes since the file was saved, as the undo history counts them
    bool is_dropped = false;  ///< the file was read again over it
    std::int64_t at = 0;      ///< milliseconds since 1970; by the clock of the machine, so only for people
};

}  // namespace arenascope
