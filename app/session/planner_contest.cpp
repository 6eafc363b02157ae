#include "app/session/planner_contest.h"

#include <algorithm>
#include <thread>
#include <utility>

namespace arenascope {

PlannerContest::~PlannerContest() {
    abandon();
}

void PlannerContest::start(std::shared_ptr<const Problem> problem, std::shared_ptr<const Layout> given,
                           std::vector<PlanOrder> orders, bool one_at_a_time) {
    abandon();
    is_one_at_a_time_ = one_at_a_time;
    problem_ = std::move(problem);
    given_ = std::move(given);
    orders_ = std::move(orders);
    runs_.resize(orders_.size());
    for (std::size_t entry = 0; entry < orders_.size(); ++entry) {
        waiting_.push_back(entry);
    }
    start_next();
}

void PlannerContest::start_next() {
    const int processors = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    const auto has_room = [&] {
        return running_ == 0 || (!is_one_at_a_time_ && threads_ + orders_[waiting_.front()].threads <= processors);
    };
    while (!waiting_.empty() && !waits_ && has_room()) {
        const std::size_t entry = waiting_.front();
        const int threads = orders_[entry].threads;
        waiting_.pop_front();
        ++running_;
        threads_ += threads;
        PlanRun& run = *(runs_[entry] = std::make_unique<PlanRun>());
        run.set_previewing(false);
        run.set_guard(guard_);
        connect(&run, &PlanRun::progressed, this, [this, entry](std::uint64_t work, std::uint64_t work_limit) {
            emit progressed(entry, work, work_limit);
        });
        connect(&run, &PlanRun::finished, this, [this, entry, threads](const std::shared_ptr<Expected<Plan>>& plan) {
            --running_;
            threads_ -= threads;
            emit finished(entry, plan);
            start_next();
        });
        emit started(entry);
        run.start(problem_, given_, std::move(orders_[entry]));
    }
    if (!is_running() && !orders_.empty()) {
        orders_.clear();
        emit ended();
    }
}

void PlannerContest::set_waiting(bool waits) {
    if (is_one_at_a_time_ && waits != waits_) {
        waits_ = waits;
        start_next();
    }
}

void PlannerContest::cancel(std::size_t entry) {
    if (entry < runs_.size() && runs_[entry]) {
        runs_[entry]->cancel();
        return;
    }
    if (std::erase(waiting_, entry) > 0) {
        emit left_out(entry);
        start_next();
    }
}

void PlannerContest::cancel_all() {
    for (std::size_t entry = runs_.size(); entry-- > 0;) {
        cancel(entry);
    }
}

void PlannerContest::abandon() {
    waiting_.clear();
    orders_.clear();
    for (std::unique_ptr<PlanRun>& each : runs_) {
        if (!each) {
            continue;
        }
        PlanRun* run = each.release();
        run->disconnect(this);
        run->setParent(this);
        if (run->is_running()) {
            connect(run, &PlanRun::finished, run, &QObject::deleteLater);
            run->cancel();
        } else {
            run->deleteLater();  // not deleted here, because it may be emitting finished()
        }
    }
    runs_.clear();
    running_ = 0;
    threads_ = 0;
    waits_ = false;
}

}  // namespace arenascope
