#include "app/window/inspect/core_views.h"

#include <algorithm>
#include <utility>

#include <QDockWidget>

#include "core/analysis/explain/core_use.h"
#include "core/model/memory/allocator_history.h"
#include "core/picture/plan/page.h"
#include "qt/words/visible_text.h"
#include "qt/words/wording.h"
#include "widgets/picture/layout_view/view_target.h"
#include "widgets/tables/candidate_table/candidate_table.h"
#include "widgets/tables/core_table/core_table.h"

namespace arenascope {

CoreViews::CoreViews(const WindowFrame& frame)
    : WindowPart(frame),
      cores_(
          *docks_.cores.dock, session_, [this] { fill_cores(session_.shown()->layout); },
          [this] { fill_cores(nullptr); }) {
    CoreTable* cores = docks_.cores;
    connect(&session_.plan(), &OpenPlan::plan_changed, this, &CoreViews::show_misfits);
    connect(&session_.plan(), &OpenPlan::plan_changed, this, &CoreViews::offer_candidates);
    connect(&session_.plan(), &OpenPlan::layout_changed, this, &CoreViews::show_plan);
    connect(&session_.plan(), &OpenPlan::closed, this, &CoreViews::show_plan);
    connect(&session_.plan(), &OpenPlan::closed, this, &CoreViews::offer_candidates);
    connect(&session_.selection(), &Selection::cursor_changed, this,
            [this, cores] { cores->set_cursor(session_.selection().cursor()); });
    connect(cores, &CoreTable::choice_changed, this,
            [this, cores] { view_.picture().set_containers(cores->choice()); });
    connect(cores, &CoreTable::picked_changed, this, [this, cores] {
        view_.picture().set_picked_core(cores->picked());
        session_.judgement().explain_region(cores->picked());
    });
    connect(cores, &CoreTable::core_activated, &view_, [this](RegionIndex core) {
        if (const auto target = core_view(view_.picture(), core)) {
            view_.set_view(*target);
        }
    });
    connect(cores, &CoreTable::overview_requested, &view_, [this] { view_.run(ViewCommand::fit); });
    connect(cores, &CoreTable::step_activated, this, [this](Step step) { session_.selection().set_cursor(step); });
    connect(docks_.candidates, &CandidateTable::picked_changed, this,
            [this] { view_.picture().set_placement_step(shown_step()); });
    connect(&view_, &LayoutView::fold_requested, cores, &CoreTable::set_folded);
    connect(actions_.clear, &QAction::triggered, cores, &CoreTable::clear_pick);
    show_plan();
    offer_candidates();
}

void CoreViews::show_plan() {
    const bool has_several = session_.has_plan() && session_.problem()->regions.size() > 1;
    if (has_several) {
        cores_.update();
        if (!cores_.is_filled()) {
            fill_cores(nullptr);
        }
        // A new problem resets the containers of the picture, but the table keeps them if the memories are the same.
        view_.picture().set_containers(docks_.cores->choice());
        view_.picture().set_picked_core(docks_.cores->picked());
    }
    // The dock of segments tells more of a recorded allocator than thresholds that nobody planned for.
    docks_.cores.dock->setWindowTitle(docks_.cores->title());  // the tab says the heading of the table
    docks_.cores.offer(has_several && !has_segment_regions(*session_.problem()));
    show_step();
}

void CoreViews::fill_cores(std::shared_ptr<const Layout> layout) const {
    if (session_.has_plan() && session_.problem()->regions.size() > 1) {
        docks_.cores->set_plan(session_.problem(), std::move(layout), session_.shown()->profiles,
                               session_.state().misfits);
    }
}

void CoreViews::offer_candidates() {
    const auto trace = session_.has_plan() ? session_.state().trace : nullptr;
    docks_.candidates.offer_behind(trace && std::ranges::any_of(trace->frames, [](const Frame& frame) {
                                       return frame.step && !frame.step->figures.empty();
                                   }));
}

void CoreViews::show_step() {
    docks_.candidates->set_step(session_.has_plan() ? session_.problem() : nullptr, recorded_step());
    view_.picture().set_placement_step(shown_step());
}

std::optional<PlacementStep> CoreViews::shown_step() const {
    std::optional<PlacementStep> step = recorded_step();
    const std::optional<std::size_t> picked = docks_.candidates->picked();
    if (step && picked && *picked < step->figures.size()) {
        step->ghosts = context_with(*step, *picked);
    }
    return step;
}

std::optional<PlacementStep> CoreViews::recorded_step() const {
    const PlanState& state = session_.state();
    const bool is_step =
        !session_.plan().is_previewing() && state.trace && state.frame != FrameIndex::none() && state.edits.empty();
    if (!is_step || state.frame == state.trace->result) {
        return std::nullopt;
    }
    const auto& step = state.trace->frames[state.frame].step;
    return step && !step->candidates.empty() ? step : std::nullopt;
}

void CoreViews::add_to(PageContent& content) const {
    if (content.problem->regions.size() > 1) {
        content.containers = docks_.cores->choice();
        content.live_core = docks_.cores->picked();
    }
    content.placement_step = shown_step();
}

void CoreViews::show_misfits() {
    if (const QString told = misfit_text(); !told.isEmpty()) {
        notices_.warn(told, tr("Select"), [this] { select_misfits(); });
    }
}

QString CoreViews::misfit_text() const {
    const std::vector<Misfit>& misfits = session_.state().misfits;
    if (misfits.empty()) {
        return {};
    }
    const Unit unit = appearance_.unit();
    const Problem& problem = *session_.problem();
    const Misfit& first = misfits.front();
    const Buffer& buffer = problem.buffers[first.buffer];
    const OperatorIndex node = operator_of(problem, first.buffer);
    QString what = visible_text(buffer.name);
    if (node != OperatorIndex::none()) {
        what = tr("%1 of operator %2").arg(what, visible_text(problem.graph->operators[node].name));
    }
    const QString told = tr("%1 has no room for %2: the memory needs %3 more, the largest free area is %4.")
                             .arg(visible_text(problem.regions[buffer.region].name), what,
                                  visible_text(amount_text(first.missing.value(), unit)),
                                  visible_text(amount_text(first.largest_free_area.value(), unit)));
    const auto more = static_cast<std::int64_t>(misfits.size()) - 1;
    return more == 0 ? told
                     : told + QLatin1Char(' ') +
                           counted(more, tr("1 more buffer is not placed."), tr("%1 more buffers are not placed."));
}

void CoreViews::select_misfits() {
    std::vector<BufferIndex> buffers;
    for (const Misfit& misfit : session_.state().misfits) {
        buffers.push_back(misfit.buffer);
    }
    session_.selection().select(buffers);
    if (!buffers.empty()) {
        session_.selection().set_cursor(session_.problem()->buffers[buffers.front()].lifetime.begin);
    }
}

}  // namespace arenascope
