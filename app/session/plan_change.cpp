#include "app/session/plan_change.h"

#include <utility>

namespace arenascope {
namespace {

/// `buffers` of `seen` in another problem.
std::vector<BufferIndex> seen_as(const std::vector<BufferIndex>& buffers, const std::shared_ptr<const Problem>& seen,
                                 const std::shared_ptr<const Problem>& now) {
    return seen == now ? buffers : same_named(buffers, *seen, *now);
}

std::function<QString(const MadeEdit&)> always(const QString& text) {
    return [text](const MadeEdit&) { return text; };
}

}  // namespace

void edit_plan(OpenPlan& plan, PlanEdit edit) {
    const auto make = [edit = std::move(edit.edit), buffers = std::move(edit.buffers),
                       seen = plan.state().problem](const EditBase& base) -> Expected<std::optional<MadeEdit>> {
        auto edited = edit(*base.state.problem, *base.shown, seen_as(buffers, seen, base.state.problem));
        if (!edited) {
            return failure(std::move(edited.error()));
        }
        return edited_state(base, std::move(*edited));
    };
    plan.change({make, always(edit.text), true, false, std::move(edit.failed), std::move(edit.made)});
}

void move_by(OpenPlan& plan, FindMoves find, std::vector<BufferIndex> buffers, const EditTitle& title,
             std::function<void()> none) {
    const auto make = [find = std::move(find), buffers = std::move(buffers), seen = plan.state().problem,
                       is_nudge = title.is_nudge,
                       is_told = none != nullptr](const EditBase& base) -> Expected<std::optional<MadeEdit>> {
        const std::shared_ptr<const Problem>& now = base.state.problem;
        const std::vector<Edit> moves = find(*now, *layout_of(base), seen_as(buffers, seen, now));
        if (moves.empty() && is_told) {
            return failure("no buffer can move");
        }
        return moved_state(base, moves, is_nudge);
    };
    std::function<void(const Error&)> failed;
    if (none) {
        failed = [none = std::move(none)](const Error& /*error*/) { none(); };
    }
    plan.change({make, title.text_of(), false, false, std::move(failed)});
}

void describe_plan(OpenPlan& plan, Describe describe, const QString& text, std::function<void(const Error&)> failed) {
    const auto make = [describe = std::move(describe)](const EditBase& base) -> Expected<std::optional<MadeEdit>> {
        auto problem = describe(*base.state.problem);
        if (!problem) {
            return failure(std::move(problem.error()));
        }
        return described_state(base, std::move(*problem));
    };
    plan.change({make, always(text), true, false, std::move(failed)});
}

}  // namespace arenascope
