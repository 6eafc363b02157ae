#include "core/planner/necks/region_part.h"

#include "core/model/memory/tail.h"

namespace arenascope {
namespace {

Buffer without_name(const Buffer& buffer) {
    Buffer copy;
    copy.size = buffer.size;
    copy.lifetime = buffer.lifetime;
    copy.alignment = buffer.alignment;
    copy.region = buffer.region;
    copy.pin = buffer.pin;
    if (!buffer.gaps().empty()) {
        copy.set_gaps(buffer.gaps());
    }
    return copy;
}

}  // namespace

RegionPart region_part(const Problem& problem, RegionIndex region, const PlacingOrder& members) {
    RegionPart part;
    part.problem.regions = problem.regions;
    const auto add = [&](BufferIndex buffer, PlacingOrder& list) {
        list.emplace_back(part.whole.size());
        part.whole.push_back(buffer);
        part.problem.buffers.push_back(without_name(problem.buffers[buffer]));
    };
    for (const BufferIndex buffer : members) {
        add(buffer, part.members);
    }
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        const Buffer& buffer = problem.buffers[i];
        if (buffer.region == region && buffer.pin && takes_bytes(buffer)) {
            add(BufferIndex(i), part.pinned);
        }
    }
    return part;
}

}  // namespace arenascope
