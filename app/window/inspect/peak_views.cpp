#include "app/window/inspect/peak_views.h"

#include <algorithm>
#include <span>
#include <utility>

#include "app/session/shown_verdict.h"
#include "app/window/frame/peak_page.h"
#include "qt/words/visible_text.h"
#include "widgets/panels/inspector/inspector.h"
#include "widgets/panels/summary/summary.h"
#include "widgets/picture/layout_view/view_target.h"
#include "widgets/plots/free_area_histogram/free_area_histogram.h"
#include "widgets/tables/peak_chain/peak_chain_list.h"

namespace arenascope {
namespace {

/// The run that made the shown layout. A preview belongs to no recorded run.
RunFacts run_facts(const Session& session) {
    RunFacts run;
    if (session.shown()->is_preview) {
        run.shown = shown_step(session).words;
        return run;
    }
    const PlanState& state = session.state();
    const QString place = session.steps().place();  // as in the title of the window
    run.shown =
        !place.isEmpty() && state.frame == state.trace->result ? PeakViews::tr("%1, the result").arg(place) : place;
    run.edited = edited_words(session.hand_edits(), !run.shown.isEmpty());
    run.hand_edit_count = session.hand_edits().size();
    for (const HandEdit& edit :
         std::span(session.hand_edits()).first(std::min(run.hand_edit_count, most_listed_edits))) {
        run.hand_edits << visible_text(text_of(edit));
    }
    run.provenance = state.provenance;
    if (state.trace && !state.trace->roots.empty()) {
        const Frame& last = state.trace->frames[state.trace->roots.back()];
        run.goal = last.goal;
        run.work = last.work;
        run.steps = session.steps().recorded();
        if (state.layout->sharing.empty()) {
            run.lower_bound = state.trace->threshold;  // a layout that shares memory can be below the threshold
        }
    }
    return run;
}

}  // namespace

PeakViews::PeakViews(const WindowFrame& frame)
    : WindowPart(frame),
      explanation_(
          *docks_.peak_chain.dock, session_, [this] { show_explanation(); },
          [this] { docks_.peak_chain->set_explanation(no_plan()->problem, nullptr); }),
      page_(new PeakPage(docks_.inspector)),
      page_fill_(
          *docks_.inspector.dock, session_, [this] { show_page(); },
          [this] {
              const ShownPlan& none = *no_plan();
              page_->carriers().set_explanation(none.problem, nullptr);
              page_->set_plan(none.problem, none.layout, none.risks, RegionIndex(0), Step(0));
          }),
      free_areas_(
          *docks_.free_areas.dock, session_, [this] { show_free_areas(); },
          [this] { docks_.free_areas->set_plan(no_plan()->problem, no_plan()->layout, Step(0)); }) {
    connect(&session_.plan(), &OpenPlan::layout_changed, this, &PeakViews::show_figures);
    connect(&session_.plan(), &OpenPlan::closed, this, &PeakViews::show_figures);
    connect(&session_.plan(), &OpenPlan::closed, &explanation_, &DockFill::update);
    connect(&session_.judgement(), &Judgement::explanation_changed, &explanation_, &DockFill::update);
    connect(docks_.peak_chain, &PeakChainList::chosen, this,
            [this](BufferIndex buffer) { session_.selection().select({buffer}); });
    PeakPage& page = *page_;
    docks_.inspector->set_idle_page(page_, tr("Who carries the peak"));
    page.set_unit(appearance_.unit());
    connect(&appearance_, &Appearance::unit_changed, page_, [this](Unit unit) { page_->set_unit(unit); });
    connect(&page, &PeakPage::chosen, this, [this](BufferIndex buffer) { session_.selection().select({buffer}); });
    for (PeakChainList* list : {&page.carriers(), static_cast<PeakChainList*>(docks_.peak_chain)}) {
        connect(list, &PeakChainList::levers_requested, actions_.advise, &QAction::trigger);
        connect(list, &PeakChainList::improve_requested, this, &PeakViews::improvement_asked);
        connect(list, &PeakChainList::hole_chosen, &view_, [this](const Hole& hole, RegionIndex region) {
            if (const auto target = area_view(view_.picture(), hole.steps, hole.bytes, region)) {
                view_.set_view(*target);
            }
        });
    }
    connect(&session_.plan(), &OpenPlan::layout_changed, &page_fill_, &DockFill::update);
    connect(&session_.plan(), &OpenPlan::closed, &page_fill_, &DockFill::update);
    connect(&session_.judgement(), &Judgement::explanation_changed, &page_fill_, &DockFill::update);
    page.set_keys(actions_.buffer_list->shortcut().toString(QKeySequence::NativeText),
                  debug_mode().shortcut().toString(QKeySequence::NativeText));
    connect(&page, &PeakPage::list_requested, actions_.buffer_list, &QAction::trigger);
    connect(&page, &PeakPage::debug_requested, this, [this] { debug_mode().trigger(); });
    connect(&session_.plan(), &OpenPlan::layout_changed, &free_areas_, &DockFill::update);
    connect(&session_.plan(), &OpenPlan::closed, &free_areas_, &DockFill::update);
    connect(&session_.selection(), &Selection::cursor_changed, this, [this] {
        docks_.free_areas->set_step(session_.selection().cursor());
        page_->set_step(session_.selection().cursor());
    });
    connect(docks_.free_areas, &FreeAreaHistogram::step_chosen, this,
            [this](Step step) { session_.selection().set_cursor(step); });
    show_figures();
    show_explanation();
    show_free_areas();
    show_page();
}

QAction& PeakViews::debug_mode() const {
    return *actions_.modes->actions().at(static_cast<qsizetype>(WindowMode::debug));
}

void PeakViews::show_free_areas() {
    docks_.free_areas->set_step(session_.selection().cursor());
    docks_.free_areas->set_plan(session_.shown()->problem, session_.shown()->layout,
                                session_.shown()->profiles->deciding().peak_step);
}

void PeakViews::show_figures() {
    const ShownPlan& plan = *session_.shown();
    docks_.summary->set_plan(plan.problem, plan.layout, plan.profiles, plan.figures, plan.recorded);
    docks_.summary->set_run(run_facts(session_));
}

void PeakViews::set_lever_words(const QString& words) {
    page_->carriers().set_lever_words(words);
    docks_.peak_chain->set_lever_words(words);
}

void PeakViews::show_explanation() {
    explain_in(*docks_.peak_chain);
}

void PeakViews::show_page() {
    const ShownPlan& plan = *session_.shown();
    PeakPage& page = *page_;
    explain_in(page.carriers());
    const RegionIndex region = plan.explanation ? plan.explanation->region : RegionIndex(0);
    page.set_plan(plan.problem, plan.layout, plan.risks, region, plan.profiles->deciding().peak_step);
    page.set_step(session_.selection().cursor());
}

void PeakViews::explain_in(PeakChainList& list) const {
    const ShownPlan& plan = *session_.shown();
    if (plan.explanation) {
        list.set_explanation(plan.problem, plan.explanation);
    } else if (session_.has_plan()) {
        plan.explanation_failed              ? list.set_not_known()
        : plan.is_preview && !plan.is_paused ? list.set_under_way()
                                             : list.set_pending();
    } else {
        list.set_explanation(plan.problem, nullptr);
    }
}

}  // namespace arenascope
