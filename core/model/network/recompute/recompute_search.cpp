#include "core/model/network/recompute/recompute_search.h"

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

#include <queue>

#include "core/base/containers/wide.h"
#include "core/model/memory/live_profile.h"
#include "core/model/network/recompute/recomputed_network.h"

namespace arenascope {
namespace {

/// A set of repeats, weighed.
struct Weighed {
    RecomputePlan plan;
    Step peak_step;
    std::vector<std::vector<Repeat>> next;  ///< the sets in which one tensor less waits at the peak

    /// For a queue that gives the lowest first.
    friend bool operator<(const Weighed& a, const Weighed& b) {
        return std::tie(b.plan.threshold, b.plan.extra_work, b.plan.extra_traffic, b.plan.repeats) <
               std::tie(a.plan.threshold, a.plan.extra_work, a.plan.extra_traffic, a.plan.repeats);
    }
};

/// Where a tensor is written and read in a changed network.
struct WrittenAndRead {
    std::int64_t writer = -1;  ///< the last step that writes it
    std::vector<std::int64_t> readers;
};

class RepeatTree {
public:
    RepeatTree(const SplitSteps& steps, const ImportNetwork& import, bool fold, const RecomputeLimits& limits)
        : steps_(steps), import_(import), fold_(fold), limits_(limits), price_(price_of_run(steps.network(), fold)) {}

    Expected<RecomputeSearch> run() {
        auto whole = weighed({});
        if (!whole) {
            return failure(whole.error());
        }
        keep(*whole);
        std::priority_queue<Weighed> open;
        open.push(std::move(*whole));
        seen_.insert(std::vector<Repeat>());
        while (!open.empty()) {
            const Weighed one = open.top();
            open.pop();
            for (const std::vector<Repeat>& repeats : one.next) {
                if (!seen_.insert(repeats).second) {
                    continue;
                }
                if (result_.visits >= limits_.most_visits) {
                    result_.is_complete = false;
                    return std::move(result_);
                }
                auto next = weighed(repeats);
                // A changed network that cannot be imported, because its sizes do not fit in 64 bits, is none.
                if (!next) {
                    continue;
                }
                if (!is_within_limit(next->plan)) {
                    result_.is_limited = true;
                    continue;
                }
                keep(*next);
                open.push(std::move(*next));
            }
        }
        return std::move(result_);
    }

private:
    Expected<Weighed> weighed(const std::vector<Repeat>& repeats) {
        const RecomputedNetwork changed = recomputed_network(steps_, repeats);
        result_.visits += changed.origins.size() + 1;
        const auto problem = import_(changed.network);
        if (!problem) {
            return failure(problem.error());
        }
        const LiveProfile profile = live_profile(*problem);
        const RunPrice price = price_of_run(changed.network, fold_);
        Weighed one;
        one.plan = {repeats, profile.threshold, price.work - price_.work, price.traffic - price_.traffic};
        one.peak_step = profile.peak_step;
        add_next(one, changed);
        return one;
    }

    [[nodiscard]] bool is_within_limit(const RecomputePlan& plan) const {
        constexpr int whole = 100'000;  // thousandths of a per cent
        return Int128(plan.extra_work) * whole <= Int128(price_.work) * limits_.most_extra;
    }

    void keep(const Weighed& one) {
        const auto order = [](const RecomputePlan& plan) {
            return std::tuple(plan.threshold, plan.extra_work, plan.extra_traffic, plan.repeats.size());
        };
        if (is_first_ || order(one.plan) < order(result_.best)) {
            result_.best = one.plan;
            result_.peak_step = one.peak_step;
            is_first_ = false;
        }
    }

    /// The sets of repeats after which one tensor less waits at the peak.
    void add_next(Weighed& one, const RecomputedNetwork& changed) {
        find_uses(changed);
        const std::int64_t peak = one.peak_step.value();
        for (const WrittenAndRead& tensor : uses_) {
            const auto next = std::ranges::lower_bound(tensor.readers, peak);
            const bool waits =
                tensor.writer >= 0 && tensor.writer < peak && next != tensor.readers.end() && *next > peak;
            if (!waits) {
                continue;
            }
            const StepOrigin writer = changed.origins[static_cast<std::size_t>(tensor.writer)];
            const StepOrigin reader = changed.origins[static_cast<std::size_t>(*next)];
            // The step before which the copy runs may read the tensor, too. Then one new copy may serve both.
            add_next(one, one.plan.repeats,
                     {writer.step, writer.step, reader.copy ? reader.copy->before : reader.step});
            if (reader.copy != nullptr && writer.step < reader.copy->first) {
                std::vector<Repeat> others = one.plan.repeats;
                std::erase(others, *reader.copy);
                add_next(one, std::move(others), {writer.step, reader.copy->last, reader.copy->before});
            }
        }
    }

    void add_next(Weighed& one, std::vector<Repeat> repeats, const Repeat& more) {
        repeats.push_back(more);
        sort_repeats(repeats);
        if (is_possible(repeats)) {
            one.next.push_back(std::move(repeats));
        }
    }

    [[nodiscard]] bool is_possible(const std::vector<Repeat>& repeats) const {
        for (std::size_t i = 0; i < repeats.size(); ++i) {
            const bool is_twice =
                i > 0 && repeats[i].before == repeats[i - 1].before && repeats[i].last == repeats[i - 1].last;
            if (is_twice || !reason_against(steps_, repeats[i]).empty()) {
                return false;
            }
        }
        return true;
    }

    void find_uses(const RecomputedNetwork& changed) {
        uses_.assign(changed.network.tensors.size(), {});
        for (std::size_t step = 0; step < changed.origins.size(); ++step) {
            const auto at = static_cast<std::int64_t>(step);
            const Node& node = changed.network.nodes[changed.origins[step].node];
            for (const TensorIndex read : node.inputs) {
                if (read != TensorIndex::none() && (uses_[read].readers.empty() || uses_[read].readers.back() != at)) {
                    uses_[read].readers.push_back(at);
                }
            }
            for (const TensorIndex written : node.outputs) {
                if (written != TensorIndex::none()) {
                    uses_[written].writer = at;
                }
            }
        }
    }

    const SplitSteps& steps_;
    const ImportNetwork& import_;
    bool fold_;
    const RecomputeLimits& limits_;
    RunPrice price_;
    bool is_first_ = true;
    IndexedVector<TensorIndex, WrittenAndRead> uses_;  ///< in the network that is weighed
    std::set<std::vector<Repeat>> seen_;
    RecomputeSearch result_;
};

}  // namespace

Expected<RecomputeSearch> search_recompute(const SplitSteps& steps, const ImportNetwork& import, bool fold,
                                           const RecomputeLimits& limits) {
    return RepeatTree(steps, import, fold, limits).run();
}

}  // namespace arenascope
