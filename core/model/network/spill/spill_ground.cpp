#include "core/model/network/spill/spill_ground.h"

#include <algorithm>

namespace arenascope {
namespace {

/// Adds bytes to the times [from, to) of a list of differences.
void add_between(std::vector<std::int64_t>& changes, std::size_t from, std::size_t to, std::int64_t bytes) {
    changes[from] += bytes;
    changes[to] -= bytes;
}

void sum_up(std::vector<std::int64_t>& changes) {
    for (std::size_t t = 1; t < changes.size(); ++t) {
        changes[t] += changes[t - 1];
    }
}

std::size_t place_of_highest(const std::vector<std::int64_t>& loads) {
    return static_cast<std::size_t>(std::ranges::max_element(loads) - loads.begin());
}

}  // namespace

SpillGround::SpillGround(const Problem& problem, RegionIndex first, RegionIndex second)
    : problem_(problem),
      first_(first),
      second_(second),
      uses_(problem.buffers.size()),
      is_movable_(problem.buffers.size(), false) {
    const auto note = [&](BufferIndex buffer, Step step, bool writes) {
        auto& uses = uses_[buffer.value()];
        const auto time = static_cast<std::size_t>(step.value());
        auto found = std::ranges::find(uses, time, &SpillEvent::time);
        if (found == uses.end()) {
            found = uses.insert(uses.end(), SpillEvent{.time = time});
        }
        (writes ? found->writes : found->reads) += 1;
    };
    if (problem.graph) {
        for (const Operator& node : problem.graph->operators) {
            for (const BufferIndex read : node.reads) {
                note(read, node.step, false);
            }
            for (const BufferIndex written : node.writes) {
                note(written, node.step, true);
            }
        }
    }
    std::vector<std::int64_t> steps;
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        std::ranges::sort(uses_[i], {}, &SpillEvent::time);
        const Buffer& buffer = problem.buffers[i];
        const bool has_strange_use = std::ranges::any_of(uses_[i], [&](const SpillEvent& use) {
            return !contains(buffer.lifetime, Step(static_cast<std::int64_t>(use.time)));
        });
        is_movable_[i] = (buffer.region == first_ || buffer.region == second_) && !buffer.pin &&
                         buffer.gaps().empty() && buffer.size > Bytes(0) &&
                         scratch_request_of(problem, BufferIndex(i)) == nullptr && !has_strange_use;
    }
    find_times();
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        if (is_movable_[i]) {
            add_item(BufferIndex(i));
        }
    }
    find_loads();
}

void SpillGround::find_times() {
    for (std::size_t i = 0; i < problem_.buffers.size(); ++i) {
        const Buffer& buffer = problem_.buffers[i];
        times_.push_back(buffer.lifetime.begin.value());
        times_.push_back(buffer.lifetime.end.value());
        for_each_piece(buffer, [&](const Piece& piece) {
            times_.push_back(piece.steps.begin.value());
            times_.push_back(piece.steps.end.value());
        });
        for (const SpillEvent& use : uses_[i]) {
            if (is_movable_[i]) {
                times_.push_back(static_cast<std::int64_t>(use.time));
                times_.push_back(static_cast<std::int64_t>(use.time) + 1);
            }
        }
    }
    std::ranges::sort(times_);
    // Clang 14 cannot compile std::ranges::unique() of this library.
    times_.erase(std::unique(times_.begin(), times_.end()), times_.end());
    if (times_.empty()) {
        times_.push_back(0);
    }
}

std::size_t SpillGround::time_of(Step step) const {
    return static_cast<std::size_t>(std::ranges::lower_bound(times_, step.value()) - times_.begin());
}

void SpillGround::add_item(BufferIndex index) {
    const Buffer& buffer = problem_.buffers[index];
    const auto& uses = uses_[index.value()];
    SpillItem item;
    item.size = buffer.size.value();
    item.end = time_of(buffer.lifetime.end);
    SpillEvent arrival{.time = time_of(buffer.lifetime.begin), .arrives = true};
    item.is_whole = uses.empty() || buffer.kind == BufferKind::variable;
    if (item.is_whole) {
        for (const SpillEvent& use : uses) {
            arrival.reads += use.reads;
            arrival.writes += use.writes;
        }
        if (uses.empty()) {
            arrival.reads = arrival.writes = 1;
        }
        item.events.push_back(arrival);
    } else {
        const bool is_made =
            uses.front().writes > 0 && static_cast<std::int64_t>(uses.front().time) == buffer.lifetime.begin.value();
        if (!is_made) {
            item.events.push_back(arrival);
        }
        for (SpillEvent use : uses) {
            use.time = time_of(Step(static_cast<std::int64_t>(use.time)));
            item.events.push_back(use);
        }
    }
    items_.push_back(std::move(item));
    buffers_.push_back(index);
}

void SpillGround::find_loads() {
    for (auto* loads : {&fixed_first_, &fixed_second_, &movable_load_, &used_load_}) {
        loads->assign(times_.size(), 0);
    }
    for (std::size_t i = 0; i < problem_.buffers.size(); ++i) {
        const Buffer& buffer = problem_.buffers[i];
        if (is_movable_[i] || (buffer.region != first_ && buffer.region != second_)) {
            continue;
        }
        for_each_piece(buffer, [&](const Piece& piece) {
            add_between(buffer.region == first_ ? fixed_first_ : fixed_second_, time_of(piece.steps.begin),
                        time_of(piece.steps.end), (piece.bytes.to - piece.bytes.from).value());
        });
    }
    for (const SpillItem& item : items_) {
        add_between(movable_load_, item.events.front().time, item.end, item.size);
        for (const SpillEvent& event : item.events) {
            if (!event.arrives) {
                add_between(used_load_, event.time, event.time + 1, item.size);
            } else if (item.is_whole) {
                add_between(used_load_, event.time, item.end, item.size);
            }
        }
    }
    for (auto* loads : {&fixed_first_, &fixed_second_, &movable_load_, &used_load_}) {
        sum_up(*loads);
    }
}

Bytes SpillGround::threshold() const {
    std::int64_t most = 0;
    for (std::size_t t = 0; t < times_.size(); ++t) {
        most = std::max(most, fixed_first_[t] + movable_load_[t]);
    }
    return Bytes(most);
}

Bytes SpillGround::used_at_once() const {
    std::int64_t most = 0;
    for (std::size_t t = 0; t < times_.size(); ++t) {
        most = std::max(most, fixed_first_[t] + used_load_[t]);
    }
    return Bytes(most);
}

Bytes SpillGround::fixed() const {
    return Bytes(*std::ranges::max_element(fixed_first_));
}

Step SpillGround::step_of_fixed() const {
    return step_of(place_of_highest(fixed_first_));
}

Bytes SpillGround::most_alive() const {
    std::int64_t most = 0;
    for (std::size_t t = 0; t < times_.size(); ++t) {
        most = std::max(most, fixed_first_[t] + fixed_second_[t] + movable_load_[t]);
    }
    return Bytes(most);
}

Step SpillGround::step_of_most() const {
    std::vector<std::int64_t> all(times_.size());
    for (std::size_t t = 0; t < times_.size(); ++t) {
        all[t] = fixed_first_[t] + fixed_second_[t] + movable_load_[t];
    }
    return step_of(place_of_highest(all));
}

SpillProblem SpillGround::limited(Bytes first, Bytes second, std::vector<BufferIndex>& buffers) const {
    const std::size_t count = times_.size() - 1;
    SpillProblem limited;
    std::vector<std::size_t> full_before(count + 1);
    for (std::size_t t = 0; t < count; ++t) {
        limited.first_room.push_back(first.value() - fixed_first_[t]);
        limited.second_room.push_back(second.value() - fixed_second_[t]);
        full_before[t + 1] = full_before[t] + (movable_load_[t] > limited.first_room[t] ? 1 : 0);
    }
    buffers.clear();
    std::vector<std::int64_t> staying(count + 1);
    for (std::size_t i = 0; i < items_.size(); ++i) {
        const std::size_t begin = items_[i].events.front().time;
        if (full_before[items_[i].end] > full_before[begin]) {
            limited.items.push_back(items_[i]);
            buffers.push_back(buffers_[i]);
            continue;
        }
        add_between(staying, begin, items_[i].end, items_[i].size);
    }
    sum_up(staying);
    for (std::size_t t = 0; t < count; ++t) {
        limited.first_room[t] -= staying[t];
    }
    return limited;
}

}  // namespace arenascope
