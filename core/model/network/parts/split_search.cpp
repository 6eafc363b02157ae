#include "core/model/network/parts/split_search.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "core/model/memory/live_profile.h"
#include "core/model/network/parts/chain_weight.h"

namespace arenascope {
namespace {

constexpr std::int64_t unreachable = std::numeric_limits<std::int64_t>::max();

/// A chain with its peak and price.
struct Candidate {
    Chain chain;
    std::int64_t peak = 0;
    std::int64_t extra = 0;

    /// What counts against the limit. Parts may leave out rows that nobody reads, which buys nothing elsewhere.
    [[nodiscard]] std::int64_t price() const { return std::max<std::int64_t>(extra, 0); }
};

/// Disjoint chains, ascending.
struct Priced {
    std::int64_t price = unreachable;  ///< `unreachable`: there are none
    std::vector<Chain> chains = {};
    std::int64_t extra = 0;
};

/// The numbers of parts that are tried for an output of so many rows, ascending.
std::vector<std::int64_t> numbers_of_parts(std::int64_t extent) {
    constexpr std::int64_t every = 8;
    std::vector<std::int64_t> numbers;
    for (std::int64_t number = 2; number < extent; number += number < every ? 1 : number / 4) {
        numbers.push_back(number);
    }
    if (extent >= 2) {
        numbers.push_back(extent);
    }
    return numbers;
}

class Search {
public:
    Search(const SplitSteps& steps, const Problem& problem, const SplitLimits& limits)
        : steps_(steps),
          limits_(limits),
          scale_(steps, problem, limits.size_multiple),
          whole_(threshold(problem)),
          by_end_(steps.size()) {}

    SplitSearch run() {
        const auto& live = scale_.live();
        result_.whole = whole_;
        result_.work = scale_.work();
        result_.best.threshold = result_.floor.threshold = result_.whole;
        least_ = live;
        least_chain_.resize(live.size());
        find_floor_of_whole_steps();
        find_whole_readers();
        for (std::size_t last = 0; last < steps_.size() && result_.is_complete; ++last) {
            for (const SplitAxis axis : {SplitAxis::height, SplitAxis::width, SplitAxis::channels}) {
                add_chains_to(last, axis);
            }
        }
        result_.visits = scale_.visits() + chains_;
        find_plans();
        return std::move(result_);
    }

private:
    /// What is alive at a step that cannot run in parts along any axis is in every plan.
    void find_floor_of_whole_steps() {
        for (std::size_t step = 0; step < steps_.size(); ++step) {
            const bool is_whole = !steps_.form(step, SplitAxis::height) && !steps_.form(step, SplitAxis::width) &&
                                  !steps_.form(step, SplitAxis::channels);
            floor_of_whole_ = std::max(floor_of_whole_, is_whole ? scale_.live()[step] : 0);
        }
    }

    [[nodiscard]] bool is_enough() {
        const bool is_enough =
            scale_.visits() + ++chains_ > limits_.most_visits || (limits_.stop && ++asked_ % 64 == 0 && limits_.stop());
        result_.is_complete &= !is_enough;
        return is_enough;
    }

    /// Chains that end at `last`, from the shortest to the longest. What stops one stops all longer ones.
    void add_chains_to(std::size_t last, SplitAxis axis) {
        std::int64_t highest = 0;
        for (std::size_t first = last + 1; first-- > 0;) {
            const bool is_inside = first < last && !is_read_whole_[static_cast<std::size_t>(axis)][first] &&
                                   steps_.reason_to_keep(first, last).empty();
            const bool can_grow = steps_.form(first, axis) && (first == last || is_inside);
            if (!can_grow || is_enough()) {
                return;
            }
            highest = std::max(highest, scale_.live()[first]);
            // Nothing is won where the steps are low already, or where what must stay whole is as high as they are.
            if (highest > floor_of_whole_ && scale_.least_peak(first, last) < highest) {
                weigh_all(first, last, axis, highest);
            }
        }
    }

    /// By axis and step: whether another step reads all of what it writes for each part. Both are in every chain that
    /// goes on behind the first one.
    void find_whole_readers() {
        for (const SplitAxis axis : {SplitAxis::height, SplitAxis::width, SplitAxis::channels}) {
            auto& is_whole = is_read_whole_[static_cast<std::size_t>(axis)];
            is_whole.assign(steps_.size(), false);
            for (std::size_t step = 0; step < steps_.size(); ++step) {
                for (const SplitSteps::Operand& operand : steps_.operands(step)) {
                    const auto& form = steps_.form(step, axis);
                    if (!form || form->operands[operand.position].kind == OperandAccess::Kind::whole) {
                        is_whole[operand.writer] = true;
                    }
                }
            }
        }
    }

    void weigh_all(std::size_t first, std::size_t last, SplitAxis axis, std::int64_t highest) {
        std::vector<Candidate>& list = by_end_[last];
        const std::size_t begin = list.size();
        for (const std::int64_t parts : numbers_of_parts(steps_.form(last, axis)->extent)) {
            const Chain chain{first, last, axis, parts};
            const ChainWeight weight = scale_.weigh(chain);
            if (!weight.is_possible || is_enough()) {
                return;
            }
            const std::int64_t peak = weight.peak.value();
            const bool is_better =
                peak < highest &&
                std::none_of(list.begin() + static_cast<std::ptrdiff_t>(begin), list.end(),
                             [&](const Candidate& fewer) { return fewer.peak <= peak && fewer.extra <= weight.extra; });
            if (is_better) {
                list.push_back({chain, peak, weight.extra});
                for (std::size_t step = first; step <= last; ++step) {
                    if (peak < least_[step]) {
                        least_[step] = peak;
                        least_chain_[step] = chain;
                    }
                }
            }
        }
    }

    /// The cheapest disjoint chains so that no step is above `highest`; the fewest parts if several are as cheap. The
    /// price is `unreachable` if there are none.
    [[nodiscard]] Priced cheapest(std::int64_t highest) const {
        struct Reached {
            std::int64_t extra = unreachable;
            std::int64_t parts = 0;
            const Candidate* by = nullptr;  ///< null: a whole step
        };
        std::vector<Reached> reached(steps_.size() + 1);
        reached.front().extra = 0;
        for (std::size_t step = 0; step < steps_.size(); ++step) {
            Reached& best = reached[step + 1];
            if (scale_.live()[step] <= highest) {
                best = reached[step];
                best.by = nullptr;
            }
            for (const Candidate& candidate : by_end_[step]) {
                const Reached& before = reached[candidate.chain.first];
                if (candidate.peak > highest || before.extra == unreachable) {
                    continue;
                }
                const std::int64_t extra = before.extra + candidate.price();
                const std::int64_t parts =
                    before.parts + candidate.chain.parts * static_cast<std::int64_t>(candidate.chain.length());
                if (std::pair(extra, parts) < std::pair(best.extra, best.parts)) {
                    best = {extra, parts, &candidate};
                }
            }
        }
        Priced result{reached.back().extra, {}, 0};
        if (reached.back().extra != unreachable) {
            for (std::size_t step = steps_.size(); step > 0;) {
                const Candidate* by = reached[step].by;
                if (by != nullptr) {
                    result.chains.push_back(by->chain);
                    result.extra += by->extra;
                }
                step = by == nullptr ? step - 1 : by->chain.first;
            }
        }
        std::ranges::reverse(result.chains);
        return result;
    }

    [[nodiscard]] SplitPlan lowest_plan(const std::vector<std::int64_t>& peaks, std::int64_t most_extra) const {
        std::size_t below = 0;  // the first position that may be reachable
        std::size_t end = peaks.size();
        while (below < end) {
            const std::size_t middle = below + (end - below) / 2;
            const std::int64_t price = cheapest(peaks[middle]).price;
            if (price != unreachable && price <= most_extra) {
                end = middle;
            } else {
                below = middle + 1;
            }
        }
        if (below == peaks.size()) {
            return {{}, result_.whole, 0};
        }
        Priced found = cheapest(peaks[below]);
        return {std::move(found.chains), Bytes(peaks[below]), found.extra};
    }

    /// A share of the work of the network, in thousandths of a per cent, as multiply-accumulates.
    [[nodiscard]] std::int64_t allowed(std::int64_t share) const {
        constexpr std::int64_t whole = 100'000;
        return result_.work / whole * share + result_.work % whole * share / whole;
    }

    void find_frontier(const std::vector<std::int64_t>& peaks) {
        constexpr std::int64_t shares[] = {0,      500,    1'000,  2'000,  3'000,  5'000,  7'500,
                                           10'000, 15'000, 20'000, 30'000, 50'000, 100'000};
        for (const std::int64_t share : shares) {
            SplitPlan plan = lowest_plan(peaks, allowed(share));
            if (result_.frontier.empty() || plan.threshold < result_.frontier.back().threshold) {
                result_.frontier.push_back(std::move(plan));
            }
        }
    }

    void find_plans() {
        std::vector<std::int64_t> peaks = scale_.live();
        for (const auto& list : by_end_) {
            for (const Candidate& candidate : list) {
                peaks.push_back(candidate.peak);
            }
        }
        std::ranges::sort(peaks);
        peaks.erase(std::unique(peaks.begin(), peaks.end()), peaks.end());
        if (peaks.empty()) {
            if (limits_.wants_frontier) {
                result_.frontier.push_back(result_.best);
            }
            return;
        }
        result_.best = lowest_plan(peaks, allowed(limits_.most_extra));
        result_.floor = lowest_plan(peaks, unreachable - 1);
        if (limits_.wants_frontier) {
            find_frontier(peaks);
        }
        result_.floor_step = static_cast<std::size_t>(std::ranges::max_element(least_) - least_.begin());
        result_.floor_chain = least_chain_[result_.floor_step];
        if (const auto& chain = result_.floor_chain) {
            result_.floor_whole = Bytes(scale_.least_peak(chain->first, chain->last));
        }
    }

    const SplitSteps& steps_;
    const SplitLimits& limits_;
    ChainScale scale_;
    Bytes whole_;
    std::vector<std::vector<Candidate>> by_end_;     ///< by the last step
    std::vector<std::int64_t> least_;                ///< by step: the lowest peak of the chains that contain it
    std::vector<std::optional<Chain>> least_chain_;  ///< by step: that chain
    std::int64_t floor_of_whole_ = 0;
    std::array<std::vector<bool>, 3> is_read_whole_;  ///< by axis and step
    std::uint64_t chains_ = 0;                        ///< that were looked at
    std::uint64_t asked_ = 0;
    SplitSearch result_;
};

}  // namespace

SplitPlan weigh(const SplitSteps& steps, const Problem& problem, const Chain& chain, Bytes size_multiple) {
    ChainScale scale(steps, problem, size_multiple);
    const ChainWeight weight = scale.weigh(chain);
    std::int64_t threshold = weight.peak.value();
    for (std::size_t step = 0; step < steps.size(); ++step) {
        if (step < chain.first || step > chain.last) {
            threshold = std::max(threshold, scale.live()[step]);
        }
    }
    return {{chain}, Bytes(threshold), weight.extra};
}

SplitSearch search_split(const SplitSteps& steps, const Problem& problem, const SplitLimits& limits) {
    return Search(steps, problem, limits).run();
}

}  // namespace arenascope
