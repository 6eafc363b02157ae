#include "app/window/inspect/advice_views.h"

#include <utility>

#include "app/session/switched_import.h"
#include "qt/words/visible_text.h"
#include "widgets/tables/advice_table/advice_table.h"

namespace arenascope {
namespace {

constexpr int told_every = 100;  ///< milliseconds

/// Why nothing can be looked for in the open plan; empty: it can.
QString obstacle_in(const Session& session) {
    if (!session.has_plan()) {
        return AdviceViews::tr("Open a model to see what would make it fit.");
    }
    const PlanState& state = session.state();
    if (!state.problem->graph || state.problem->graph->operators.empty()) {
        return AdviceViews::tr("This plan has no operators, so there is no network to run in another way.");
    }
    if (!state.hand_edits.empty() || state.source.isEmpty()) {
        return AdviceViews::tr(
            "The plan was edited, so its file says no more what the network is. Undo the edits first.");
    }
    return {};
}

}  // namespace

AdviceViews::AdviceViews(const WindowFrame& frame) : WindowPart(frame) {
    timer_.setInterval(told_every);
    connect(&timer_, &QTimer::timeout, this, &AdviceViews::show_progress);
    connect(&session_.plan(), &OpenPlan::layout_changed, this, [this] {
        if (session_.shown()->problem != problem_) {
            drop();
        }
    });
    connect(&session_.plan(), &OpenPlan::closed, this, &AdviceViews::drop);
    connect(actions_.advise, &QAction::triggered, this, [this] {
        search();
        docks_.advice.bring_to_front();
    });
    connect(docks_.advice, &AdviceTable::search_requested, this, &AdviceViews::search);
    connect(docks_.advice, &AdviceTable::stop_requested, this, &AdviceViews::stop);
    connect(docks_.advice, &AdviceTable::compare_requested, this, &AdviceViews::compare);
    connect(docks_.advice, &AdviceTable::apply_requested, this, &AdviceViews::apply);
    connect(&task_, &BackgroundTask::ran_out_of_memory, this, [this] {
        search_.reset();
        timer_.stop();
        docks_.advice->set_nothing(tr("There was not enough memory to try the levers."), true);
    });
    drop();
}

AdviceViews::~AdviceViews() {
    stop();
}

void AdviceViews::search() {
    drop();
    if (!obstacle_in(session_).isEmpty()) {
        return;
    }
    problem_ = session_.shown()->problem;
    search_ = std::make_shared<Search>();
    const PlanState& state = session_.state();
    AdviceOrder order;
    order.import = switched_import(state.source.toStdString(), state.switches);
    order.file = state.source.toStdString();
    order.switches = state.switches;
    order.allowed = {all_levers.begin(), all_levers.end()};
    if (problem_->regions.size() == 1) {
        order.capacity = problem_->regions[RegionIndex(0)].capacity;
    }
    order.stop = [search = search_] { return search->is_stopped.load(); };
    order.trying = [search = search_](std::string_view words) {
        const std::lock_guard lock(search->mutex);
        search->words = words;
    };
    task_.start([order = std::move(order)] { return std::make_shared<const Expected<Advice>>(advise(order)); },
                [this](std::shared_ptr<const Expected<Advice>> advice) {
                    search_.reset();
                    timer_.stop();
                    if (*advice) {
                        docks_.advice->set_advice({advice, &**advice});
                    } else {
                        docks_.advice->set_nothing(visible_text(to_string(advice->error())), true);
                    }
                });
    timer_.start();
    show_progress();
}

void AdviceViews::stop() const {
    if (search_) {
        search_->is_stopped = true;
    }
}

void AdviceViews::drop() {
    stop();
    search_.reset();
    timer_.stop();
    task_.abandon();
    problem_.reset();
    const QString obstacle = obstacle_in(session_);
    docks_.advice->set_nothing(
        obstacle.isEmpty()
            ? tr("The order of the operators, running chains of them part by part, and sharing lower the "
                 "peak without changing a result.")
            : obstacle,
        obstacle.isEmpty());
}

void AdviceViews::show_progress() {
    if (search_) {
        const std::lock_guard lock(search_->mutex);
        docks_.advice->set_progress(visible_text(search_->words) + tr(" …"));
    }
}

void AdviceViews::compare() {
    const AdviceOption* chosen = docks_.advice->chosen();
    if (chosen == nullptr || chosen->levers.empty()) {
        return;
    }
    Remedy remedy;
    remedy.label = names_of(chosen->levers);
    remedy.problem = chosen->problem;
    remedy.layout = chosen->layout;
    remedy.command = chosen->command;
    emit option_chosen(tr("with %1").arg(visible_text(remedy.label)), remedy);
}

void AdviceViews::apply() {
    const AdviceOption* chosen = docks_.advice->chosen();
    if (chosen != nullptr && !chosen->levers.empty()) {
        session_.file().import_again(chosen->switches);
    }
}

}  // namespace arenascope
