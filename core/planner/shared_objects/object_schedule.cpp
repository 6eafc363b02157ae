#include "core/planner/shared_objects/object_schedule.h"

#include <algorithm>

namespace arenascope {

/// The first interval that begins after a task.
std::vector<ObjectSchedule::Stretch>::const_iterator ObjectSchedule::first_after(Step task) const {
    return std::upper_bound(stretches_.begin(), stretches_.end(), task,
                            [](Step wanted, const Stretch& stretch) { return wanted < stretch.first; });
}

void ObjectSchedule::add(Step first, Step last) {
    stretches_.insert(first_after(first), {first, last});
}

bool ObjectSchedule::is_free(Step first, Step last) const {
    const auto after = first_after(last);
    return after == stretches_.begin() || (after - 1)->last < first;
}

Duration ObjectSchedule::gap(Step first, Step last) const {
    const auto after = first_after(last);
    Duration least = after == stretches_.end() ? no_gap : after->first - last;
    if (after != stretches_.begin()) {
        const Step before = (after - 1)->last;
        least = before < first ? std::min(least, first - before) : no_gap;
    }
    return least;
}

}  // namespace arenascope
