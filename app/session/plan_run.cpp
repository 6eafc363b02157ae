#include "app/session/plan_run.h"

#include <chrono>
#include <utility>

namespace arenascope {
namespace {

using Clock = std::chrono::steady_clock;

constexpr auto signal_interval = std::chrono::milliseconds(50);

/// Lets progress through at a rate that a window can follow, and never loses the best layout in between.
class Throttle {
public:
    explicit Throttle(std::function<void(const Progress&, std::shared_ptr<const Layout>)> pass)
        : pass_(std::move(pass)) {}

    void operator()(const Progress& progress) {
        if (progress.improved != nullptr) {
            waiting_ = std::make_shared<Layout>(*progress.improved);
        }
        if (const auto now = Clock::now(); now - last_ >= signal_interval) {
            last_ = now;
            pass_(progress, std::exchange(waiting_, nullptr));
        }
    }

private:
    std::function<void(const Progress&, std::shared_ptr<const Layout>)> pass_;
    std::shared_ptr<const Layout> waiting_;
    Clock::time_point last_;
};

}  // namespace

PlanRun::~PlanRun() {
    join();
}

void PlanRun::join() {
    if (worker_.joinable()) {
        *cancelled_ = true;
        worker_.join();
    }
}

void PlanRun::start(std::shared_ptr<const Problem> problem, std::shared_ptr<const Layout> given, PlanOrder order) {
    join();
    cancelled_ = std::make_shared<std::atomic<bool>>(false);
    done_ = false;
    order.record = true;
    order.stop = [cancelled = cancelled_] { return cancelled->load(std::memory_order_relaxed); };
    // Progress of a run that was replaced meanwhile must not reach the window.
    const auto current = [this, mine = cancelled_] { return mine == cancelled_; };
    order.progress = Throttle([this, current](const Progress& progress, std::shared_ptr<const Layout> best) {
        QMetaObject::invokeMethod(
            this,
            [this, current, work = progress.work, limit = progress.work_limit, peak = progress.best_peak,
             best = std::move(best)] {
                if (current()) {
                    emit progressed(work, limit, peak, best);
                }
            },
            Qt::QueuedConnection);
    });
    emit started();
    worker_ =
        std::jthread([this, current, problem = std::move(problem), given = std::move(given), order = std::move(order)] {
            auto plan = std::make_shared<Expected<Plan>>(run_planner(*problem, *given, order));
            QMetaObject::invokeMethod(
                this,
                [this, current, plan = std::move(plan)] {
                    if (current()) {
                        done_ = true;
                        emit finished(plan);
                    }
                },
                Qt::QueuedConnection);
        });
}

void PlanRun::cancel() {
    if (cancelled_) {
        *cancelled_ = true;
    }
}

}  // namespace arenascope
