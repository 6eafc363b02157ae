// How the session changes what is shown, and judges it; what it does otherwise is in session.cpp.
#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "app/session/session.h"
#include "core/planner/tuner/rectangle_classifier.h"

namespace arenascope {
namespace {

/// So many buffers are checked and explained within a few milliseconds: a detour over another thread would only
/// flicker.
constexpr std::size_t judged_at_once = 20'000;

/// What lies elsewhere in `after` than in `before`, among what is placed in both.
std::vector<Move> moves_between(const Layout& before, const Layout& after) {
    std::vector<Move> moves;
    const std::size_t count = std::min(before.placements.size(), after.placements.size());
    for (std::size_t i = 0; i < count; ++i) {
        const auto& from = before.placements[i];
        const auto& to = after.placements[i];
        if (from && to && from != to) {
            moves.push_back({BufferIndex(i), from->offset, to->offset});
        }
    }
    return moves;
}

}  // namespace

void Session::show_state(const PlanState& state) {
    show(shown_by(state));
}

Session::Shown Session::shown_by(const PlanState& state) const {
    Shown shown;
    shown.path = path_;
    shown.cursor = cursor_;
    shown.state = state;
    const bool other_trace = state.trace != state_.trace;
    const bool other_problem = state.problem != state_.problem;
    if (!other_trace) {
        shown.replay = replay_;
    } else if (state.trace) {
        shown.replay = std::make_shared<Replay>(
            Replay{TracePlayer(*state.trace), chief_frames(*state.trace), cut_short_frames(*state.trace)});
    }
    shown.selection = other_problem && state_.problem ? selection_by_name(*state.problem) : selection_;
    lay_out(shown);
    // Moves tell one step of a run from the next; between two runs nearly everything has moved, and an edit is no step.
    if (!other_problem && !other_trace && state.frame != state_.frame) {
        shown.moves = moves_between(layout_, shown.layout);
    }
    return shown;
}

void Session::lay_out(Shown& shown) const {
    const PlanState& state = shown.state;
    bool recorded_risks = false;
    if (shown.replay && state.frame != FrameIndex::none()) {
        TracePlayer& player = shown.replay->player;
        player.go_to(state.frame);
        Layout at_frame = player.layout(*state.problem);
        copy_sharing(at_frame, *state.layout);
        shown.layout = edited_layout(state, std::move(at_frame));
        recorded_risks = state.edits.empty() && !shown.replay->cut_short[state.frame.value()] &&
                         state.trace->frames[state.frame.value()].kind == FrameKind::iteration;
    } else {
        shown.layout = edited_layout(state, *state.layout);
    }
    shown.risks = recorded_risks ? shown.replay->player.risks() : classify(*state.problem, shown.layout);
}

void Session::exchange(Shown& other) noexcept {
    std::swap(path_, other.path);
    std::swap(state_, other.state);
    std::swap(replay_, other.replay);
    std::swap(layout_, other.layout);
    std::swap(risks_, other.risks);
    std::swap(moves_, other.moves);
    std::swap(checked_, other.checked);
    std::swap(explanation_, other.explanation);
    std::swap(check_failed_, other.check_failed);
    std::swap(explanation_failed_, other.explanation_failed);
    std::swap(selection_, other.selection);
    std::swap(cursor_, other.cursor);
}

void Session::show(Shown next, bool of_file) {
    const bool other_problem = next.state.problem != state_.problem;
    const bool other_plan = other_problem || next.state.trace != state_.trace;
    preview_.reset();
    run_followed_ = false;
    exchange(next);
    try {
        announce(other_plan, other_problem);
        if (of_file) {
            emit opened();
        }
    } catch (...) {
        if (of_file) {
            abandon_run();  // a listener may have started one
        }
        exchange(next);
        next = {};  // its memory is what the views need now
        try {
            if (has_plan()) {
                announce(other_plan, other_problem);
            } else {
                close();
            }
        } catch (...) {
            close();
        }
        throw;
    }
}

void Session::announce(bool other_plan, bool other_problem) {
    if (other_plan) {
        emit plan_changed();
    }
    emit layout_changed();
    if (checked_) {
        checking_.abandon();
        emit report_changed();
    } else {
        check_now();
    }
    if (explanation_) {
        explaining_.abandon();
        emit explanation_changed();
    } else {
        explain();
    }
    if (other_problem) {
        emit selection_changed();
    }
}

std::vector<BufferIndex> Session::selection_by_name(const Problem& now) const {
    std::unordered_map<std::string_view, BufferIndex> indices;
    for (std::size_t i = 0; i < now.buffers.size(); ++i) {
        indices.emplace(now.buffers[i].name, BufferIndex(i));
    }
    std::vector<BufferIndex> kept;
    for (const BufferIndex buffer : selection_) {
        if (const auto found = indices.find(state_.problem->buffers[buffer.value()].name); found != indices.end()) {
            kept.push_back(found->second);
        }
    }
    return kept;
}

template <class Verdict, class Find>
void Session::judge(BackgroundTask& task, std::optional<Verdict>& verdict, bool& failed, Find find,
                    void (Session::*changed)()) {
    task.abandon();
    failed = false;
    if (state_.problem->buffers.size() <= judged_at_once) {
        verdict = find(*state_.problem, layout_);
        (this->*changed)();
        return;
    }
    verdict.reset();
    (this->*changed)();
    task.start([problem = state_.problem, layout = layout_, find] { return find(*problem, layout); },
               [this, &verdict, changed](Verdict found) {
                   verdict = std::move(found);
                   (this->*changed)();
               });
}

void Session::check_now() {
    if (!has_plan() || is_previewing()) {
        return;
    }
    judge(
        checking_, checked_, check_failed_,
        [](const Problem& problem, const Layout& layout) {
            Checked found{check(problem, layout), {}};
            if (found.report.overlap_count > 0) {
                found.overlap_areas = arenascope::overlap_areas(problem, layout);
            }
            return found;
        },
        &Session::report_changed);
}

void Session::explain() {
    const auto region = explained_region_ && explained_region_->value() < state_.problem->regions.size()
                            ? explained_region_
                            : std::nullopt;
    judge(
        explaining_, explanation_, explanation_failed_,
        [region](const Problem& problem, const Layout& layout) { return explain_peak(problem, layout, region); },
        &Session::explanation_changed);
}

}  // namespace arenascope
