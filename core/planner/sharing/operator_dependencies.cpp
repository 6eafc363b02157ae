#include "core/planner/sharing/operator_dependencies.h"

#include <algorithm>
#include <numeric>

namespace arenascope {
namespace {

using Sets = std::vector<std::vector<BufferIndex>>;

/// For each buffer those that its operator could hand on to it: its shareable operands.
Sets shareable_operands(const Problem& problem) {
    Sets operands(problem.buffers.size());
    if (!problem.graph) {
        return operands;
    }
    for (const Operator& node : problem.graph->operators) {
        for (const BufferIndex written : node.writes) {
            for (const std::uint32_t position : node.shareable) {
                if (position < node.reads.size() && node.reads[position] != written) {
                    operands[written.value()].push_back(node.reads[position]);
                }
            }
        }
    }
    return operands;
}

void sort_sets(Sets& sets) {
    for (auto& set : sets) {
        std::sort(set.begin(), set.end());
        set.erase(std::unique(set.begin(), set.end()), set.end());
    }
}

/// Everything that is reached from a buffer by going over the edges again and again.
std::vector<BufferIndex> closure(BufferIndex from, const Sets& edges) {
    std::vector<BufferIndex> reached = {from};
    for (std::size_t i = 0; i < reached.size(); ++i) {
        for (const BufferIndex next : edges[reached[i].value()]) {
            if (std::find(reached.begin(), reached.end(), next) == reached.end()) {
                reached.push_back(next);
            }
        }
    }
    return reached;
}

}  // namespace

Sets first_dependencies(const Problem& problem) {
    const Sets shareable = shareable_operands(problem);
    std::vector<std::uint32_t> by_begin(problem.buffers.size());
    std::iota(by_begin.begin(), by_begin.end(), 0U);
    std::stable_sort(by_begin.begin(), by_begin.end(), [&problem](std::uint32_t a, std::uint32_t b) {
        return problem.buffers[a].lifetime.begin < problem.buffers[b].lifetime.begin;
    });
    Sets sets(problem.buffers.size());
    std::vector<std::uint32_t> alive;
    for (const std::uint32_t own : by_begin) {
        const Buffer& buffer = problem.buffers[own];
        std::erase_if(
            alive, [&](std::uint32_t other) { return problem.buffers[other].lifetime.end <= buffer.lifetime.begin; });
        for (const std::uint32_t other : alive) {
            const bool read_later = problem.buffers[other].lifetime.end.value() > buffer.lifetime.begin.value() + 1;
            const auto& handed_on = shareable[own];
            if (read_later || std::find(handed_on.begin(), handed_on.end(), BufferIndex(other)) == handed_on.end()) {
                sets[own].emplace_back(other);
            }
        }
        sets[own].emplace_back(own);
        alive.push_back(own);
    }
    sort_sets(sets);
    return sets;
}

Sets operator_dependencies(const Problem& problem) {
    const Sets first = first_dependencies(problem);
    Sets sets = first;
    for (std::size_t i = 0; i < first.size(); ++i) {
        for (const BufferIndex other : first[i]) {
            sets[other.value()].emplace_back(i);
        }
    }
    sort_sets(sets);
    return sets;
}

Sets local_sharing(const Problem& problem) {
    const Sets backward = shareable_operands(problem);
    Sets forward(problem.buffers.size());
    for (std::size_t i = 0; i < backward.size(); ++i) {
        for (const BufferIndex operand : backward[i]) {
            forward[operand.value()].emplace_back(i);
        }
    }
    Sets sets(problem.buffers.size());
    for (std::size_t i = 0; i < sets.size(); ++i) {
        sets[i] = closure(BufferIndex(i), forward);
        const auto earlier = closure(BufferIndex(i), backward);
        sets[i].insert(sets[i].end(), earlier.begin(), earlier.end());
    }
    sort_sets(sets);
    return sets;
}

}  // namespace arenascope
