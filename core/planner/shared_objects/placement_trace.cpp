#include "core/planner/shared_objects/placement_trace.h"

#include <algorithm>
#include <cstdlib>
#include <string>
#include <type_traits>

#include "core/base/containers/indexed_vector.h"
#include "core/model/memory/tail.h"
#include "core/planner/shared_objects/greedy_by_breadth_assignment.h"
#include "core/planner/shared_objects/greedy_by_size_assignment.h"
#include "core/planner/shared_objects/object_schedule.h"

namespace arenascope {
namespace {

using Outcome = ObjectChoice::Outcome;

Bytes bytes_in(Bytes size) {
    return size;
}
Bytes bytes_in(const TextureSize& size) {
    return Bytes(elements(size));
}

/// An object during the replay.
template <class Size>
struct HeldObject {
    Size size{};
    ObjectSchedule schedule;
    RecordIndex last_tensor;
};

/// `above` if the number of the object that lost is above that of the taken one.
template <class Number>
Outcome compared(Number lost, Number taken, Outcome above, Outcome otherwise) {
    return lost > taken ? above : otherwise;
}

Outcome by_number(ObjectIndex lost, ObjectIndex taken) {
    return lost > taken ? Outcome::higher_number : Outcome::lower_number;
}

/// The rules for plain sizes. `object` lost to `taken`; both were free.
Outcome nearest_in_size(Bytes object, Bytes taken, Bytes tensor, Outcome on_a_tie) {
    const std::int64_t difference = std::abs((object - tensor).value());
    const std::int64_t least = std::abs((taken - tensor).value());
    return compared(difference, least, Outcome::larger_difference, on_a_tie);
}

Outcome smallest_sufficient(Bytes object, Bytes taken, Bytes tensor, Outcome on_a_tie) {
    if (taken < tensor) {
        return object < taken ? Outcome::grows_more : on_a_tie;
    }
    return object < tensor ? Outcome::grows : compared(object, taken, Outcome::wastes_more, on_a_tie);
}

template <class Size>
class ChoiceReplay {
public:
    ChoiceReplay(UsageRecords<Size> records, const ObjectsAssignment<Size>& assignment, UsageEdges edges)
        : records_(records), assignment_(assignment), edges_(edges) {
        if constexpr (std::is_same_v<Size, Bytes>) {
            if (assignment.rule == ObjectRule::breadth) {
                tasks_ = tasks_by_breadth(records);
                std::ranges::sort(tasks_, {}, &BroadTask::task);
            } else if (assignment.rule == ObjectRule::size) {
                maxima_ = positional_maxima(records);
            }
        }
    }

    [[nodiscard]] std::uint64_t looks() const { return looks_; }

    /// The choice for the next record of the order.
    ObjectChoice next(RecordIndex record) {
        ObjectChoice choice;
        choice.rule = assignment_.rule;
        const ObjectIndex object = assignment_.object_of_record[record];
        const bool is_new = object.value() == objects_.size();
        choice.candidates.push_back({object, {}, {}, Outcome::taken});
        if (!is_new) {
            choice.candidates.front().size = bytes_in(objects_[object].size);
            choice.candidates.front().distance = distance_to(objects_[object], record);
        }
        list_losers(choice, record, is_new ? nullptr : &objects_[object]);
        add_priority(choice, record);
        give(record, object);
        choice.after = bytes_in(objects_[object].size);
        return choice;
    }

private:
    using Held = HeldObject<Size>;

    [[nodiscard]] Duration distance_to(const Held& held, RecordIndex record) const {
        return held.schedule.gap(records_[record].first, records_[record].last);
    }

    void list_losers(ObjectChoice& choice, RecordIndex record, const Held* taken) {
        const UsageRecord<Size>& subject = records_[record];
        if (choice.rule == ObjectRule::naive) {
            return;
        }
        looks_ += objects_.size();
        for (std::size_t i = 0; i < objects_.size(); ++i) {
            const Held& held = objects_[i];
            if (&held == taken || !held.schedule.is_free(subject.first, subject.last)) {
                continue;
            }
            if (choice.candidates.size() > most_listed_objects) {
                ++choice.unlisted;
                continue;
            }
            const ObjectIndex object(i);
            choice.candidates.push_back({object, bytes_in(held.size), distance_to(held, record),
                                         outcome_of(held, object, taken, choice.taken().object, record)});
        }
    }

    [[nodiscard]] bool has_edge(RecordIndex record, const Held& held) const {
        const auto& list = edges_[record];
        return std::find(list.begin(), list.end(), held.last_tensor) != list.end();
    }

    /// Why an object lost. `taken`: null for a new object, because then no free one suited.
    [[nodiscard]] Outcome outcome_of(const Held& held, ObjectIndex object, const Held* taken, ObjectIndex taken_object,
                                     RecordIndex record) const {
        const Size& size = records_[record].size;
        switch (assignment_.rule) {
            case ObjectRule::naive:
            case ObjectRule::flow:
                return Outcome::flow;
            case ObjectRule::equality:
            case ObjectRule::equality_scan:
                return held.size != size                          ? Outcome::other_size
                       : assignment_.rule == ObjectRule::equality ? Outcome::freed_earlier
                                                                  : by_number(object, taken_object);
            case ObjectRule::usage_graph:
                if (!has_edge(record, held)) {
                    return Outcome::no_edge;
                }
                return in_order(held, object, taken, taken_object, size);
            case ObjectRule::in_order:
                return in_order(held, object, taken, taken_object, size);
            case ObjectRule::breadth:
                return smallest_sufficient(bytes_in(held.size), bytes_in(taken->size), bytes_in(size),
                                           Outcome::higher_number);
            case ObjectRule::size:
                return compared(distance_to(held, record), distance_to(*taken, record), Outcome::more_distant,
                                Outcome::reached_later);
        }
        return Outcome::flow;
    }

    [[nodiscard]] Outcome in_order(const Held& held, ObjectIndex object, const Held* taken, ObjectIndex taken_object,
                                   const Size& size) const {
        if constexpr (std::is_same_v<Size, TextureSize>) {
            return !covers(held.size, size) ? Outcome::does_not_cover
                                            : compared(bytes_in(held.size), bytes_in(taken->size), Outcome::wastes_more,
                                                       Outcome::freed_later);
        } else {
            const bool is_sufficient = held.size >= size;
            const bool takes_sufficient = taken->size >= size;
            // Without a graph a tie goes to the sufficient object, with one to the smaller object.
            const Outcome on_a_tie = is_sufficient == takes_sufficient ? by_number(object, taken_object)
                                     : is_sufficient                   ? Outcome::wastes_more
                                                                       : Outcome::grows;
            return nearest_in_size(held.size, taken->size, size, on_a_tie);
        }
    }

    /// What decided when the buffer's turn was.
    void add_priority(ObjectChoice& choice, RecordIndex record) {
        if constexpr (std::is_same_v<Size, Bytes>) {
            const UsageRecord<Size>& subject = records_[record];
            if (!maxima_.empty()) {
                const auto below = std::partition_point(maxima_.begin(), maxima_.end(),
                                                        [&](Bytes maximum) { return maximum >= subject.size; });
                choice.position = static_cast<std::uint32_t>(below - maxima_.begin() - 1);
            }
            auto task = std::ranges::lower_bound(tasks_, subject.first, {}, &BroadTask::task);
            for (; task != tasks_.end() && task->task <= subject.last; ++task) {
                ++looks_;
                if (!choice.breadth || task->breadth > choice.breadth->live) {
                    choice.breadth = {task->task, task->breadth};
                }
            }
        }
    }

    void give(RecordIndex record, ObjectIndex object) {
        const UsageRecord<Size>& subject = records_[record];
        if (object.value() == objects_.size()) {
            objects_.push_back({subject.size, {}, record});
        }
        Held& held = objects_[object];
        if constexpr (std::is_same_v<Size, Bytes>) {
            held.size = std::max(held.size, subject.size);
        }
        held.last_tensor = record;
        held.schedule.add(subject.first, subject.last);
    }

    UsageRecords<Size> records_;
    const ObjectsAssignment<Size>& assignment_;
    UsageEdges edges_;
    IndexedVector<ObjectIndex, Held> objects_;
    std::vector<BroadTask> tasks_;  ///< by task; only for the rule breadth
    std::vector<Bytes> maxima_;     ///< only for the rule size
    std::uint64_t looks_ = 0;
};

template <class Size>
std::vector<ObjectChoice> choices_of(UsageRecords<Size> records, const ObjectsAssignment<Size>& assignment,
                                     UsageEdges edges, std::uint64_t most_looks) {
    std::vector<ObjectChoice> choices;
    ChoiceReplay<Size> replay(records, assignment, edges);
    const std::size_t count = std::min(assignment.order.size(), assignment.chosen_by_rule);
    for (std::size_t i = 0; i < count && replay.looks() < most_looks; ++i) {
        choices.push_back(replay.next(assignment.order[i]));
    }
    return choices;
}

/// The objects of a finished plan while its placements are recorded.
class ObjectsSoFar {
public:
    ObjectsSoFar(const Problem& problem, const Layout& layout)
        : problem_(problem), layout_(layout), objects_(objects_of_buffers(layout)), sizes_(layout.objects.size()) {}

    void place(BufferIndex buffer) {
        Bytes& size = sizes_[objects_[buffer]];
        const Bytes before = size;
        size = std::max(size, problem_.buffers[buffer].size);
        total_ = total_ + (size - before);
    }

    /// The step of a buffer that was just placed. Empty if its choice is unknown, or if its alignment gave it another
    /// object than the strategy did.
    [[nodiscard]] std::optional<PlacementStep> step_of(const AssignedBuffer& assigned) const {
        if (!assigned.choice || assigned.choice->taken().object != objects_[assigned.buffer]) {
            return std::nullopt;
        }
        PlacementStep step;
        step.buffer = assigned.buffer;
        step.object = assigned.choice;
        step.object->total = total_;
        for (const ObjectChoice::Candidate& candidate : assigned.choice->candidates) {
            step.candidates.push_back(layout_.objects[candidate.object.value()].offset);
        }
        return step;
    }

    [[nodiscard]] ObjectIndex object_of(BufferIndex buffer) const { return objects_[buffer]; }
    [[nodiscard]] bool is_open(BufferIndex buffer) const { return sizes_[objects_[buffer]] > Bytes(0); }

private:
    const Problem& problem_;
    const Layout& layout_;
    IndexedVector<BufferIndex, ObjectIndex> objects_;
    IndexedVector<ObjectIndex, Bytes> sizes_;  ///< so far; 0: no buffer is in it yet
    Bytes total_;
};

}  // namespace

std::vector<ObjectChoice> object_choices(UsageRecords<Bytes> records, const ObjectsAssignment<Bytes>& assignment,
                                         UsageEdges edges, std::uint64_t most_looks) {
    return choices_of(records, assignment, edges, most_looks);
}

std::vector<ObjectChoice> object_choices(UsageRecords<TextureSize> records,
                                         const ObjectsAssignment<TextureSize>& assignment, UsageEdges edges,
                                         std::uint64_t most_looks) {
    return choices_of(records, assignment, edges, most_looks);
}

void trace_placements(TraceSink& sink, const Problem& problem, const PlanResult& result,
                      std::span<const AssignedBuffer> order) {
    ObjectsSoFar objects(problem, result.layout);
    IndexedVector<BufferIndex, std::int64_t> offsets(problem.buffers.size(), unplaced_offset);
    for (std::size_t i = 0; i < offsets.size(); ++i) {
        if (!takes_bytes(problem.buffers[i])) {
            offsets[i] = result.layout.placements[i]->offset.value();
        }
    }
    std::vector<BufferIndex> buffers;
    buffers.reserve(order.size());
    const std::size_t count = order.size();
    // A frame visits every buffer, so that all frames together visit at most 2^28.
    const std::size_t most_frames = std::clamp<std::size_t>(
        most_single_placements * most_single_placements / std::max<std::size_t>(count, 1), 1, count + 1);
    const std::size_t per_frame = (count + most_frames - 1) / most_frames;
    Offset highest;
    do {
        // If the trace has no room, one last frame covers all remaining placements.
        const std::size_t placed = buffers.size();
        const std::size_t end = sink.has_room() ? std::min(placed + per_frame, count) : count;
        std::string note = end - placed == 1 ? "" : std::to_string(end - placed) + " placements";
        std::optional<PlacementStep> step;
        for (std::size_t i = placed; i < end; ++i) {
            const BufferIndex buffer = order[i].buffer;
            const bool is_empty = problem.buffers[buffer].size <= Bytes(0);
            const bool is_new = !is_empty && !objects.is_open(buffer);
            offsets[buffer] = result.layout.placements[buffer]->offset.value();
            highest = std::max(highest, Offset(offsets[buffer]) + problem.buffers[buffer].size);
            buffers.push_back(buffer);
            if (!is_empty) {
                objects.place(buffer);
            }
            if (note.empty() && is_empty) {
                note = "no bytes, so no object";
            } else if (note.empty()) {
                step = objects.step_of(order[i]);
                note = step ? words_of(*step->object)
                            : "object " + std::to_string(objects.object_of(buffer).value()) + (is_new ? ", new" : "");
            }
        }
        sink.enter(FrameKind::placement, note, {});
        sink.leave({.offsets = offsets,
                    .order = buffers,
                    .risks = {},
                    .peak = highest,
                    .goal = end == count ? result.goal : Goal::none,
                    .work = end,
                    .attempts = 1,
                    .step = step ? &*step : nullptr});
    } while (buffers.size() < count);
    sink.mark_result();
}

}  // namespace arenascope
