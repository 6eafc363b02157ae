#include "core/planner/tuner/medium_high_risk_tuner.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "core/memory/indexed_vector.h"
#include "core/planner/tuner/rectangle_groups.h"

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
    taken_sorted_ = false;
    for (const Tier tier : {Tier::high, Tier::medium}) {
        std::vector<BufferIndex> members;
        for (const BufferIndex buffer : order) {
            if (risks[buffer].tier == tier) {
                members.push_back(buffer);
            }
        }
        std::size_t left = members.size();
        for (const Group& group : groups_by_shared_time(problem, layout, members)) {
            if (setting_->poll.check_at(work())) {
                break;
            }
            // Each group gets a share of the work in proportion to its number of buffers.
            const std::uint64_t done = work();
            const std::uint64_t share = budget.work_end > done ? (budget.work_end - done) / left * group.size() : 0;
            left -= group.size();
            const Group tuned = tune_group(group, tier, key, {done + share, budget.by_order});
            accumulated_.insert(accumulated_.end(), tuned.begin(), tuned.end());
        }
    }
    return std::move(accumulated_);
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

/// Groups of one tier share no time. So only a medium group can share time with buffers in the container.
bool MediumHighRiskTuner::is_alone(const Group& group, Tier tier) {
    const Lifetime span = span_of(group);
    if (tier == Tier::high) {
        taken_.push_back(span);
        return true;
    }
    if (!taken_sorted_) {
        std::sort(taken_.begin(), taken_.end(), [](const Lifetime& a, const Lifetime& b) { return a.begin < b.begin; });
        taken_sorted_ = true;
    }
    const auto after = std::upper_bound(taken_.begin(), taken_.end(), span.begin,
                                        [](Step step, const Lifetime& taken) { return step < taken.end; });
    return after == taken_.end() || !overlap(*after, span);
}

MediumHighRiskTuner::Known& MediumHighRiskTuner::known(const Group& group, bool alone) {
    const Problem& problem = setting_->request.problem;
    Group members = group;
    std::sort(members.begin(), members.end());
    const auto [found, fresh] = known_.try_emplace(members);
    if (fresh) {
        const std::uint64_t seed = setting_->seed + known_.size();
        found->second.by_order = std::make_unique<OrderRearranger>(problem, *container_, setting_->threshold);
        if (alone && setting_->rule == PlacingRule::lowest_fit && can_be_searched(problem, members)) {
            found->second.by_capacity = std::make_unique<CapacityRearranger>(
                problem, members, pinned_sharing_time(members), setting_->threshold, seed);
        }
    }
    return found->second;
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
        attempt.tail = std::max(attempt.tail, offset + setting_->request.problem.buffers[buffer].size);
    }
    return true;
}

Group MediumHighRiskTuner::draw(RectangleRearranger& rearranger, const RearrangerTask& task) {
    const std::int64_t before = rearranger.work();
    Group order = rearranger.next(task);
    search_work_ += static_cast<std::uint64_t>(rearranger.work() - before);
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
    std::vector<BufferIndex> order;
    if (trace->has_room()) {
        order = accumulated_;
        order.insert(order.end(), attempt.order.begin(), attempt.order.end());
    }
    trace->enter(FrameKind::rearrangement, note, {});
    trace->leave({.offsets = container_->offsets(), .order = order, .risks = {}, .peak = attempt.tail, .work = work()});
}

Group MediumHighRiskTuner::tune_group(const Group& group, Tier tier, const SortKey& key, const TuningBudget& budget) {
    TraceSink* trace = setting_->request.trace;
    if (trace != nullptr) {
        trace->enter(FrameKind::group, name_of(tier), group);
    }
    Known& memory = known(group, is_alone(group, tier));
    const auto draws = [&memory] {
        return memory.by_order->draws() + (memory.by_capacity ? memory.by_capacity->draws() : 0);
    };
    const std::uint64_t draws_before = draws();
    const Group by_key = sorted(setting_->request.problem, group, key);
    Attempt best{by_key, Offset(0)};
    Group last = best.order;  // the order in the container
    const auto try_order = [&](Group order, const std::string& note) {
        remove(group);
        Attempt attempt{std::move(order), Offset(0)};
        if (!place(attempt)) {
            return false;
        }
        last = attempt.order;
        record_attempt(attempt, note);
        const bool better = attempt.tail < best.tail;
        if (better) {
            best = std::move(attempt);
        }
        return better;
    };
    if (place(best)) {
        record_attempt(best, "sorted");
    }
    if (!memory.best.empty() && best.tail > setting_->threshold) {
        try_order(memory.best, "best so far");
    }
    // Rearranging by order goes on until it repeats itself or has used its share of the work.
    const std::uint64_t begun = work();
    const std::uint64_t work_end = std::max(begun, budget.work_end);
    const std::uint64_t order_end =
        memory.by_capacity ? begun + static_cast<std::uint64_t>(budget.by_order * static_cast<double>(work_end - begun))
                           : work_end;
    bool order_has_turn = true;
    Goal goal = Goal::none;
    for (std::uint64_t improvements = 0; goal == Goal::none;) {
        const std::uint64_t done = work();
        order_has_turn = order_has_turn && done < order_end;
        RectangleRearranger* const rearranger = order_has_turn ? memory.by_order.get() : memory.by_capacity.get();
        if (setting_->poll.stopped()) {
            goal = Goal::stopped;
        } else if (best.tail <= setting_->threshold) {
            goal = Goal::at_threshold;
        } else if (improvements >= setting_->rearrangement_limit) {
            goal = Goal::adjustments_spent;
        } else if (done >= work_end || rearranger == nullptr) {
            goal = Goal::order_seen;
        } else {
            Group order = draw(*rearranger, {by_key, best.tail, last, static_cast<std::int64_t>(work_end - done),
                                             [this] { return setting_->poll.check_now(); }});
            if (order.empty() && order_has_turn) {
                order_has_turn = false;
            } else if (order.empty()) {
                goal = setting_->poll.stopped() ? Goal::stopped : Goal::order_seen;
            } else if (try_order(std::move(order), rearranger->last_draw()) && !order_has_turn) {
                ++improvements;
            }
        }
    }
    if (memory.by_capacity) {
        lowest_ = std::max(lowest_, memory.by_capacity->lowest());
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
        std::vector<BufferIndex> order = accumulated_;
        order.insert(order.end(), best.order.begin(), best.order.end());
        trace->leave({.offsets = container_->offsets(),
                      .order = order,
                      .risks = {},
                      .peak = best.tail,
                      .goal = goal,
                      .work = work(),
                      .attempts = draws() - draws_before});
    }
    return best.order;
}

}  // namespace arenascope
