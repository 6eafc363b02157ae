#include "app/session/remedy_search.h"

#include <utility>

#include <QCoreApplication>
#include <QPointer>

namespace arenascope {
namespace {

/// Visits of rectangles for each planner: some seconds of all of them together.
constexpr std::uint64_t work_of_a_trial = 60'000'000;

/// The words that open the file as it is open.
std::vector<std::string> command_words(const PlanState& state, const QString& path) {
    std::vector<std::string> words = {"arenascope", "plan", path.toStdString()};
    for (const auto& [key, value] : state.switches) {
        words.insert(words.end(), {"--set", key + "=" + value});
    }
    return words;
}

}  // namespace

RemedySearch::RemedySearch(QObject* parent) : QObject(parent) {
    connect(&task_, &BackgroundTask::ran_out_of_memory, this, [this] {
        stop_.reset();
        emit changed();
    });
}

RemedySearch::~RemedySearch() {
    drop();
}

void RemedySearch::begin(const PlanState& state, std::shared_ptr<const Layout> shown, const QString& path) {
    drop();
    stop_ = std::make_shared<std::atomic<bool>>(false);
    // What was found reaches this thread unless another search has begun meanwhile.
    const auto deliver = [self = QPointer<RemedySearch>(this), stop = stop_](const Remedy& remedy) {
        QMetaObject::invokeMethod(
            QCoreApplication::instance(),
            [self, stop, remedy] {
                if (self && self->stop_ == stop) {
                    self->found_.push_back(remedy);
                    emit self->changed();
                }
            },
            Qt::QueuedConnection);
    };
    task_.start(
        [problem = state.problem, given = state.own_layout ? state.own_layout : state.layout, shown = std::move(shown),
         made_by = state.provenance && state.provenance->options.empty() ? state.provenance->planner : std::string(),
         words = command_words(state, path), stop = stop_, deliver] {
            RemedyOrder order;
            order.problem = problem.get();
            order.given = given.get();
            order.today = shown.get();
            order.made_by = made_by;
            order.command = words;
            order.work = work_of_a_trial;
            order.stop = [&stop] { return stop->load(); };
            order.found = deliver;
            return remedies(order);
        },
        [this](std::vector<Remedy> found) {
            found_ = std::move(found);
            stop_.reset();
            emit changed();
        });
}

void RemedySearch::drop() {
    if (stop_) {
        *stop_ = true;
    }
    stop_.reset();
    task_.abandon();
    found_.clear();
}

}  // namespace arenascope
