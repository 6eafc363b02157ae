#include "core/model/order/downset_search.h"

#include <algorithm>
#include <tuple>

#include <queue>

#include "core/model/order/downset_table.h"
#include "core/model/order/order_run.h"

namespace arenascope {
namespace {

/// Visits the successors of downsets.
class Expansion {
public:
    Expansion(const OrderProblem& problem, const DownsetLimits& limits)
        : lists_(problem), run_(lists_), table_(problem.size()), limits_(limits) {}

    [[nodiscard]] const DownsetTable& table() const { return table_; }
    [[nodiscard]] bool is_complete(DownsetTable::Entry entry) {
        run_.restart(table_.done(entry));
        return run_.count() == lists_.nodes();
    }

    /// A downset that was reached, or reached better.
    struct Reached {
        DownsetTable::Entry entry;
        std::int64_t peak;
        std::int64_t live;
        std::size_t count;
    };

    /// The downset in which nothing has run but what runs at once; empty if even that reaches the ceiling.
    Reached start() {
        run_.restart(nullptr);
        path_.clear();
        run_at_once(limits_.floor.value());
        return arrive(limits_.floor.value(), DownsetTable::none);
    }

    /// Calls `use(Reached)` for each better way to a downset behind `entry`, which stays below the ceiling.
    template <class Use>
    void expand(DownsetTable::Entry entry, Use&& use) {
        run_.restart(table_.done(entry));
        const std::int64_t peak_so_far = table_.peak(entry);
        for (OrderNode node = run_.next_ready(0); node < lists_.nodes(); node = run_.next_ready(node + 1)) {
            const std::int64_t peak = std::max(peak_so_far, run_.need(node));
            if (peak >= limits_.ceiling.value()) {
                continue;
            }
            path_.clear();
            run(node);
            run_at_once(peak);
            if (const Reached reached = arrive(peak, entry); reached.entry != DownsetTable::none) {
                use(reached);
            }
            take_back_to(0);
        }
    }

private:
    void run(OrderNode node) {
        run_.run(node);
        path_.push_back(node);
    }
    void take_back_to(std::size_t length) {
        while (path_.size() > length) {
            run_.take_back(path_.back());
            path_.pop_back();
        }
    }

    Reached arrive(std::int64_t peak, DownsetTable::Entry from) {
        const auto arrival = table_.arrive(run_.done(), peak, from, path_);
        return {arrival.is_better ? arrival.entry : DownsetTable::none, peak, run_.live(), run_.count()};
    }

    /// Runs all nodes and chains that may run at once within this peak.
    void run_at_once(std::int64_t peak) {
        const auto nodes = static_cast<OrderNode>(lists_.nodes());
        for (bool has_run = true; has_run;) {
            has_run = false;
            for (OrderNode node = run_.next_ready(0); node < nodes; node = run_.next_ready(node + 1)) {
                if (run_.growth(node) <= 0 && run_.need(node) <= peak) {
                    run(node);
                    has_run = true;
                }
            }
            for (OrderNode node = run_.next_ready(0); !has_run && node < nodes; node = run_.next_ready(node + 1)) {
                has_run = run_.need(node) <= peak && run_chain(node, peak);
            }
        }
    }

    /// Runs a chain from a node on whose live bytes fall back to those before it. Takes it back if there is none.
    bool run_chain(OrderNode node, std::int64_t peak) {
        const std::size_t length = path_.size();
        const std::int64_t live = run_.live();
        run(node);
        while (run_.live() > live) {
            OrderNode best = static_cast<OrderNode>(lists_.nodes());
            std::int64_t least = 0;
            for (std::uint32_t i = lists_.next_of[node]; i < lists_.next_of[node + 1]; ++i) {
                const OrderNode next = lists_.next[i];
                if (!run_.is_ready(next) || run_.need(next) > peak) {
                    continue;
                }
                const std::int64_t growth = run_.growth(next);
                if (best == lists_.nodes() || growth < least) {
                    best = next;
                    least = growth;
                }
            }
            if (best == lists_.nodes()) {
                take_back_to(length);
                return false;
            }
            run(best);
            node = best;
        }
        return true;
    }

    OrderLists lists_;
    OrderRun run_;
    DownsetTable table_;
    const DownsetLimits& limits_;
    std::vector<OrderNode> path_;
};

/// What the table of a search may take.
constexpr std::size_t most_bytes = std::size_t{1} << 28U;

bool is_time_to_stop(const DownsetLimits& limits, std::size_t expanded) {
    constexpr std::size_t turn = 256;
    return limits.is_stopped && expanded % turn == 0 && limits.is_stopped();
}

}  // namespace

DownsetResult search_downsets(const OrderProblem& problem, const DownsetLimits& limits) {
    struct Open {
        std::int64_t peak;
        std::size_t left;  ///< nodes that have not run
        DownsetTable::Entry entry;
        bool operator>(const Open& other) const {
            return std::tie(peak, left, entry) > std::tie(other.peak, other.left, other.entry);
        }
    };
    DownsetResult result;
    result.lower_bound = limits.ceiling;
    if (limits.floor >= limits.ceiling) {
        return result;
    }
    Expansion expansion(problem, limits);
    const std::size_t most_states = std::min(limits.states, most_bytes / expansion.table().bytes_of_entry());
    std::size_t expanded = 0;
    std::priority_queue<Open, std::vector<Open>, std::greater<>> open;
    const auto add = [&](const Expansion::Reached& reached) {
        open.push({reached.peak, problem.size() - reached.count, reached.entry});
    };
    add(expansion.start());
    while (!open.empty()) {
        const Open next = open.top();
        open.pop();
        if (next.peak > expansion.table().peak(next.entry)) {
            continue;  // a better way was found since
        }
        if (next.left == 0) {
            result.order = expansion.table().order_to(next.entry);
            result.lower_bound = Bytes(next.peak);
            return result;
        }
        result.states = expansion.table().size();
        if (result.states >= most_states || is_time_to_stop(limits, ++expanded)) {
            result.lower_bound = Bytes(next.peak);
            return result;
        }
        expansion.expand(next.entry, add);
    }
    return result;
}

std::optional<std::vector<OrderNode>> beam_order(const OrderProblem& problem, std::size_t width,
                                                 const DownsetLimits& limits) {
    if (limits.floor >= limits.ceiling) {
        return std::nullopt;
    }
    Expansion expansion(problem, limits);
    std::vector<std::vector<Expansion::Reached>> by_count(problem.size() + 1);
    const auto add = [&](const Expansion::Reached& reached) { by_count[reached.count].push_back(reached); };
    add(expansion.start());
    std::size_t states = 0;
    for (std::size_t count = 0; count < problem.size(); ++count) {
        auto& found = by_count[count];
        std::ranges::sort(found, [](const auto& a, const auto& b) {
            return std::tie(a.peak, a.live, a.entry) < std::tie(b.peak, b.live, b.entry);
        });
        std::size_t followed = 0;
        for (std::size_t i = 0; i < found.size() && followed < width; ++i) {
            const Expansion::Reached& reached = found[i];
            if (reached.peak > expansion.table().peak(reached.entry)) {
                continue;
            }
            if (is_time_to_stop(limits, ++states)) {
                return std::nullopt;
            }
            ++followed;
            expansion.expand(reached.entry, add);
        }
        found = {};
    }
    const auto& complete = by_count.back();
    const auto best = std::ranges::min_element(complete, {}, &Expansion::Reached::peak);
    return best == complete.end() ? std::nullopt : std::optional(expansion.table().order_to(best->entry));
}

}  // namespace arenascope
