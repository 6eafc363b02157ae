#include "core/planner/peak_suppression/medium_high_risk_tuner.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

#include "core/base/containers/indexed_vector.h"
#include "core/model/memory/tail.h"

namespace arenascope {
MediumHighRiskTuner::MediumHighRiskTuner(const TuningSetting& setting, RectangleContainer& container)
    : setting_(&setting), container_(&container), lowest_(setting.threshold) {
    const std::vector<Buffer>& buffers = setting.request.problem.buffers;
    for (std::size_t i = 0; i < buffers.size(); ++i) {
        if (buffers[i].region == setting.region && buffers[i].pin) {
            pinned_.emplace_back(i);
        }
    }
}

std::vector<BufferIndex> MediumHighRiskTuner::tune(const std::vector<BufferIndex>& order, const Layout& layout,
                                                   IndexedSpan<BufferIndex, const Risk> risks, const SortKey& key,
                                                   const TuningBudget& budget) {
    const Problem& problem = setting_->request.problem;
    container_->clear();
    put_pins(*container_, problem, setting_->region);
    accumulated_.clear();
    taken_.clear();
    if (setting_->method == TuningMethod::source) {
        known_.clear();
    }
    for (const Tier tier : {Tier::high, Tier::medium}) {
        std::vector<BufferIndex> members;
        for (const BufferIndex buffer : order) {
            if (risks[buffer].tier == tier) {
                members.push_back(buffer);
            }
        }
        const bool is_crowded =
            setting_->clustering == Clustering::overlap && !can_be_grouped_by_overlap(problem, members);
        cuts_.tiers += is_crowded ? 1 : 0;
        tune_tier(tier, groups_by_shared_time(problem, layout, members, setting_->clustering), key, budget);
    }
    return order_with({});
}

void MediumHighRiskTuner::tune_tier(Tier tier, const std::vector<Group>& groups, const SortKey& key,
                                    const TuningBudget& budget) {
    std::size_t left = 0;
    for (const Group& group : groups) {
        left += group.size();
    }
    // Each group gets a share of the work in proportion to its number of buffers. What it leaves goes to later ones.
    const auto share_of = [&](std::size_t size, std::size_t rest) {
        const std::uint64_t done = work();
        return TuningBudget{done + (budget.work_end > done ? (budget.work_end - done) / rest * size : 0),
                            budget.by_order};
    };
    for (const Group& group : groups) {
        if (setting_->poll.check_at(work())) {
            return;
        }
        const bool alone = is_alone(span_of(group));
        Attempt tuned = tune_group({group, tier, std::nullopt, alone, share_of(group.size(), left)}, key);
        left -= group.size();
        const bool is_stuck = !alone && tuned.tail > setting_->threshold;
        accumulate(std::move(tuned));
        if (!is_stuck || setting_->method == TuningMethod::source || setting_->poll.stopped()) {
            continue;
        }
        if (auto joined = join_last()) {
            const std::size_t size = joined->order.size();
            accumulate(tune_group({joined->order, tier, joined, true, share_of(size, left + size)}, key));
        }
    }
}

void MediumHighRiskTuner::accumulate(Attempt tuned) {
    if (tuned.order.empty()) {
        return;
    }
    Lifetime span = span_of(tuned.order);
    accumulated_.push_back({std::move(tuned.order), span, tuned.tail});
    for (auto next = taken_.upper_bound(span.end); next != taken_.begin();) {
        const auto each = std::prev(next);
        if (each->second < span.begin) {
            break;
        }
        span = {std::min(span.begin, each->first), std::max(span.end, each->second)};
        next = taken_.erase(each);
    }
    taken_.emplace(span.begin, span.end);
}

bool MediumHighRiskTuner::is_alone(const Lifetime& span) const {
    const auto next = taken_.lower_bound(span.end);
    return next == taken_.begin() || std::prev(next)->second <= span.begin;
}

/// The group that was accumulated last, with all that share time with it, directly or through others. They stay in the
/// container but are accumulated no more. Empty: there are none.
std::optional<MediumHighRiskTuner::Attempt> MediumHighRiskTuner::join_last() {
    std::vector<char> is_joined(accumulated_.size(), 0);
    is_joined.back() = 1;
    Lifetime span = accumulated_.back().span;
    std::size_t count = 1;
    for (std::size_t before = 0; before != count;) {
        before = count;
        search_work_ += accumulated_.size();
        for (std::size_t i = 0; i < accumulated_.size(); ++i) {
            const Lifetime& its = accumulated_[i].span;
            if (is_joined[i] == 0 && overlap(its, span)) {
                is_joined[i] = 1;
                ++count;
                span = {std::min(span.begin, its.begin), std::max(span.end, its.end)};
            }
        }
    }
    if (count == 1) {
        return std::nullopt;
    }
    Attempt joined{{}, Offset(0)};
    std::vector<Tuned> others;
    for (std::size_t i = 0; i < accumulated_.size(); ++i) {
        Tuned& tuned = accumulated_[i];
        if (is_joined[i] == 0) {
            others.push_back(std::move(tuned));
            continue;
        }
        joined.order.insert(joined.order.end(), tuned.order.begin(), tuned.order.end());
        joined.tail = std::max(joined.tail, tuned.tail);
    }
    accumulated_ = std::move(others);
    return joined;
}

std::vector<BufferIndex> MediumHighRiskTuner::order_with(const Group& last) const {
    std::vector<BufferIndex> order;
    for (const Tuned& tuned : accumulated_) {
        order.insert(order.end(), tuned.order.begin(), tuned.order.end());
    }
    order.insert(order.end(), last.begin(), last.end());
    return order;
}

Group MediumHighRiskTuner::pinned_sharing_time(const Group& group) const {
    const Lifetime span = span_of(group);
    Group beside;
    std::copy_if(pinned_.begin(), pinned_.end(), std::back_inserter(beside),
                 [&](BufferIndex buffer) { return overlap(setting_->request.problem.buffers[buffer].lifetime, span); });
    return beside;
}

Lifetime MediumHighRiskTuner::span_of(const Group& group) const {
    const IndexedVector<BufferIndex, Buffer>& buffers = setting_->request.problem.buffers;
    Lifetime span = buffers[group.front()].lifetime;
    for (const BufferIndex buffer : group) {
        span.begin = std::min(span.begin, buffers[buffer].lifetime.begin);
        span.end = std::max(span.end, buffers[buffer].lifetime.end);
    }
    return span;
}

MediumHighRiskTuner::Known& MediumHighRiskTuner::known(const GroupTask& task) {
    const Problem& problem = setting_->request.problem;
    Group members = task.members;
    std::sort(members.begin(), members.end());
    const auto [found, fresh] = known_.try_emplace(members);
    Known& memory = found->second;
    if (fresh) {
        memory.by_order = std::make_unique<OrderRearranger>(problem, *container_, setting_->threshold);
    }
    const bool is_searched = task.is_alone && setting_->method == TuningMethod::best &&
                             setting_->rule == PlacingRule::lowest_fit && can_be_searched(problem, members);
    if (is_searched && !memory.by_capacity) {
        const Group pinned = pinned_sharing_time(members);
        const std::uint64_t seed = setting_->seed + known_.size();
        memory.by_capacity = std::make_unique<CapacityRearranger>(problem, members, pinned, setting_->threshold, seed);
        if (BeamRearranger::can_take(problem, members, pinned)) {
            memory.by_beam = std::make_unique<BeamRearranger>(problem, members, setting_->threshold, seed);
        }
    }
    if (!task.is_alone) {
        memory.seen.forget();  // what it starts from may have changed
    }
    return memory;
}

/// False: the run was stopped; the group is then not in the container.
bool MediumHighRiskTuner::place(Attempt& attempt) {
    attempt.tail = Offset(0);
    for (const BufferIndex buffer : attempt.order) {
        if (setting_->poll.check_at(work())) {
            remove(attempt.order);
            return false;
        }
        const Offset offset = container_->place(buffer, setting_->rule);
        attempt.tail = std::max(attempt.tail, tail_of(setting_->request.problem.buffers[buffer], offset));
    }
    return true;
}

Group MediumHighRiskTuner::draw(GroupRearranger& rearranger, RearrangerTask task) {
    const std::int64_t before = rearranger.work();
    const auto drawn = [&] { return static_cast<std::uint64_t>(rearranger.work() - before); };
    task.stop = [&] { return setting_->poll.check_at(work() + drawn()); };
    Group order = rearranger.next(task);
    search_work_ += drawn();
    return order;
}

void MediumHighRiskTuner::remove(const Group& group) {
    for (const BufferIndex buffer : group) {
        container_->remove(buffer);
    }
}

void MediumHighRiskTuner::record_attempt(const Attempt& attempt, std::string_view note) {
    TraceSink* trace = setting_->request.trace;
    if (trace == nullptr) {
        return;
    }
    const std::vector<BufferIndex> order = trace->has_room() ? order_with(attempt.order) : std::vector<BufferIndex>();
    trace->enter(FrameKind::rearrangement, note, {});
    trace->leave({.offsets = container_->offsets(), .order = order, .risks = {}, .peak = attempt.tail, .work = work()});
}

/// Returns an empty order if the run was stopped; the group is then not in the container.
MediumHighRiskTuner::Attempt MediumHighRiskTuner::tune_group(const GroupTask& task, const SortKey& key) {
    TraceSink* trace = setting_->request.trace;
    const Group& group = task.members;
    if (trace != nullptr) {
        trace->enter(FrameKind::group, std::string(name_of(task.tier)) + (task.placed ? ", joined" : ""), group);
    }
    Known& memory = known(task);
    CapacityRearranger* const by_capacity = task.is_alone ? memory.by_capacity.get() : nullptr;
    BeamRearranger* const by_beam = task.is_alone ? memory.by_beam.get() : nullptr;
    const Group by_key = sorted(setting_->request.problem, group, key);
    Attempt best = task.placed ? *task.placed : Attempt{by_key, Offset(0)};
    Group last = best.order;  // the order in the container
    std::uint64_t adjustments = 0;
    const auto try_order = [&](Group order, const std::string& note) {
        remove(group);
        Attempt attempt{std::move(order), Offset(0)};
        if (!place(attempt)) {
            return;
        }
        ++adjustments;
        last = attempt.order;
        record_attempt(attempt, note);
        if (attempt.tail < best.tail) {
            best = std::move(attempt);
        }
    };
    memory.seen.remember(best.order);
    if (task.placed || place(best)) {
        record_attempt(best, task.placed ? "as placed" : "sorted");
    }
    const auto is_too_high = [&] { return best.tail > setting_->threshold && !setting_->poll.stopped(); };
    if (task.placed && is_too_high() && memory.seen.remember(by_key)) {
        try_order(by_key, "sorted");
    }
    if (!memory.best.empty() && setting_->method == TuningMethod::best && is_too_high() && memory.best != best.order) {
        memory.seen.remember(memory.best);
        try_order(memory.best, "best so far");
    }
    // Rearranging by order goes on until an order comes again or its share of the work is used.
    const std::uint64_t begun = work();
    const std::uint64_t work_end = std::max(begun, task.budget.work_end);
    const std::uint64_t order_end =
        by_capacity != nullptr
            ? begun + static_cast<std::uint64_t>(task.budget.by_order * static_cast<double>(work_end - begun))
            : work_end;
    bool order_has_turn = true;
    Goal goal = Goal::none;
    while (goal == Goal::none) {
        const std::uint64_t done = work();
        order_has_turn = order_has_turn && (done < order_end || by_capacity == nullptr);
        const bool is_beam = by_beam != nullptr && !order_has_turn && memory.turns.next() == SearchTurns::Kind::beam;
        GroupRearranger* rearranger = order_has_turn ? memory.by_order.get() : by_capacity;
        if (is_beam) {
            rearranger = by_beam;
        }
        if (setting_->poll.stopped()) {
            goal = Goal::stopped;
        } else if (best.tail <= setting_->threshold) {
            goal = Goal::at_threshold;
        } else if (rearranger == nullptr) {
            goal = Goal::order_seen;
        } else if (adjustments >= setting_->adjustment_limit) {
            goal = Goal::adjustments_spent;
        } else if (by_capacity != nullptr && best.tail <= by_capacity->lowest()) {
            goal = Goal::optimal;
        } else if (done >= work_end) {
            goal = Goal::work_spent;
        } else {
            Group order = draw(*rearranger, {by_key,
                                             best.tail,
                                             last,
                                             static_cast<std::int64_t>(work_end - done),
                                             {},
                                             &best.order,
                                             by_beam != nullptr});
            if (!order_has_turn) {
                memory.turns.take(is_beam ? SearchTurns::Kind::beam : SearchTurns::Kind::capacity,
                                  static_cast<std::int64_t>(work() - done), !order.empty());
            }
            if (!order.empty() && memory.seen.remember(order)) {
                try_order(std::move(order), rearranger->last_draw());
            } else if (order_has_turn) {
                order_has_turn = false;
            }
        }
    }
    cuts_.groups += goal == Goal::work_spent ? 1 : 0;
    if (by_capacity != nullptr) {
        lowest_ = std::max(lowest_, by_capacity->lowest());
    }
    if (goal != Goal::stopped && last != best.order) {
        remove(group);
        if (!place(best)) {
            goal = Goal::stopped;
        }
    }
    if (goal == Goal::stopped) {
        remove(group);
        best.order.clear();
    } else {
        memory.best = best.order;
    }
    if (trace != nullptr) {
        trace->leave({.offsets = container_->offsets(),
                      .order = order_with(best.order),
                      .risks = {},
                      .peak = best.tail,
                      .goal = goal,
                      .work = work(),
                      .attempts = 1 + adjustments});
    }
    return best;
}

}  // namespace arenascope
