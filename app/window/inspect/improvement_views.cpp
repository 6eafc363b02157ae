#include "app/window/inspect/improvement_views.h"

#include <utility>

#include <QDockWidget>

#include "core/analysis/improvement/layout_improvement.h"
#include "core/model/memory/allocator_history.h"
#include "widgets/tables/improvement_table/improvement_table.h"

namespace arenascope {
namespace {

constexpr int progress_interval = 100;  ///< milliseconds

}  // namespace

ImprovementViews::ImprovementViews(const WindowFrame& frame) : WindowPart(frame) {
    timer_.setInterval(progress_interval);
    connect(&timer_, &QTimer::timeout, this, &ImprovementViews::show_progress);
    connect(&session_.plan(), &OpenPlan::layout_changed, this, &ImprovementViews::drop);
    connect(&session_.plan(), &OpenPlan::closed, this, &ImprovementViews::drop);
    connect(actions_.improve, &QAction::triggered, this, &ImprovementViews::search);
    connect(docks_.improvements, &ImprovementTable::search_requested, this, &ImprovementViews::search);
    connect(docks_.improvements, &ImprovementTable::all_requested, this, &ImprovementViews::improve_peak);
    connect(docks_.improvements, &ImprovementTable::stop_requested, this, &ImprovementViews::stop);
    connect(docks_.improvements, &ImprovementTable::chosen_changed, this, &ImprovementViews::show_chosen);
    connect(docks_.improvements, &ImprovementTable::apply_requested, this, &ImprovementViews::apply);
    connect(docks_.improvements.dock, &QDockWidget::visibilityChanged, this, &ImprovementViews::show_chosen);
    connect(&task_, &BackgroundTask::ran_out_of_memory, this, [this] {
        search_.reset();
        timer_.stop();
        docks_.improvements->set_nothing(tr("There was not enough memory to try changes."), true);
    });
    drop();
}

ImprovementViews::~ImprovementViews() {
    stop();
}

void ImprovementViews::search() {
    search_around(session_.selection().buffers(), std::nullopt);
}

void ImprovementViews::improve_peak() {
    const auto& explained = session_.shown()->explanation;
    search_around({}, explained ? std::optional(explained->region) : std::nullopt);
}

void ImprovementViews::search_around(std::vector<BufferIndex> buffers, std::optional<RegionIndex> region) {
    if (!session_.has_plan()) {
        return;
    }
    drop();
    docks_.improvements.bring_to_front();
    if (has_segment_regions(*session_.problem())) {
        return;
    }
    search_ = std::make_shared<Search>();
    const bool is_of_selection = !buffers.empty();
    task_.start(
        [plan = session_.shown(), search = search_, buffers = std::move(buffers), region] {
            const ImprovementOrder order{.buffers = buffers,
                                         .region = region,
                                         .progress =
                                             [&](std::size_t done, std::size_t all) {
                                                 search->done = done;
                                                 search->all = all;
                                             },
                                         .stop = [&] { return search->is_stopped.load(); }};
            return std::make_shared<const ImprovementReport>(find_improvements(*plan->problem, *plan->layout, order));
        },
        [this, problem = session_.shown()->problem, is_of_selection](std::shared_ptr<const ImprovementReport> report) {
            search_.reset();
            timer_.stop();
            docks_.improvements->set_report(problem, std::move(report), is_of_selection);
        });
    timer_.start();
    show_progress();
}

void ImprovementViews::stop() const {
    if (search_) {
        search_->is_stopped = true;
    }
}

void ImprovementViews::drop() {
    stop();
    search_.reset();
    timer_.stop();
    task_.abandon();
    const bool is_recorded = session_.has_plan() && has_segment_regions(*session_.problem());
    docks_.improvements->set_nothing(
        !session_.has_plan() ? tr("Open a plan to improve it.")
        : is_recorded        ? tr("An allocator recorded these addresses, so they stay. Tune shows a plan of the same "
                                         "allocations beside them.")
                             : tr("Small changes of the shown layout that lower its peak are listed here."),
        session_.has_plan() && !is_recorded);
}

void ImprovementViews::show_progress() {
    if (search_) {
        docks_.improvements->set_progress(search_->done, search_->all);
    }
}

void ImprovementViews::show_chosen() {
    const Improvement* chosen = docks_.improvements->chosen();
    // A dock behind the tab of another one shows nothing.
    const bool is_shown = chosen != nullptr && !docks_.improvements->visibleRegion().isEmpty();
    set_proposal(view_.picture(), is_shown ? chosen->moves : std::vector<Move>());
}

void ImprovementViews::apply() {
    const Improvement* chosen = docks_.improvements->chosen();
    if (chosen == nullptr) {
        return;
    }
    std::vector<Edit> edits;
    edits.reserve(chosen->moves.size());
    for (const Move& move : chosen->moves) {
        edits.push_back({move.buffer, {*move.to, chosen->region}});
    }
    session_.plan().move_buffers(std::move(edits), tr("Improve"));
}

}  // namespace arenascope
