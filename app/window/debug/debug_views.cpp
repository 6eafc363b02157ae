#include "app/window/debug/debug_views.h"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include <QApplication>
#include <QDockWidget>

#include "app/window/frame/action_reason.h"
#include "app/window/frame/debug_panel.h"
#include "app/window/frame/window_settings.h"
#include "qt/tasks/handled_at_once.h"
#include "qt/words/shown_names.h"
#include "qt/words/visible_text.h"
#include "qt/words/wording.h"
#include "widgets/panels/transport/transport.h"
#include "widgets/tables/breakpoint_table/breakpoint_table.h"
#include "widgets/tables/hit_list/hit_list.h"
#include "widgets/tables/hit_list/log_list.h"
#include "widgets/tables/iteration_list/iteration_list.h"
#include "widgets/tables/watch_table/watch_table.h"

namespace arenascope {
namespace {

/// The positions in a row of steps at which, or within which, there are hits. Ascending.
std::vector<int> marked_positions(const Trace& trace, const std::vector<FrameIndex>& row,
                                  const std::vector<StepHit>& hits) {
    std::vector<int> positions;
    for (const StepHit& hit : hits) {
        for (FrameIndex at = hit.frame; at != FrameIndex::none(); at = trace.frames[at].parent) {
            const auto found = std::lower_bound(row.begin(), row.end(), at);
            if (found != row.end() && *found == at) {
                positions.push_back(static_cast<int>(found - row.begin()));
                break;
            }
        }
    }
    std::sort(positions.begin(), positions.end());
    positions.erase(std::unique(positions.begin(), positions.end()), positions.end());
    return positions;
}

}  // namespace

DebugViews::DebugViews(const WindowFrame& frame, Transport& transport)
    : WindowPart(frame),
      debugging_(session_.debugging()),
      transport_(transport),
      next_(actions_.next_hit),
      previous_(actions_.previous_hit) {
    kept_breakpoints_ = window_settings::breakpoints();
    kept_watches_ = window_settings::watches();
    debugging_.set_breakpoints(kept_breakpoints_);
    debugging_.set_watches(kept_watches_);
    connect_lists();
    connect_lines();
    connect_actions();
    connect(&debugging_, &Debugging::lists_changed, this, &DebugViews::show_lists);
    connect(&debugging_, &Debugging::lists_changed, this, &DebugViews::show_waiting);
    connect(session_.tuning().run(), &PlanRun::started, this, &DebugViews::show_waiting);
    connect(session_.tuning().run(), &PlanRun::finished, this, &DebugViews::show_waiting);
    connect(&debugging_, &Debugging::findings_changed, this, &DebugViews::show_findings);
    connect(&debugging_, &Debugging::failed, this, [this](const Error& error) { notices_.report(error); });
    connect(&session_.plan(), &OpenPlan::layout_changed, this, &DebugViews::show_here);
    connect(&session_.plan(), &OpenPlan::plan_changed, this, &DebugViews::offer_names);
    connect(&session_.plan(), &OpenPlan::closed, this, &DebugViews::offer_names);
    show_lists();
    show_findings();
}

void DebugViews::offer_names() {
    if (session_.problem() == named_problem_) {
        return;
    }
    named_problem_ = session_.problem();
    QList<OfferedName> names;
    if (named_problem_) {
        // A list of so many names would make typing slow.
        if (!is_large(*named_problem_)) {
            names = offered_names(*named_problem_, shown_rule(named_problem_));
        }
        for (const Region& region : named_problem_->regions) {
            names << OfferedName::of(region.name);
        }
    }
    docks_.debugging->breakpoints().line().set_names(names);
    docks_.debugging->watches().line().set_names(names);
}

void DebugViews::connect_lists() {
    connect(&docks_.debugging->breakpoints(), &BreakpointTable::edited, this,
            [this](const std::vector<Breakpoint>& breakpoints) { debugging_.set_breakpoints(breakpoints); });
    connect(&docks_.debugging->watches(), &WatchTable::edited, this,
            [this](const std::vector<std::string>& watches) { debugging_.set_watches(watches); });
    connect(&docks_.debugging->watches(), &WatchTable::frame_chosen, &session_.plan(), &OpenPlan::show_frame);
    connect(&docks_.debugging->hits(), &HitList::chosen, &session_.plan(), &OpenPlan::show_frame);
    connect(&docks_.debugging->log(), &LogList::chosen, &session_.plan(), &OpenPlan::show_frame);
}

void DebugViews::connect_lines() {
    ExpressionLine& condition = docks_.debugging->breakpoints().line();
    connect(&condition, &ExpressionLine::typed, this, &DebugViews::try_condition);
    connect(&condition, &ExpressionLine::entered, this, [this, &condition](const QString& text) {
        // A condition that is wrong stays in the line, with its error.
        if (!debugging_.error_in_condition(text.toStdString())) {
            condition.clear();
            debugging_.add_breakpoint(text.toStdString());
            if (std::exchange(came_by_key_, false)) {
                view_.setFocus();  // its keys go from hit to hit
            }
        }
    });
    connect(qApp, &QApplication::focusChanged, this, [this, &condition](QWidget* before, QWidget* now) {
        const bool leaves =
            before != nullptr && condition.isAncestorOf(before) && (now == nullptr || !condition.isAncestorOf(now));
        came_by_key_ = came_by_key_ && !leaves;
    });
    connect(&debugging_, &Debugging::condition_tried, this,
            [this](const std::shared_ptr<const RunFindings>& findings) { show_trial(*findings); });
    ExpressionLine& watch = docks_.debugging->watches().line();
    connect(&watch, &ExpressionLine::typed, this, &DebugViews::try_watch);
    connect(&watch, &ExpressionLine::entered, this, [this, &watch](const QString& text) {
        if (!debugging_.error_in_watch(text.toStdString())) {
            watch.clear();
            std::vector<std::string> longer = debugging_.watches();
            longer.push_back(text.toStdString());
            debugging_.set_watches(std::move(longer));
        }
    });
}

void DebugViews::connect_actions() {
    connect(next_, &QAction::triggered, this,
            [this] { go_to(debugging_.next_hit(), tr("No breakpoint stops after this step.")); });
    connect(previous_, &QAction::triggered, this,
            [this] { go_to(debugging_.previous_hit(), tr("No breakpoint stops before this step.")); });
    connect(actions_.add_breakpoint, &QAction::triggered, this, [this] {
        docks_.debugging.bring_to_front();
        docks_.debugging->add_breakpoint();
        came_by_key_ = true;
    });
}

void DebugViews::go_to(FrameIndex hit, const QString& otherwise) {
    if (hit == FrameIndex::none()) {
        notices_.inform(otherwise);
    } else {
        session_.plan().show_frame(hit);
    }
}

void DebugViews::show_lists() {
    docks_.debugging->breakpoints().set_breakpoints(debugging_.breakpoints());
    docks_.debugging->watches().set_watches(debugging_.watches());
    docks_.debugging->set_count(DebugPanel::breakpoint_tab, debugging_.breakpoints().size());
    docks_.debugging->set_count(DebugPanel::watch_tab, debugging_.watches().size());
    if (debugging_.breakpoints() != kept_breakpoints_) {
        window_settings::change_breakpoints(std::exchange(kept_breakpoints_, debugging_.breakpoints()),
                                            debugging_.breakpoints());
    }
    if (debugging_.watches() != kept_watches_) {
        window_settings::change_watches(std::exchange(kept_watches_, debugging_.watches()), debugging_.watches());
    }
}

void DebugViews::show_waiting() {
    const PlanRun& run = *session_.tuning().run();
    const auto waits = [&run](const Breakpoint& each) {
        return each.is_enabled && each.action == Breakpoint::Action::stop && !run.has_breakpoint(each.condition);
    };
    const bool some_wait = run.is_running() && std::ranges::any_of(debugging_.breakpoints(), waits);
    docks_.debugging->set_detail(some_wait ? tr("new ones stop the next run") : QString());
}

void DebugViews::show_findings() {
    const std::shared_ptr<const RunFindings>& findings = debugging_.findings();
    const FrameIndex here = session_.state().frame;
    docks_.debugging->breakpoints().set_findings(findings, here, debugging_.is_searching());
    docks_.debugging->hits().set_hits(findings, session_.state().trace, debugging_.breakpoints());
    docks_.debugging->log().set_lines(findings);
    docks_.debugging->set_count(DebugPanel::hit_tab, findings ? findings->hits.size() : 0);
    docks_.debugging->set_count(DebugPanel::log_tab, findings ? findings->lines.size() : 0);
    std::vector<FrameIndex> marks;
    if (findings) {
        std::ranges::transform(findings->hits, std::back_inserter(marks), &StepHit::frame);
    }
    docks_.iterations->set_marks(marks);
    const bool has_hits = findings && !findings->hits.empty();
    for (QAction* needs_hits : {next_, previous_}) {
        allow(*needs_hits, has_hits ? QString() : tr("No breakpoint has a hit in a recorded run."));
    }
    try_condition(docks_.debugging->breakpoints().line().text());
    show_here();
}

void DebugViews::show_here() {
    const FrameIndex here = session_.state().frame;
    docks_.debugging->breakpoints().set_here(here);
    const int position = session_.steps().chief_position();
    const FrameIndex main_step =
        position < 0 ? FrameIndex::none() : session_.steps().chief_steps()[static_cast<std::size_t>(position)];
    docks_.debugging->watches().set_findings(debugging_.findings(), here, main_step);
    docks_.debugging->hits().set_here(here);
    docks_.debugging->log().set_here(here);
    mark_slider();
}

void DebugViews::mark_slider() {
    const std::shared_ptr<const RunFindings>& findings = debugging_.findings();
    transport_.set_marks(findings ? marked_positions(*session_.state().trace, session_.steps().row(), findings->hits)
                                  : std::vector<int>());
}

void DebugViews::try_condition(const QString& text) {
    ExpressionLine& line = docks_.debugging->breakpoints().line();
    debugging_.try_condition({});
    if (text.isEmpty() || !session_.has_plan()) {
        line.set_verdict({}, TextTone::dim);
    } else if (const auto error = debugging_.error_in_condition(text.toStdString())) {
        line.set_verdict(visible_text(to_string(*error)), TextTone::risk);
    } else if (!session_.state().trace) {
        line.set_verdict(tr("no run is recorded yet"), TextTone::dim);
    } else {
        line.set_verdict(tr("searching…"), TextTone::dim);
        debugging_.try_condition(text.toStdString());
    }
}

void DebugViews::show_trial(const RunFindings& findings) {
    ExpressionLine& line = docks_.debugging->breakpoints().line();
    const BreakpointFindings& found = findings.breakpoints.front();
    if (found.error) {
        line.set_verdict(visible_text(to_string(*found.error)), TextTone::risk);
    } else if (found.never) {
        line.set_verdict(tr("it cannot hold in this run: %1").arg(visible_text(*found.never)), TextTone::risk);
    } else if (found.hits == 0) {
        line.set_verdict(tr("no hit in this run"), TextTone::dim);
    } else {
        const QString place = QString::fromStdString(findings.paths[found.first]);
        const QString count =
            counted(static_cast<std::int64_t>(found.hits), tr("1 hit in this run"), tr("%1 hits in this run"));
        line.set_verdict((found.hits == 1 ? tr("%1, at %2") : tr("%1, first at %2")).arg(count, place), TextTone::good);
    }
}

void DebugViews::try_watch(const QString& text) {
    ExpressionLine& line = docks_.debugging->watches().line();
    const auto error = text.isEmpty() ? std::nullopt : debugging_.error_in_watch(text.toStdString());
    line.set_verdict(error ? visible_text(to_string(*error)) : QString(), TextTone::risk);
}

}  // namespace arenascope
