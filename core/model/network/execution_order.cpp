#include "core/model/network/execution_order.h"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <utility>

#include "core/base/error/quotation.h"

namespace arenascope {
namespace {

/// The operators that use a buffer, in list order.
struct Touches {
    std::vector<std::uint32_t> writers;
    std::vector<std::uint32_t> all;  ///< writers and readers, without duplicates
};

std::vector<Touches> touches_of(const Problem& problem) {
    IndexedVector<BufferIndex, Touches> touches(problem.buffers.size());
    for (std::uint32_t i = 0; i < problem.graph->operators.size(); ++i) {
        const auto note = [i](std::vector<std::uint32_t>& list) {
            if (list.empty() || list.back() != i) {
                list.push_back(i);
            }
        };
        for (const BufferIndex read : problem.graph->operators[i].reads) {
            note(touches[read].all);
        }
        for (const BufferIndex written : problem.graph->operators[i].writes) {
            note(touches[written].writers);
            note(touches[written].all);
        }
    }
    return touches;
}

class DepthFirst {
public:
    explicit DepthFirst(const Problem& problem)
        : operators_(problem.graph->operators), needs_(operators_.size()), is_needed_(operators_.size(), false) {
        const IndexedVector<BufferIndex, Touches> touches = touches_of(problem);
        const auto keeps_order = [&](std::size_t buffer) {
            return touches[buffer].writers.size() > 1 || problem.buffers[buffer].kind == BufferKind::variable;
        };
        for (std::uint32_t i = 0; i < operators_.size(); ++i) {
            for (const BufferIndex read : operators_[i].reads) {
                if (!keeps_order(read.value()) && !touches[read].writers.empty()) {
                    need(i, touches[read].writers.front());
                }
            }
        }
        for (std::size_t buffer = 0; buffer < touches.size(); ++buffer) {
            if (keeps_order(buffer) && !touches[buffer].writers.empty()) {
                const auto& all = touches[buffer].all;
                for (std::size_t i = 1; i < all.size(); ++i) {
                    need(all[i], all[i - 1]);
                }
            }
        }
    }

    Expected<std::vector<OperatorIndex>> run() {
        states_.resize(operators_.size(), State::unseen);
        for (const bool starts_from_ends : {true, false}) {
            for (std::uint32_t i = 0; i < operators_.size(); ++i) {
                if (states_[i] == State::unseen && (!starts_from_ends || !is_needed_[i])) {
                    if (auto visited = visit(i); !visited) {
                        return tl::unexpected(visited.error());
                    }
                }
            }
        }
        return std::move(order_);
    }

private:
    enum class State : std::uint8_t { unseen, under_way, done };

    void need(std::uint32_t one, std::uint32_t earlier) {
        if (one != earlier) {
            needs_[one].push_back(earlier);
            is_needed_[earlier] = true;
        }
    }

    /// Not recursive, because a chain may be as long as the network.
    Expected<void> visit(std::uint32_t first) {
        struct Visit {
            std::uint32_t node;
            std::size_t next = 0;
        };
        std::vector<Visit> path = {{first}};
        states_[first] = State::under_way;
        while (!path.empty()) {
            Visit& top = path.back();
            if (top.next == needs_[top.node].size()) {
                states_[top.node] = State::done;
                order_.emplace_back(top.node);
                path.pop_back();
                continue;
            }
            const std::uint32_t needed = needs_[top.node][top.next++];
            if (states_[needed] == State::under_way) {
                return failure(
                    "operator " + in_quotes(operators_[needed].name) + " depends on its own output: there is a cycle",
                    "remove the cycle from the graph");
            }
            if (states_[needed] == State::unseen) {
                states_[needed] = State::under_way;
                path.push_back({needed});
            }
        }
        return {};
    }

    const std::vector<Operator>& operators_;
    std::vector<std::vector<std::uint32_t>> needs_;  ///< by operator: the operators that must run before it
    std::vector<bool> is_needed_;
    std::vector<State> states_;
    std::vector<OperatorIndex> order_;
};

/// By buffer, the steps from the first to the last operator that uses it; empty if no operator does.
IndexedVector<BufferIndex, std::optional<Lifetime>> touched_steps(const Problem& problem) {
    IndexedVector<BufferIndex, std::optional<Lifetime>> steps(problem.buffers.size());
    for (const Operator& one : problem.graph->operators) {
        const auto note = [&](BufferIndex buffer) {
            auto& known = steps[buffer];
            const Lifetime own{one.step, one.step + Duration(1)};
            known = known ? Lifetime{std::min(known->begin, own.begin), std::max(known->end, own.end)} : own;
        };
        std::ranges::for_each(one.reads, note);
        std::ranges::for_each(one.writes, note);
    }
    return steps;
}

}  // namespace

Expected<std::vector<OperatorIndex>> depth_first_order(const Problem& problem) {
    return problem.graph ? DepthFirst(problem).run() : Expected<std::vector<OperatorIndex>>();
}

void put_in_order(Graph& graph, const std::vector<OperatorIndex>& order) {
    std::vector<Step> steps;
    for (const Operator& one : graph.operators) {
        steps.push_back(one.step);
    }
    std::ranges::sort(steps);
    std::vector<Operator> ordered;
    for (std::size_t i = 0; i < order.size(); ++i) {
        ordered.push_back(std::move(graph.operators[order[i]]));
        ordered.back().step = steps[i];
    }
    graph.operators = std::move(ordered);
}

IndexedVector<BufferIndex, FixedEnds> fixed_ends(const Problem& problem) {
    const Lifetime span = time_span(problem);
    const auto touched = touched_steps(problem);
    IndexedVector<BufferIndex, FixedEnds> ends(problem.buffers.size());
    for (std::size_t i = 0; i < ends.size(); ++i) {
        const Buffer& buffer = problem.buffers[i];
        const bool from_start = buffer.lifetime.begin == span.begin;
        const bool to_end = buffer.lifetime.end == span.end;
        // An activation that the first operator writes and the last one reads is alive throughout in this order alone.
        const bool is_throughout =
            from_start && to_end && (buffer.kind != BufferKind::activation || touched[i] != buffer.lifetime);
        ends[i] = {is_throughout || (from_start && buffer.kind == BufferKind::input),
                   is_throughout || (to_end && buffer.kind == BufferKind::output)};
    }
    return ends;
}

void run_in_order(Problem& problem, const std::vector<OperatorIndex>& order) {
    const Lifetime span = time_span(problem);
    const auto ends = fixed_ends(problem);
    std::vector<Step> before;
    for (const OperatorIndex index : order) {
        before.push_back(problem.graph->operators[index].step);
    }
    put_in_order(*problem.graph, order);
    std::unordered_map<std::int64_t, Step> now;  // of the first operator of a step
    for (std::size_t i = 0; i < before.size(); ++i) {
        now.emplace(before[i].value(), problem.graph->operators[i].step);
    }
    const auto moved = [&now](Step step) {
        const auto found = now.find(step.value());
        return found == now.end() ? step : found->second;
    };
    for (StepLabel& label : problem.step_labels) {
        label.step = moved(label.step);
    }
    std::ranges::stable_sort(problem.step_labels,
                             [](const StepLabel& a, const StepLabel& b) { return a.step < b.step; });
    const auto touched = touched_steps(problem);
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        Buffer& buffer = problem.buffers[i];
        Lifetime lifetime = touched[i].value_or(buffer.lifetime);
        if (touched[i]) {
            lifetime.begin = ends[i].begin ? span.begin : lifetime.begin;
            lifetime.end = ends[i].end ? span.end : lifetime.end;
        } else if (buffer.kind == BufferKind::scratch && length(lifetime) == Duration(1)) {
            lifetime = {moved(lifetime.begin), moved(lifetime.begin) + Duration(1)};
        }
        if (touched[i] || lifetime != buffer.lifetime) {
            buffer.set_gaps({});
        }
        buffer.lifetime = lifetime;
    }
}

Expected<void> derive_lifetimes(Problem& problem, const std::vector<BufferIndex>& buffers) {
    const auto touched = touched_steps(problem);
    std::optional<Lifetime> span;
    for (const Operator& one : problem.graph->operators) {
        const Lifetime own{one.step, one.step + Duration(1)};
        span = span ? Lifetime{std::min(span->begin, own.begin), std::max(span->end, own.end)} : own;
    }
    for (const BufferIndex index : buffers) {
        Buffer& buffer = problem.buffers[index];
        const auto& own = touched[index];
        if (!own) {
            return failure("buffer " + in_quotes(buffer.name) + " has no lifetime, and no operator reads or writes it",
                           "give it a begin and an end, or name it in an operator");
        }
        const bool is_throughout = buffer.kind == BufferKind::variable;
        buffer.lifetime.begin = is_throughout || buffer.kind == BufferKind::input ? span->begin : own->begin;
        buffer.lifetime.end = is_throughout || buffer.kind == BufferKind::output ? span->end : own->end;
    }
    return {};
}

std::string note_on_placements() {
    return "the file's placements are ignored: they were made for another execution order";
}

Expected<void> run_depth_first(Problem& problem, Layout& layout, std::vector<std::string>& notes) {
    if (!problem.graph) {
        notes.emplace_back("execution-order=depth-first has no effect, because the file has no operators");
        return {};
    }
    if (!problem.transfers.empty()) {
        return failure("the file already copies tensors between cores at fixed steps",
                       "omit execution-order, or open the problem that is not split yet");
    }
    const auto order = depth_first_order(problem);
    if (!order) {
        return tl::unexpected(order.error());
    }
    bool is_the_same = true;
    for (std::size_t i = 0; i < order->size(); ++i) {
        is_the_same = is_the_same && (*order)[i] == OperatorIndex(i);
    }
    if (is_the_same) {
        return {};
    }
    run_in_order(problem, *order);
    const bool was_placed = has_placements(layout);
    layout = empty_layout(problem);
    if (was_placed) {
        notes.push_back(note_on_placements());
    }
    return {};
}

}  // namespace arenascope
