#include "core/planner/sharing/sharing_search.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <set>
#include <tuple>
#include <utility>

#include "core/model/memory/live_profile.h"
#include "core/planner/sharing/block_placement.h"
#include "core/planner/sharing/sharing_bound.h"
#include "core/planner/stop_poll.h"

namespace arenascope {
namespace {

/// A node of the tree. The bytes of `bound` hold for all nodes below it.
struct ChoiceNode {
    SharingDecisions decisions;
    Bytes bound;
    Bytes promise;           ///< the threshold of the plan that it came from
    bool is_placed = false;  ///< its plan is that of its parent
};

/// The open nodes, in two orders. A node taken from one leaves the other, too.
class OpenNodes {
public:
    void push(ChoiceNode node) {
        const auto number = nodes_.size();
        by_bound_.emplace(node.bound, node.decisions.copied.size(), number);
        by_promise_.emplace(node.promise, node.bound, number);
        nodes_.push_back(std::move(node));
    }
    [[nodiscard]] bool is_empty() const { return by_bound_.empty(); }
    [[nodiscard]] Bytes lowest_bound() const { return std::get<Bytes>(*by_bound_.begin()); }
    /// The node with the lowest bound, of equals the one with fewer copies, then the oldest.
    ChoiceNode take_lowest() { return take(std::get<2>(*by_bound_.begin())); }
    /// The node from the plan with the lowest threshold, of equals the one with the lowest bound, then the oldest.
    ChoiceNode take_most_promising() { return take(std::get<2>(*by_promise_.begin())); }
    void clear() {
        by_bound_.clear();
        by_promise_.clear();
    }

private:
    ChoiceNode take(std::size_t number) {
        ChoiceNode node = std::move(nodes_[number]);
        by_bound_.erase({node.bound, node.decisions.copied.size(), number});
        by_promise_.erase({node.promise, node.bound, number});
        return node;
    }

    std::vector<ChoiceNode> nodes_;  ///< by number; those taken are empty
    std::set<std::tuple<Bytes, std::size_t, std::size_t>> by_bound_;
    std::set<std::tuple<Bytes, Bytes, std::size_t>> by_promise_;
};

class Search {
public:
    Search(const Problem& problem, Offset known, std::uint64_t work_limit, const StopToken& stop)
        : problem_(problem), best_peak_(known), work_limit_(work_limit), poll_(stop) {
        visits_ = problem.buffers.size();
        for (const Operator& node : problem.graph->operators) {
            visits_ += node.reads.size();
        }
        visits_ *= visits_each;
    }

    SharingSearchResult run(Bytes root_bound) {
        nodes_.push({{}, root_bound});
        for (bool is_lowest_next = true; !nodes_.is_empty() && work_ < work_limit_ && !poll_.check_at(work_);
             is_lowest_next = !is_lowest_next) {
            if (nodes_.lowest_bound().value() >= best_peak_.value()) {
                nodes_.clear();
                break;
            }
            const ChoiceNode node = is_lowest_next ? nodes_.take_lowest() : nodes_.take_most_promising();
            if (node.bound.value() < best_peak_.value()) {
                expand(node);
            }
        }
        SharingSearchResult result;
        result.lower_bound = nodes_.is_empty() ? leaf_bound_ : std::min(leaf_bound_, nodes_.lowest_bound());
        result.lower_bound = std::clamp(result.lower_bound, root_bound, Bytes(best_peak_.value()));
        result.best = std::move(best_);
        for (auto& [threshold, plan] : promising_) {
            if (threshold.value() < best_peak_.value()) {
                result.promising.push_back(std::move(plan));
            }
        }
        result.is_work_spent = !nodes_.is_empty() && !poll_.stopped();
        result.work = work_;
        return result;
    }

private:
    static constexpr std::size_t most_children = 32;
    static constexpr std::size_t most_promising = 3;
    /// A plan or a bound sorts and compares for each buffer and operand, so that it takes longer than a visit of a
    /// placement.
    static constexpr std::uint64_t visits_each = 64;

    void expand(const ChoiceNode& node) {
        SharingPlan plan = sharing_plan(problem_, {.decisions = &node.decisions});
        work_ += visits_;
        const Problem blocks = block_problem(problem_, plan);
        const LiveProfile profile = highest_profile(blocks);
        if (!node.is_placed) {
            place(plan, blocks, profile.threshold);
        }
        std::vector<SharedOperand> edges = open_edges(node, plan);
        const std::size_t count = move_decisive_first(edges, plan, blocks, profile);
        ChoiceNode rest{node.decisions, node.bound, profile.threshold, true};
        for (std::size_t i = 0; i < count; ++i) {
            ChoiceNode child{rest.decisions, node.bound, profile.threshold};
            insert(child.decisions.copied, edges[i]);
            push(std::move(child));
            insert(rest.decisions.shared, edges[i]);
        }
        if (count < edges.size()) {
            push(std::move(rest));
        } else {
            // No open operand shares, so the plan is the only one below this node.
            leaf_bound_ = std::min(leaf_bound_, sharing_bound(problem_, rest.decisions));
            work_ += visits_;
        }
    }

    void push(ChoiceNode node) {
        node.bound = std::max(node.bound, sharing_bound(problem_, node.decisions));
        work_ += visits_;
        if (node.bound.value() < best_peak_.value()) {
            nodes_.push(std::move(node));
        }
    }

    static void insert(std::vector<SharedOperand>& sorted, const SharedOperand& one) {
        sorted.insert(std::lower_bound(sorted.begin(), sorted.end(), one), one);
    }

    [[nodiscard]] static LiveProfile highest_profile(const Problem& blocks) {
        LiveProfile highest;
        for (std::size_t i = 0; i < blocks.regions.size(); ++i) {
            if (LiveProfile profile = live_profile(blocks, RegionIndex(i));
                i == 0 || profile.threshold > highest.threshold) {
                highest = std::move(profile);
            }
        }
        return highest;
    }

    /// The operands that the plan shares and the node leaves open.
    [[nodiscard]] static std::vector<SharedOperand> open_edges(const ChoiceNode& node, const SharingPlan& plan) {
        std::vector<SharedOperand> open;
        for (const SharedOperand& one : plan.shared) {
            if (!std::ranges::binary_search(node.decisions.shared, one)) {
                open.push_back(one);
            }
        }
        return open;
    }

    /// Moves the operands of blocks alive at the peak step to the front, the largest first, and returns how many become
    /// children. If the plan's threshold is below the best peak, any block may be in the way.
    std::size_t move_decisive_first(std::vector<SharedOperand>& edges, const SharingPlan& plan, const Problem& blocks,
                                    const LiveProfile& profile) const {
        const auto operand = [&](const SharedOperand& one) {
            return problem_.graph->operators[one.node].reads[one.position];
        };
        const auto is_decisive = [&](const SharedOperand& one) {
            return contains(blocks.buffers[plan.block_of[operand(one)]].lifetime, profile.peak_step);
        };
        const auto rank = [&](const SharedOperand& one) {
            return std::pair(!is_decisive(one), -problem_.buffers[operand(one)].size.value());
        };
        std::ranges::stable_sort(edges, {}, [&](const SharedOperand& one) { return rank(one); });
        std::size_t decisive = 0;
        while (decisive < edges.size() && is_decisive(edges[decisive])) {
            ++decisive;
        }
        const bool is_peak_in_the_way = profile.threshold.value() >= best_peak_.value() && decisive > 0;
        return std::min(is_peak_in_the_way ? decisive : edges.size(), most_children);
    }

    /// Places the blocks in a few orders, and keeps the layout if it is the best.
    void place(const SharingPlan& plan, const Problem& blocks, Bytes lowest) {
        if (lowest.value() >= best_peak_.value()) {
            return;
        }
        for (const QuickPlacement& quick : quick_placements) {
            if (best_peak_.value() <= lowest.value()) {
                return;
            }
            QuickLayout placed = placed_quickly(blocks, quick, best_peak_);
            work_ += placed.work;
            if (placed.layout) {
                Layout layout = layout_of_blocks(problem_, plan, *placed.layout);
                best_peak_ = peak(problem_, layout);
                best_ = SharedLayout{plan, std::move(layout), best_peak_, std::move(placed.order)};
            }
        }
        if (best_peak_.value() > lowest.value()) {
            keep_as_promising(plan, lowest);
        }
    }

    void keep_as_promising(const SharingPlan& plan, Bytes threshold) {
        const auto at = std::upper_bound(promising_.begin(), promising_.end(), threshold,
                                         [](Bytes one, const auto& other) { return one < other.first; });
        if (static_cast<std::size_t>(at - promising_.begin()) < most_promising) {
            promising_.insert(at, {threshold, plan});
            promising_.resize(std::min(promising_.size(), most_promising));
        }
    }

    const Problem& problem_;
    Offset best_peak_;
    std::uint64_t work_limit_;
    StopPoll poll_;
    std::uint64_t visits_ = 0;  ///< of one plan or one bound
    std::uint64_t work_ = 0;
    OpenNodes nodes_;
    Bytes leaf_bound_ = Bytes(std::numeric_limits<std::int64_t>::max());
    std::optional<SharedLayout> best_;
    std::vector<std::pair<Bytes, SharingPlan>> promising_;  ///< by rising threshold
};

class SharingNotes {
public:
    SharingNotes(const Problem& problem, const SharingPlan& plan, Offset peak)
        : problem_(problem), plan_(plan), peak_(peak), shared_(plan.shared) {
        std::ranges::sort(shared_);
    }

    std::vector<std::string> run() const {
        std::vector<std::vector<std::string>> told(plan_.blocks.size());
        // What is copied is the exception, so it stands first.
        for (const bool is_shared : {false, true}) {
            for (std::size_t i = 0; problem_.graph && i < problem_.graph->operators.size(); ++i) {
                const Operator& node = problem_.graph->operators[OperatorIndex(i)];
                for (const std::uint32_t position : node.shareable) {
                    const SharedOperand one{OperatorIndex(i), position};
                    const std::string text =
                        node.writes.empty() || shares(one) != is_shared ? std::string() : told_of(one);
                    if (!text.empty()) {
                        told[plan_.block_of[node.writes.front()]].push_back(text);
                    }
                }
            }
        }
        std::vector<std::string> notes;
        std::ranges::transform(told, std::back_inserter(notes), joined);
        return notes;
    }

private:
    /// The first few, and how many more there are.
    [[nodiscard]] static std::string joined(const std::vector<std::string>& texts) {
        constexpr std::size_t most = 4;
        std::string note;
        for (std::size_t i = 0; i < std::min(most, texts.size()); ++i) {
            note += (i == 0 ? "" : ", ") + texts[i];
        }
        return note + (texts.size() > most ? " and " + std::to_string(texts.size() - most) + " more" : "");
    }

    [[nodiscard]] bool shares(const SharedOperand& one) const { return std::ranges::binary_search(shared_, one); }

    /// Empty: the operand neither shares nor is copied on purpose.
    [[nodiscard]] std::string told_of(const SharedOperand& one) const {
        const Operator& node = problem_.graph->operators[one.node];
        const BufferIndex operand = node.reads[one.position];
        const Name& read = problem_.buffers[operand].name;
        const Name& written = problem_.buffers[node.writes.front()].name;
        if (shares(one)) {
            return node.feature == OperatorFeature::in_place    ? written + " overwrites " + read + " in place"
                   : node.feature == OperatorFeature::removable ? written + " is bytes of " + read
                                                                : read + " lies inside " + written;
        }
        const auto& copied = plan_.decisions.copied;
        const bool is_decided = std::ranges::binary_search(copied, one);
        const bool is_copy = std::ranges::find(plan_.copies, OperandCopy{one.node, operand}) != plan_.copies.end();
        if (!is_decided && !is_copy) {
            return {};
        }
        const std::string apart =
            is_copy ? read + " is copied into " + written : written + " does not overwrite " + read;
        return apart + (is_decided ? reason_for(one) : std::string());
    }

    /// What the peak would be if the operand shares, if that is higher.
    [[nodiscard]] std::string reason_for(const SharedOperand& one) const {
        SharingDecisions other = plan_.decisions;
        other.copied.erase(std::lower_bound(other.copied.begin(), other.copied.end(), one));
        other.shared.insert(std::lower_bound(other.shared.begin(), other.shared.end(), one), one);
        const SharingPlan shared = sharing_plan(problem_, {.decisions = &other});
        if (std::ranges::find(shared.shared, one) == shared.shared.end()) {
            return {};
        }
        const Problem blocks = block_problem(problem_, shared);
        const std::int64_t least = threshold(blocks).value();
        const std::int64_t placed = lowest_peak(blocks).value();
        if (least > peak_.value()) {
            return ": sharing it would raise the peak to " + (placed > least ? "at least " : std::string()) +
                   std::to_string(least);
        }
        return placed > peak_.value() ? ": sharing it, greedy placements reach " + std::to_string(placed)
                                      : std::string();
    }

    [[nodiscard]] static Offset lowest_peak(const Problem& blocks) {
        Offset lowest(std::numeric_limits<std::int64_t>::max());
        for (const QuickPlacement& quick : quick_placements) {
            if (const QuickLayout placed = placed_quickly(blocks, quick, lowest); placed.layout) {
                lowest = peak(blocks, *placed.layout);
            }
        }
        return lowest;
    }

    const Problem& problem_;
    const SharingPlan& plan_;
    Offset peak_;
    std::vector<SharedOperand> shared_;
};

}  // namespace

SharingSearchResult search_sharing(const Problem& problem, Offset known, Bytes root_bound, std::uint64_t work_limit,
                                   const StopToken& stop) {
    return Search(problem, known, work_limit, stop).run(root_bound);
}

std::vector<std::string> sharing_notes(const Problem& problem, const SharingPlan& plan, Offset peak) {
    return SharingNotes(problem, plan, peak).run();
}

}  // namespace arenascope
