#include "app/window/inspect/advice_views.h"

#include <algorithm>
#include <utility>

#include "app/session/capacity_change.h"
#include "app/session/switched_import.h"
#include "qt/words/visible_text.h"
#include "widgets/tables/advice_table/advice_table.h"
#include "widgets/tables/advice_table/lever_choice.h"

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
    if (!is_network_of_file(state)) {
        return AdviceViews::tr(
            "The plan was edited, so its file says no more what the network is. Undo the edits first.");
    }
    return {};
}

/// Of the one memory; empty: it has none, or there are several.
std::optional<Bytes> capacity_of(const Problem& problem) {
    return problem.regions.size() == 1 ? problem.regions[RegionIndex(0)].capacity : std::nullopt;
}

bool differs_in_capacity_alone(Problem one, const Problem& other) {
    set_capacity(one, capacity_of(other));
    return one == other;
}

}  // namespace

AdviceViews::AdviceViews(const WindowFrame& frame) : WindowPart(frame) {
    timer_.setInterval(told_every);
    connect(&timer_, &QTimer::timeout, this, &AdviceViews::show_progress);
    connect(&session_.plan(), &OpenPlan::layout_changed, this, &AdviceViews::take_plan);
    connect(&session_.plan(), &OpenPlan::closed, this, &AdviceViews::drop);
    connect(actions_.advise, &QAction::triggered, this, [this] {
        if (docks_.advice->chosen() == nullptr && !search_) {
            search();
        }
        docks_.advice.bring_to_front();
    });
    connect(docks_.advice, &AdviceTable::search_requested, this, &AdviceViews::search);
    connect(docks_.advice, &AdviceTable::stop_requested, this, &AdviceViews::stop);
    connect(docks_.advice, &AdviceTable::compare_requested, this, &AdviceViews::compare);
    connect(docks_.advice, &AdviceTable::apply_requested, this, &AdviceViews::apply);
    connect(docks_.advice, &AdviceTable::wish_changed, this, &AdviceViews::drop);
    connect(docks_.advice, &AdviceTable::capacity_chosen, this,
            [this](Bytes capacity) { change_capacity(session_.plan(), RegionIndex(0), capacity); });
    connect(&session_.file(), &OpenFile::read_again, this, &AdviceViews::plan_as_chosen, Qt::QueuedConnection);
    connect(&session_.file(), &OpenFile::failed, this, [this] { planner_.clear(); });
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
    const auto wish = docks_.advice->wish();
    if (!obstacle_in(session_).isEmpty() || !wish) {
        return;
    }
    problem_ = session_.shown()->problem;
    search_ = std::make_shared<Search>();
    const PlanState& state = session_.state();
    AdviceOrder order;
    order.import = switched_import(state.source.toStdString(), state.switches);
    order.file = state.source.toStdString();
    order.switches = state.switches;
    order.allowed = wish->levers;
    if (!wish->spill && std::ranges::none_of(problem_->regions, &Region::second)) {
        std::erase(order.allowed, Lever::spill);  // nobody has named a second memory
    }
    order.most_extra_work = wish->most_extra_work;
    order.spill = wish->spill;
    order.capacity = capacity_of(*problem_);
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
                        docks_.advice->set_capacity(capacity_of(*problem_));
                        tell_lever();
                    } else {
                        docks_.advice->set_nothing(visible_text(to_string(advice->error())), true);
                    }
                });
    timer_.start();
    show_progress();
}

void AdviceViews::take_plan() {
    const auto& shown = session_.shown()->problem;
    if (shown == problem_) {
        tell_lever();
        return;
    }
    if (problem_ && !search_ && differs_in_capacity_alone(*problem_, *shown)) {
        problem_ = shown;
        docks_.advice->set_capacity(capacity_of(*shown));
        tell_lever();
    } else {
        drop();
    }
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
    tell_lever();
}

void AdviceViews::tell_lever() {
    if (docks_.advice->chosen() != nullptr) {
        emit lever_told(docks_.advice->best_lever_words(peak(*session_.shown()->problem, *session_.shown()->layout)));
    } else {
        emit lever_told(obstacle_in(session_).isEmpty() ? tr("Change the network") : QString());
    }
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
    if (chosen == nullptr || chosen->levers.empty()) {
        return;
    }
    const bool shares = std::ranges::find(chosen->levers, Lever::sharing) != chosen->levers.end();
    planner_ = shares ? "operator-sharing" : "";
    if (chosen->switches == session_.state().switches) {
        plan_as_chosen();
        return;
    }
    std::vector<KeyValue> switches = chosen->switches;
    if (const auto capacity = capacity_of(*problem_); capacity && !session_.state().hand_edits.empty()) {
        switches.emplace_back("capacity", std::to_string(capacity->value()));  // it was typed, and stays
    }
    session_.file().import_again(switches);
}

void AdviceViews::plan_as_chosen() {
    if (const std::string planner = std::exchange(planner_, {}); !planner.empty()) {
        session_.tuning().start({.planner = planner});
    }
}

}  // namespace arenascope
