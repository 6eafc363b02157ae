#include "core/model/order/least_peak_order.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/model/order/ancestry.h"
#include "core/model/order/contraction.h"
#include "core/model/order/downset_search.h"
#include "core/model/order/order_run.h"
#include "core/model/order/series_parts.h"

namespace arenascope {
namespace {

/// A part while it is searched. All bytes include those that are alive throughout the part.
struct PartOrder {
    std::vector<OrderNode> order;
    Bytes peak;
    Bytes lower_bound;
    OrderNode narrowest = 0;  ///< the node of the first lower bound
};

PartOrder given_order(const SeriesPart& part) {
    PartOrder result{identity_order(part.problem.size()), {}, {}};
    result.peak = part.through + peak_of(part.problem, result.order);
    const std::vector<Bytes> forced = forced_bytes(part.problem, Ancestry(part.problem));
    const auto narrowest = std::ranges::max_element(forced);
    result.lower_bound = part.through + *narrowest;
    result.narrowest = static_cast<OrderNode>(narrowest - forced.begin());
    return result;
}

class PartSearch {
public:
    PartSearch(const SeriesPart& part, PartOrder& best, Bytes floor, OrderLimits limits)
        : part_(part), best_(best), floor_(floor), limits_(std::move(limits)), small_(contracted(part.problem)) {
        // A downset of many nodes takes longer.
        limits_.states = limits_.states * usual_nodes / std::max(usual_nodes, small_.problem.size());
    }

    /// The downsets that the searches kept.
    [[nodiscard]] std::size_t states() const { return states_; }

    void run() {
        constexpr std::array<std::size_t, 3> widths{1, 16, 256};
        const std::size_t widest = limits_.states * 16 / (small_.problem.size() * small_.problem.size());
        const OrderProblem backwards = reversed(small_.problem);
        for (const std::size_t width : widths) {
            if (!is_open() || (width > 1 && width / 4 > widest)) {
                break;
            }
            const std::size_t kept = std::clamp<std::size_t>(widest, 1, width);
            keep(beam_order(small_.problem, kept, downset_limits(0)), false);
            keep(beam_order(backwards, kept, downset_limits(0)), true);
        }
        // A try in both directions before the long searches: often one of them is far smaller.
        const std::size_t left = limits_.states;
        const std::array<std::pair<std::size_t, bool>, 4> tries{
            {{left / 16, false}, {left / 16, true}, {left / 2, false}, {left, true}}};
        for (const auto& [states, is_backwards] : tries) {
            if (!is_open()) {
                return;
            }
            search(is_backwards ? backwards : small_.problem, states, is_backwards);
        }
    }

private:
    static constexpr std::size_t usual_nodes = 256;

    [[nodiscard]] bool is_open() const {
        return best_.peak > std::max(floor_, best_.lower_bound) && states_ < limits_.states &&
               !(limits_.is_stopped && limits_.is_stopped());
    }

    [[nodiscard]] DownsetLimits downset_limits(std::size_t states) const {
        return {std::max(floor_, best_.lower_bound) - part_.through, best_.peak - part_.through, states,
                limits_.is_stopped};
    }

    void keep(std::optional<std::vector<OrderNode>> found, bool is_backwards) {
        if (!found) {
            return;
        }
        if (is_backwards) {
            std::ranges::reverse(*found);
            for (OrderNode& node : *found) {
                node = static_cast<OrderNode>(small_.problem.size() - 1 - node);
            }
        }
        std::vector<OrderNode> order = expanded(small_, *found);
        const Bytes peak = part_.through + peak_of(part_.problem, order);
        if (peak < best_.peak) {
            best_.order = std::move(order);
            best_.peak = peak;
        }
    }

    void search(const OrderProblem& problem, std::size_t states, bool is_backwards) {
        const DownsetLimits limits =
            downset_limits(std::min(states, limits_.states - std::min(states_, limits_.states)));
        DownsetResult result = search_downsets(problem, limits);
        states_ += result.states;
        keep(std::move(result.order), is_backwards);
        // At the floor of all parts, the search did not ask whether this one could be lower.
        if (result.lower_bound > limits.floor) {
            best_.lower_bound = std::max(best_.lower_bound, part_.through + result.lower_bound);
        }
    }

    const SeriesPart& part_;
    PartOrder& best_;
    Bytes floor_;
    OrderLimits limits_;
    std::size_t states_ = 0;
    Contraction small_;
};

}  // namespace

LeastPeakOrder least_peak_order(const OrderProblem& problem, const OrderLimits& limits) {
    LeastPeakOrder result;
    if (problem.size() == 0) {
        return result;
    }
    if (problem.size() > most_ordered_nodes) {
        result.order = identity_order(problem.size());
        result.peak = peak_of(problem, result.order);
        const OrderLists lists(problem);
        for (OrderNode node = 0; node < problem.size(); ++node) {
            std::int64_t own = lists.extra[node];
            for (std::uint32_t i = lists.touch_of[node]; i < lists.touch_of[node + 1]; ++i) {
                own += lists.size[lists.touches[i]];
            }
            if (!result.narrowest || Bytes(own) > result.lower_bound) {
                result.lower_bound = Bytes(own);
                result.narrowest = node;
            }
        }
        return result;
    }
    const std::vector<SeriesPart> parts = series_parts(problem, Ancestry(problem));
    std::vector<PartOrder> orders;
    for (const SeriesPart& part : parts) {
        orders.push_back(given_order(part));
        if (!result.narrowest || orders.back().lower_bound > result.lower_bound) {
            result.lower_bound = orders.back().lower_bound;
            result.narrowest = part.first + orders.back().narrowest;
        }
    }
    std::vector<std::size_t> by_peak(parts.size());
    for (std::size_t i = 0; i < parts.size(); ++i) {
        by_peak[i] = i;
    }
    std::ranges::stable_sort(by_peak, [&](std::size_t a, std::size_t b) { return orders[a].peak > orders[b].peak; });
    for (std::size_t at = 0; at < by_peak.size() && orders[by_peak[at]].peak > result.lower_bound; ++at) {
        const std::size_t i = by_peak[at];
        // Each part that may still be open gets an equal share of what is left.
        const auto open = std::count_if(by_peak.begin() + static_cast<std::ptrdiff_t>(at), by_peak.end(),
                                        [&](std::size_t one) { return orders[one].peak > result.lower_bound; });
        const std::size_t left = limits.states - std::min(result.states, limits.states);
        PartSearch search(parts[i], orders[i], result.lower_bound,
                          {left / static_cast<std::size_t>(open), limits.is_stopped});
        search.run();
        result.states += search.states();
        if (orders[i].lower_bound > result.lower_bound) {
            result.lower_bound = orders[i].lower_bound;
            result.narrowest.reset();
        }
    }
    for (std::size_t i = 0; i < parts.size(); ++i) {
        result.peak = std::max(result.peak, orders[i].peak);
        for (const OrderNode node : orders[i].order) {
            result.order.push_back(parts[i].first + node);
        }
    }
    return result;
}

}  // namespace arenascope
