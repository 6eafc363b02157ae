#pragma once

#include <functional>
#include <vector>

#include <QString>

#include "app/session/open_plan.h"

namespace arenascope {

/// An edit of problem and layout.
struct PlanEdit {
    /// On any thread. Its buffers are those of the problem.
    std::function<Expected<EditedPlan>(const Problem&, const Layout&, const std::vector<BufferIndex>&)> edit;
    std::vector<BufferIndex> buffers;  ///< of the shown plan
    QString text;                      ///< in the undo history
    std::function<void(const Error&)> failed = {};
    std::function<void(const PlanState& before, const PlanState& after)> made = {};
};

/// Replaces problem and layout by those of an edit of OpenPlan::without_preview(), and selects the buffers that it
/// changed. Can be undone. Keeps the provenance. Keeps the trace, its step and the moves only if they still fit, see
/// edited_state(). Nothing happens if nothing was edited.
void edit_plan(OpenPlan& plan, PlanEdit edit);

/// Finds moves by hand, on any thread.
using FindMoves =
    std::function<std::vector<Edit>(const Problem&, const Layout&, const std::vector<BufferIndex>& buffers)>;

/// Moves buffers as OpenPlan::move_buffers(), where the moves take long to find. `buffers` of the shown plan are those
/// that `find` gets. `none` is called if it finds no moves.
void move_by(OpenPlan& plan, FindMoves find, std::vector<BufferIndex> buffers, const EditTitle& title,
             std::function<void()> none = {});

/// Describes a problem otherwise, on any thread.
using Describe = std::function<Expected<Problem>(const Problem&)>;

/// Keeps the layout, but describes its buffers with the names and operators of a model. Can be undone. Drops the trace,
/// because it refers to the former buffers. If only the usage graph differs, keeps the trace, its step and the edits,
/// too.
void describe_plan(OpenPlan& plan, Describe describe, const QString& text,
                   std::function<void(const Error&)> failed = {});

}  // namespace arenascope
