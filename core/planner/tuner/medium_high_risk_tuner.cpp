#include "core/planner/tuner/medium_high_risk_tuner.h"

#include <algorithm>
#include <utility>

#include "core/planner/tuner/rectangle_groups.h"

namespace arenascope {

MediumHighRiskTuner::MediumHighRiskTuner(const TuningSetting& setting, RectangleContainer& container)
    : setting_(&setting), container_(&container) {}

std::uint64_t MediumHighRiskTuner::work() const {
    std::uint64_t total = container_->work();
    for (const auto& [group, known] : known_) {
        total += static_cast<std::uint64_t>(known.rearranger->work());
    }
    return total;
}

std::vector<BufferIndex> MediumHighRiskTuner::tune(const std::vector<BufferIndex>& order, const Layout& layout,
                                                   const std::vector<Risk>& risks, const SortKey& key,
                                                   std::uint64_t work_end) {
    const Problem& problem = setting_->request.problem;
    container_->clear();
    put_pins(*container_, problem, setting_->region);
    accumulated_.clear();
    for (const Tier tier : {Tier::high, Tier::medium}) {
        std::vector<BufferIndex> members;
        for (const BufferIndex buffer : order) {
            if (risks[buffer.value()].tier == tier) {
                members.push_back(buffer);
            }
        }
        std::size_t left = members.size();
        for (const Group& group : groups_by_shared_time(problem, layout, members)) {
            // Work in proportion to the members that are still to be tuned in this tier.
            const std::uint64_t done = work();
            const std::uint64_t share = work_end > done ? (work_end - done) / left * group.size() : 0;
            left -= group.size();
            const Group tuned = tune_group(group, tier, key, done + share);
            accumulated_.insert(accumulated_.end(), tuned.begin(), tuned.end());
        }
    }
    return std::move(accumulated_);
}

bool MediumHighRiskTuner::is_alone(const Group& group) const {
    const Problem& problem = setting_->request.problem;
    std::vector<BufferIndex> others = accumulated_;
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        if (problem.buffers[i].region == setting_->region && problem.buffers[i].pin) {
            others.push_back(BufferIndex(i));
        }
    }
    if (others.empty()) {
        return true;
    }
    // A group is one stretch of time without a break, so that two comparisons tell.
    Lifetime span = problem.buffers[group.front().value()].lifetime;
    for (const BufferIndex buffer : group) {
        span.begin = std::min(span.begin, problem.buffers[buffer.value()].lifetime.begin);
        span.end = std::max(span.end, problem.buffers[buffer.value()].lifetime.end);
    }
    return std::none_of(others.begin(), others.end(),
                        [&](BufferIndex other) { return overlap(span, problem.buffers[other.value()].lifetime); });
}

MediumHighRiskTuner::Known& MediumHighRiskTuner::known(const Group& group, bool alone) {
    const Problem& problem = setting_->request.problem;
    Group members = group;
    std::sort(members.begin(), members.end());
    const auto [found, fresh] = known_.try_emplace(members);
    if (fresh) {
        const std::uint64_t seed = setting_->seed + known_.size();
        if (alone && setting_->rule == PlacingRule::lowest_fit && CapacityRearranger::can_take(problem, members)) {
            found->second.rearranger =
                std::make_unique<CapacityRearranger>(problem, members, setting_->threshold, seed);
        } else {
            found->second.rearranger = std::make_unique<OrderRearranger>(problem, *container_, seed);
        }
    }
    return found->second;
}

Offset MediumHighRiskTuner::place(const Group& order) {
    Offset highest;
    for (const BufferIndex buffer : order) {
        const Offset offset = container_->place(buffer, setting_->rule);
        highest = std::max(highest, offset + setting_->request.problem.buffers[buffer.value()].size);
    }
    return highest;
}

void MediumHighRiskTuner::remove(const Group& group) {
    for (const BufferIndex buffer : group) {
        container_->remove(buffer);
    }
}

void MediumHighRiskTuner::tell_attempt(const Attempt& attempt, std::string_view note) {
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

Group MediumHighRiskTuner::tune_group(const Group& group, Tier tier, const SortKey& key, std::uint64_t work_end) {
    TraceSink* trace = setting_->request.trace;
    if (trace != nullptr) {
        trace->enter(FrameKind::group, name_of(tier), group);
    }
    Known& memory = known(group, is_alone(group));
    const std::uint64_t draws_before = memory.rearranger->draws();
    Attempt best{sorted(setting_->request.problem, group, key), Offset(0)};
    best.tail = place(best.order);
    tell_attempt(best, "sorted");
    const auto try_order = [&](Group order, const std::string& note) {
        remove(group);
        Attempt attempt{std::move(order), Offset(0)};
        attempt.tail = place(attempt.order);
        const bool better = attempt.tail < best.tail;
        tell_attempt(attempt, note);
        if (better) {
            best = std::move(attempt);
        }
        return better;
    };
    if (!memory.best.empty() && best.tail > setting_->threshold) {
        try_order(memory.best, "best so far");
    }
    Goal goal = Goal::none;
    for (std::uint64_t improvements = 0; goal == Goal::none;) {
        const std::uint64_t done = work();
        if (best.tail <= setting_->threshold) {
            goal = Goal::at_threshold;
        } else if (improvements >= setting_->rearrangement_limit) {
            goal = Goal::adjustments_spent;
        } else if (setting_->request.stop && setting_->request.stop()) {
            goal = Goal::stopped;
        } else if (done >= work_end) {
            goal = Goal::order_seen;
        } else {
            Group order = memory.rearranger->next(
                {best.order, best.tail, static_cast<std::int64_t>(work_end - done), setting_->request.stop});
            if (order.empty()) {
                goal = Goal::order_seen;
            } else if (try_order(std::move(order), memory.rearranger->last_draw())) {
                ++improvements;
            }
        }
    }
    remove(group);
    best.tail = place(best.order);
    memory.best = best.order;
    if (trace != nullptr) {
        std::vector<BufferIndex> order = accumulated_;
        order.insert(order.end(), best.order.begin(), best.order.end());
        trace->leave({.offsets = container_->offsets(),
                      .order = order,
                      .risks = {},
                      .peak = best.tail,
                      .goal = goal,
                      .work = work(),
                      .attempts = memory.rearranger->draws() - draws_before});
    }
    return best.order;
}

}  // namespace arenascope
