#include "app/session/remedy_search.h"

#include <span>
#include <utility>

#include <QCoreApplication>
#include <QPointer>

#include "app/session/capacity_change.h"
#include "app/session/switched_import.h"

namespace arenascope {
namespace {

/// Visits of rectangles for each planner: some seconds of all of them together.
constexpr std::uint64_t work_of_a_trial = 60'000'000;

/// The capacity may have been typed, so that the file has another one.
SwitchedImport with_capacity_of(const Problem& problem, SwitchedImport import) {
    if (problem.regions.size() != 1) {
        return import;
    }
    return [import = std::move(import),
            capacity = problem.regions[RegionIndex(0)].capacity](std::span<const KeyValue> switches) {
        auto plan = import(switches);
        if (plan && plan->problem.regions.size() == 1) {
            set_capacity(plan->problem, capacity);
        }
        return plan;
    };
}

}  // namespace

RemedySearch::RemedySearch(QObject* parent) : QObject(parent) {
    connect(&task_, &BackgroundTask::ran_out_of_memory, this, &RemedySearch::changed);
}

RemedySearch::~RemedySearch() {
    drop();
}

void RemedySearch::begin(const PlanState& state, std::shared_ptr<const Layout> shown, const QString& path) {
    drop();
    task_.start(
        [self = QPointer<RemedySearch>(this), problem = state.problem,
         given = state.own_layout ? state.own_layout : state.layout, shown = std::move(shown),
         made_by = state.provenance && state.provenance->options.empty() ? state.provenance->planner : std::string(),
         words = plan_command(path.toStdString(), state.switches),
         import = is_network_of_file(state)
                      ? with_capacity_of(*state.problem, switched_import(state.source.toStdString(), state.switches))
                      : SwitchedImport()](const Outdated& outdated) {
            RemedyOrder order;
            order.problem = problem.get();
            order.given = given.get();
            order.today = shown.get();
            order.made_by = made_by;
            order.command = words;
            order.import = import;
            order.work = work_of_a_trial;
            order.stop = outdated;
            order.found = [&](const Remedy& remedy) {
                QMetaObject::invokeMethod(
                    QCoreApplication::instance(),
                    [self, outdated, remedy] {
                        if (self && !outdated()) {
                            self->found_.push_back(remedy);
                            emit self->changed();
                        }
                    },
                    Qt::QueuedConnection);
            };
            return remedies(order);
        },
        [this](std::vector<Remedy> found) {
            found_ = std::move(found);
            emit changed();
        });
}

void RemedySearch::drop() {
    task_.abandon();
    found_.clear();
}

}  // namespace arenascope
