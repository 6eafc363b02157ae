#include "core/model/edit/edited_plan.h"

#include <algorithm>
#include <utility>

#include "core/model/memory/allocator_history.h"
#include "core/model/memory/free_areas.h"
#include "core/model/memory/room.h"

namespace arenascope {
namespace {

/// Objects are as large as their largest buffer at least, and those that lost their last buffer are gone. A size of 0
/// is that of a step, in which the buffers come later.
void mend_objects(const Problem& problem, Layout& layout) {
    if (layout.objects.empty()) {
        return;
    }
    std::vector<Bytes> needed(layout.objects.size());
    const std::vector<ObjectIndex> held_by = objects_of_buffers(layout);
    for (std::size_t i = 0; i < held_by.size(); ++i) {
        if (held_by[i] != ObjectIndex::none()) {
            Bytes& most = needed[held_by[i].value()];
            most = std::max(most, problem.buffers[i].size);
        }
    }
    std::vector<SharedObject> kept;
    for (std::size_t i = 0; i < layout.objects.size(); ++i) {
        SharedObject& object = layout.objects[i];
        if (object.size < needed[i]) {
            object.size = needed[i];
            object.dimensions.clear();
        }
        if (needed[i] > Bytes(0) || object.size == Bytes(0)) {
            kept.push_back(std::move(object));
        }
    }
    layout.objects = std::move(kept);
}

}  // namespace

Expected<void> check_editable(const Problem& problem) {
    if (problem.history) {
        return failure("an allocator recorded these buffers and addresses, so they are not edited",
                       "save the plan as .json and edit that file");
    }
    return {};
}

Expected<void> check_movable(const Problem& problem) {
    if (has_segment_regions(problem)) {
        return failure(
            "an allocator recorded these addresses, so no buffer is moved",
            "import the file with segments=merged: the places that a planner gives its allocations can be changed");
    }
    return {};
}

void place_lowest(const Problem& problem, Layout& layout, BufferIndex buffer) {
    const RegionIndex region = problem.buffers[buffer].region;
    layout.placements[buffer].reset();
    std::vector<AddressRange> reserved;
    for (const SharedObject& object : layout.objects) {
        if (object.region == region) {
            reserved.push_back(range_of(object.size, object.offset));
        }
    }
    const Offset lowest = room_for(problem, layout, buffer, reserved).lowest;
    layout.placements[buffer] = Placement{lowest, region};
    if (!reserved.empty() && problem.buffers[buffer].size > Bytes(0)) {
        layout.objects.push_back({region, lowest, problem.buffers[buffer].size, problem.buffers[buffer].dimensions()});
    }
}

Expected<EditedPlan> mended(EditedPlan plan) {
    if (auto valid = validate(plan.problem); !valid) {
        return failure(std::move(valid.error()));
    }
    std::erase_if(plan.layout.sharing, [](const SharingGroup& group) { return group.members.size() < 2; });
    mend_objects(plan.problem, plan.layout);
    if (plan.problem.graph) {
        reinstate_operators(plan.layout, plan.problem);
    }
    remove_wrong_heaps(plan.layout, plan.problem);
    plan.layout.misstated.clear();  // the file says it about its own layout
    return plan;
}

}  // namespace arenascope
