#include "app/session/plan_run.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <limits>
#include <optional>
#include <system_error>
#include <utility>

#include "core/error/out_of_memory.h"
#include "core/planner/tuner/rectangle_classifier.h"

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
            best = std::make_shared<const BestSoFar>(BestSoFar{std::move(*waiting_), std::move(risks)});
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

}  // namespace

PlanRun::~PlanRun() {
    join();
}

void PlanRun::join() {
    if (worker_.joinable()) {
        *cancelled_ = true;
        worker_.join();
    }
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

void PlanRun::start(std::shared_ptr<const Problem> problem, std::shared_ptr<const Layout> given, PlanOrder order) {
    join();
    cancelled_ = std::make_shared<std::atomic<bool>>(false);
    done_ = false;
    order.record = true;
    order.stop = [cancelled = cancelled_] { return cancelled->load(std::memory_order_relaxed); };
    // Progress of a replaced run must not reach the window.
    const auto current = [this, mine = cancelled_] { return mine == cancelled_; };
    const auto free_at = std::make_shared<FreeAt>(0);
    order.progress =
        Throttle(previewing_ ? problem : nullptr, free_at,
                 [this, current, free_at](const Progress& progress, std::shared_ptr<const BestSoFar> best) {
                     QMetaObject::invokeMethod(
                         this,
                         [this, current, free_at, work = progress.work, limit = progress.work_limit,
                          peak = progress.best_peak, best = std::move(best)] {
                             const auto begin = Clock::now();
                             if (current()) {
                                 emit progressed(work, limit, peak, best);
                             }
                             const auto end = Clock::now();
                             *free_at = (end + rest * (end - begin)).time_since_epoch().count();
                         },
                         Qt::QueuedConnection);
                 });
    count(true);
    const auto end = [this, current](Expected<Plan> result) {
        auto plan = std::make_shared<Expected<Plan>>(std::move(result));
        QMetaObject::invokeMethod(
            this,
            [this, current, plan = std::move(plan)] {
                if (current()) {
                    done_ = true;
                    count(false);
                    emit finished(plan);
                }
            },
            Qt::QueuedConnection);
    };
    try {
        worker_ = std::jthread([end, problem = std::move(problem), given = std::move(given), order = std::move(order)] {
            end(run_planner(*problem, *given, order));
        });
    } catch (const std::system_error&) {
        end(failure(out_of_memory("to start a planning thread", "close other programs")));
    }
    emit started();
}

void PlanRun::cancel() {
    if (cancelled_) {
        *cancelled_ = true;
    }
}

}  // namespace arenascope
