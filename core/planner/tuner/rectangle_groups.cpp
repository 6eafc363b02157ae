#include "core/planner/tuner/rectangle_groups.h"

#include <algorithm>
#include <tuple>

#include "core/memory/indexed_vector.h"

namespace arenascope {
namespace {

struct Component {
    Group members;
    Offset highest_tail;
    Step begin;
    Step end;
};

}  // namespace

std::vector<Group> groups_by_shared_time(const Problem& problem, const Layout& layout,
                                         const std::vector<BufferIndex>& buffers) {
    std::vector<BufferIndex> by_begin = buffers;
    std::stable_sort(by_begin.begin(), by_begin.end(), [&](BufferIndex a, BufferIndex b) {
        return problem.buffers[a].lifetime.begin < problem.buffers[b].lifetime.begin;
    });
    std::vector<Component> components;
    IndexedVector<BufferIndex, std::uint32_t> component_of(problem.buffers.size());
    for (const BufferIndex index : by_begin) {
        const Buffer& buffer = problem.buffers[index];
        if (components.empty() || buffer.lifetime.begin >= components.back().end) {
            components.push_back({{}, Offset(0), buffer.lifetime.begin, buffer.lifetime.end});
        }
        Component& component = components.back();
        component.end = std::max(component.end, buffer.lifetime.end);
        if (const auto& placement = layout.placements[index]) {
            component.highest_tail = std::max(component.highest_tail, placement->offset + buffer.size);
        }
        component_of[index] = static_cast<std::uint32_t>(components.size() - 1);
    }
    for (const BufferIndex index : buffers) {
        components[component_of[index]].members.push_back(index);
    }
    std::stable_sort(components.begin(), components.end(), [](const Component& a, const Component& b) {
        return std::tie(b.highest_tail, a.begin) < std::tie(a.highest_tail, b.begin);
    });
    std::vector<Group> groups;
    groups.reserve(components.size());
    for (Component& component : components) {
        groups.push_back(std::move(component.members));
    }
    return groups;
}

}  // namespace arenascope
