#include "core/planner/shared_objects/object_choices.h"

#include <algorithm>
#include <cstdlib>
#include <type_traits>

#include "core/base/containers/indexed_vector.h"
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

}  // namespace arenascope
