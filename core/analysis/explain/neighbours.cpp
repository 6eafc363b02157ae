#include "core/analysis/explain/neighbours.h"

#include "core/model/memory/conflict.h"

namespace arenascope {

Neighbours neighbours_of(const Problem& problem, const Layout& layout, BufferIndex buffer) {
    Neighbours found;
    const auto& place = layout.placements[buffer];
    if (!place) {
        return found;
    }
    const Buffer& subject = problem.buffers[buffer];
    const auto rests_on = [&problem](const Buffer& upper, Offset offset, Offset tail) {
        return tail <= offset && aligned_up(tail, alignment_of(problem, upper)) == offset;
    };
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        const Buffer& other = problem.buffers[i];
        const auto& other_place = layout.placements[i];
        if (BufferIndex(i) == buffer || !other_place || other_place->region != place->region ||
            !in_conflict(subject, other)) {
            continue;
        }
        if (rests_on(other, other_place->offset, place->offset + subject.size)) {
            found.above.emplace_back(i);
        }
        if (rests_on(subject, place->offset, other_place->offset + other.size)) {
            found.below.emplace_back(i);
        }
    }
    return found;
}

std::vector<BufferIndex> buffers_below(const Problem& problem, const Layout& layout, BufferIndex buffer) {
    std::vector<BufferIndex> below;
    const auto& place = layout.placements[buffer];
    for (std::size_t i = 0; place && i < problem.buffers.size(); ++i) {
        const auto& other = layout.placements[i];
        if (other && other->region == place->region && other->offset < place->offset &&
            in_conflict(problem.buffers[buffer], problem.buffers[i])) {
            below.emplace_back(i);
        }
    }
    return below;
}

}  // namespace arenascope
