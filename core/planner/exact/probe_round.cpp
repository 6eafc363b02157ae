#include "core/planner/exact/probe_round.h"

#include <algorithm>
#include <atomic>
#include <chrono>

#include "core/base/threads/worker_threads.h"

namespace arenascope {
namespace {

constexpr std::chrono::microseconds check_interval{200};

ProbeOutcome outcome_of(CapacitySearch& search, const Probe& probe, const SearchStop& stop) {
    const std::int64_t work = search.work();
    const std::int64_t nodes = search.nodes();
    Random random(probe.seed);
    search.start_anew(probe.inherited);
    ProbeOutcome outcome{.verdict = search.search(probe.capacity, probe.strategy, random, probe.slice, stop)};
    outcome.work = search.work() - work;
    outcome.nodes = search.nodes() - nodes;
    if (outcome.verdict == Verdict::found) {
        outcome.order = search.order();
        outcome.scores = search.kept_scores();
    }
    return outcome;
}

}  // namespace

ProbeRunner::ProbeRunner(const SearchedGroup& group, int threads)
    : group_(&group), searches_(static_cast<std::size_t>(std::max(threads, 1))) {}

CapacitySearch& ProbeRunner::search_of(std::size_t thread, std::size_t direction) {
    std::unique_ptr<CapacitySearch>& search = searches_[thread][direction];
    if (!search) {
        search = std::make_unique<CapacitySearch>(group_->seen[direction]);
    }
    return *search;
}

std::vector<ProbeOutcome> ProbeRunner::run(std::span<const Probe> probes, const SearchStop& stop) {
    std::vector<ProbeOutcome> outcomes(probes.size());
    std::atomic<std::size_t> next = 0;
    std::atomic<std::size_t> last = probes.size();  // index of the first probe that ends the round
    std::atomic<bool> is_stopped = false;
    const auto work_off_all = [&](std::size_t thread) {
        for (std::size_t i = next++; i < probes.size(); i = next++) {
            const auto is_void = [&] {
                if (thread == 0 && stop && stop()) {
                    is_stopped = true;
                }
                return is_stopped || last < i;
            };
            if (is_void()) {
                continue;
            }
            outcomes[i] = outcome_of(search_of(thread, probes[i].direction), probes[i], is_void);
            const Verdict verdict = outcomes[i].verdict;
            if ((verdict == Verdict::found && probes[i].ends_round_when_found) ||
                (verdict == Verdict::none && probes[i].ends_round_when_none)) {
                for (std::size_t known = last; i < known && !last.compare_exchange_weak(known, i);) {
                }
            }
        }
    };
    const auto work_off = [&](std::size_t thread) {
        try {
            work_off_all(thread);
        } catch (...) {
            is_stopped = true;
            throw;
        }
    };
    {
        WorkerThreads helpers(std::max<std::size_t>(std::min(searches_.size(), probes.size()), 1) - 1, work_off);
        work_off(0);
        while (!helpers.wait_for(check_interval)) {
            is_stopped = is_stopped || (stop && stop());
        }
        helpers.join();
    }
    outcomes.resize(std::min(last + 1, probes.size()));
    return outcomes;
}

}  // namespace arenascope
