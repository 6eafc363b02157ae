#include "core/planner/tuner/allocation_exporter.h"

namespace arenascope {

std::vector<Allocation> export_allocations(const Problem& problem, const Layout& layout) {
    std::vector<Allocation> allocations;
    allocations.reserve(problem.buffers.size());
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        const Buffer& buffer = problem.buffers[i];
        if (const auto& placement = layout.placements[i]) {
            allocations.push_back({buffer.name, buffer.lifetime, buffer.size, placement->offset, placement->region,
                                   address_of(problem, *placement)});
        }
    }
    return allocations;
}

}  // namespace arenascope
