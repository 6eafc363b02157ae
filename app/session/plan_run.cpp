#include "app/session/plan_run.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <system_error>
#include <utility>

#include <QCoreApplication>
#include <QPointer>

#include "core/base/error/out_of_memory.h"
#include "core/model/tiers/rectangle_classifier.h"
#include "qt/tasks/handled_at_once.h"
#include "qt/tasks/thread_priority.h"

namespace arenascope {
namespace {

using Clock = std::chrono::steady_clock;

constexpr auto signal_interval = std::chrono::milliseconds(50);
/// After showing progress, the pause is this many times as long as showing it took. This keeps the window responsive.
constexpr int rest = 3;

/// The time from which the window accepts progress again.
using FreeAt = std::atomic<Clock::rep>;
constexpr Clock::rep busy = std::numeric_limits<Clock::rep>::max();

/// Passes progress on at a rate that the window can handle. Keeps the best layout until the next pass.
class Throttle {
public:
    /// `problem` null: passes no layouts on.
    Throttle(std::shared_ptr<const Problem> problem, std::shared_ptr<FreeAt> free_at,
             std::function<void(const Progress&, std::shared_ptr<const BestSoFar>)> pass)
        : problem_(std::move(problem)), free_at_(std::move(free_at)), pass_(std::move(pass)) {}

    void operator()(const Progress& progress) {
        if (problem_ && progress.improved != nullptr) {
            waiting_ = *progress.improved;
        }
        const auto now = Clock::now();
        if (now - last_ < signal_interval || now.time_since_epoch().count() < free_at_->load()) {
            return;
        }
        last_ = now;
        *free_at_ = busy;
        std::shared_ptr<const BestSoFar> best;
        if (waiting_) {
            // Classified here, because this is not the window's thread.
            auto risks = classify(*problem_, *waiting_);
            best = std::make_shared<const BestSoFar>(*problem_, std::move(*waiting_), std::move(risks));
            waiting_.reset();
        }
        pass_(progress, std::move(best));
    }

private:
    std::shared_ptr<const Problem> problem_;
    std::shared_ptr<FreeAt> free_at_;
    std::function<void(const Progress&, std::shared_ptr<const BestSoFar>)> pass_;
    std::optional<Layout> waiting_;
    Clock::time_point last_;
};

/// The places in an order; null if it is empty. What changed since the step before is not told.
std::shared_ptr<const OrderPlaces> places_in(std::span<const BufferIndex> order, std::size_t buffers) {
    if (order.empty()) {
        return nullptr;
    }
    OrderPlaces places{IndexedVector<BufferIndex, std::uint32_t>(buffers),
                       IndexedVector<BufferIndex, std::int32_t>(buffers)};
    for (std::size_t i = 0; i < order.size(); ++i) {
        places.place[order[i]] = static_cast<std::uint32_t>(i + 1);
    }
    return std::make_shared<const OrderPlaces>(std::move(places));
}

/// What the window shows of a pause. The layout has the tiers of its step, or else its own.
std::shared_ptr<const PauseReport> report_of(const Problem& problem, StepPause here) {
    auto risks = here.risks.empty() ? classify(problem, here.layout)
                                    : IndexedVector<BufferIndex, Risk>(here.risks.begin(), here.risks.end());
    auto shown = std::make_shared<BestSoFar>(problem, std::move(here.layout), std::move(risks));
    shown->order = places_in(here.order, problem.buffers.size());
    return std::make_shared<const PauseReport>(PauseReport{std::move(here.path), std::move(here.reason),
                                                           std::move(here.breakpoints), std::move(here.condition),
                                                           here.hits, here.best, std::move(shown)});
}

}  // namespace

PlanRun::~PlanRun() {
    abandon();
}

void PlanRun::abandon() {
    if (worker_) {
        desk_->cancel();
        end_apart(std::exchange(worker_, nullptr));
    }
    pause_.reset();
    count(false);
}

void PlanRun::count(bool is_under_way) {
    static std::vector<PlanRun*> all;  // of every window; used on the window's thread only
    std::erase(all, this);
    if (!is_under_way) {
        return;
    }
    most_beside_ = all.size();
    all.push_back(this);
    for (PlanRun* each : all) {
        each->most_beside_ = std::max(each->most_beside_, all.size() - 1);
    }
}

void PlanRun::connect_order(PlanOrder& order, const std::shared_ptr<const Problem>& problem) {
    order.record = recording_;
    order.stop = [desk = desk_] { return desk->is_cancelled(); };
    // Progress of a replaced run must not reach the window. The application object outlives its thread; this may not.
    const auto current = [self = QPointer<PlanRun>(this), mine = desk_] { return self && mine == self->desk_; };
    const auto free_at = std::make_shared<FreeAt>(0);
    order.progress =
        Throttle(previewing_ ? problem : nullptr, free_at,
                 [this, current, free_at](const Progress& progress, std::shared_ptr<const BestSoFar> best) {
                     QMetaObject::invokeMethod(
                         QCoreApplication::instance(),
                         [this, current, free_at, work = progress.work, limit = progress.work_limit,
                          peak = progress.best_peak, best = std::move(best)] {
                             const auto begin = Clock::now();
                             if (current()) {
                                 has_layout_ = has_layout_ || peak > Offset();
                                 emit progressed(work, limit, peak, best);
                             }
                             const auto end = Clock::now();
                             *free_at = (end + rest * (end - begin)).time_since_epoch().count();
                         },
                         Qt::QueuedConnection);
                 });
}

PauseSink PlanRun::pause_sink(std::shared_ptr<const Problem> problem) {
    return [self = QPointer<PlanRun>(this), problem = std::move(problem), desk = desk_](StepPause here) {
        if (!desk->is_cancelled()) {
            auto report = report_of(*problem, std::move(here));
            QMetaObject::invokeMethod(
                QCoreApplication::instance(),
                [self, desk, report = std::move(report)] {
                    if (self && desk == self->desk_ && !desk->is_cancelled()) {
                        self->pause_ = report;
                        emit self->paused(report);
                    }
                },
                Qt::QueuedConnection);
        }
        return desk->wait();
    };
}

void PlanRun::start(std::shared_ptr<const Problem> problem, std::shared_ptr<const Layout> given, PlanOrder order,
                    std::vector<Breakpoint> breakpoints) {
    abandon();
    desk_ = std::make_shared<PauseDesk>();
    done_ = false;
    has_layout_ = false;
    is_large_ = is_large(*problem);
    connect_order(order, problem);
    breakpoints_ = std::move(breakpoints);
    stop_at(order, breakpoints_, pause_sink(problem),
            [desk = desk_](std::size_t breakpoint) { return desk->still_stops(breakpoint); });
    count(true);
    worker_ = std::make_shared<RunThread>();
    const auto end = [self = QPointer<PlanRun>(this), mine = desk_, worker = worker_](Expected<Plan> result) {
        if (worker->is_abandoned) {
            return;  // the result is freed here, because freeing many names takes long
        }
        auto plan = std::make_shared<Expected<Plan>>(std::move(result));
        QMetaObject::invokeMethod(
            QCoreApplication::instance(),
            [self, mine, plan = std::move(plan)] {
                if (self && mine == self->desk_) {
                    self->done_ = true;
                    self->count(false);
                    emit self->finished(plan);
                }
            },
            Qt::QueuedConnection);
    };
    const auto guarded = guard_ ? guard_(order.planner, {}) : nullptr;
    try {
        worker_->thread = std::thread([end, guarded, worker = worker_, problem = std::move(problem),
                                       given = std::move(given), order = std::move(order)]() mutable {
            yield_to_window();
            std::shared_ptr<const void> mark = guarded ? guarded() : nullptr;
            Expected<Plan> plan = run_planner(*problem, *given, order);
            mark.reset();
            end(std::move(plan));
            problem.reset();
            given.reset();
            order = {};
            worker->is_done = true;
        });
    } catch (const std::system_error&) {
        end(failure(out_of_memory("to start a planning thread", "close other programs")));
    }
    emit started();
}

void PlanRun::keep_stopping_at(const std::vector<Breakpoint>& breakpoints) {
    if (done_) {
        return;
    }
    std::vector<bool> stopping;
    for (const Breakpoint& each : breakpoints_) {
        stopping.push_back(std::ranges::find(breakpoints, each.condition, &Breakpoint::condition) != breakpoints.end());
    }
    desk_->set_stopping(std::move(stopping));
}

bool PlanRun::has_breakpoint(const std::string& condition) const {
    return std::ranges::find(breakpoints_, condition, &Breakpoint::condition) != breakpoints_.end();
}

void PlanRun::answer(PauseAnswer answer) {
    if (pause_) {
        desk_->answer(answer);
        end_pause();
    }
}

void PlanRun::cancel() {
    if (desk_) {
        desk_->cancel();
        end_pause();
        if (!done_ && is_large_ && !has_layout_) {
            end_without_layout();
        }
    }
}

void PlanRun::end_without_layout() {
    if (!worker_) {
        return;  // it ends already
    }
    end_apart(std::exchange(worker_, nullptr));
    QMetaObject::invokeMethod(
        this,
        [this, mine = desk_] {
            if (mine == desk_ && !done_) {
                done_ = true;
                count(false);
                emit finished(std::make_shared<Expected<Plan>>(failure(stopped_too_early())));
            }
        },
        Qt::QueuedConnection);
}

void PlanRun::end_pause() {
    if (pause_) {
        pause_.reset();
        emit resumed();
    }
}

}  // namespace arenascope
