#include "core/planner/sharing/operator_dependencies.h"

#include <algorithm>
#include <numeric>

#include "core/memory/hand_over.h"
#include "core/memory/indexed_vector.h"

namespace arenascope {
namespace {

using Sets = IndexedVector<BufferIndex, std::vector<BufferIndex>>;

/// For each buffer, the operands whose memory its operator may hand over to it.
Sets operands_handed_on(const Problem& problem) {
    Sets operands(problem.buffers.size());
    for (const HandOver& one : hand_overs(problem)) {
        operands[one.written].push_back(one.operand);
    }
    return operands;
}

void sort_sets(Sets& sets) {
    for (auto& set : sets) {
        std::sort(set.begin(), set.end());
        set.erase(std::unique(set.begin(), set.end()), set.end());
    }
}

/// Collects the buffers reachable from a start buffer along the edges; reused for many starts.
class Closure {
public:
    explicit Closure(const Sets& edges) : edges_(edges), reached_from_(edges.size(), BufferIndex::none()) {}

    void add_all_from(BufferIndex from, std::vector<BufferIndex>& reached) {
        std::size_t next = reached.size();
        add(from, from, reached);
        for (; next < reached.size(); ++next) {
            for (const BufferIndex other : edges_[reached[next]]) {
                add(other, from, reached);
            }
        }
    }

private:
    void add(BufferIndex one, BufferIndex from, std::vector<BufferIndex>& reached) {
        if (reached_from_[one] != from) {
            reached_from_[one] = from;
            reached.push_back(one);
        }
    }

    const Sets& edges_;
    IndexedVector<BufferIndex, BufferIndex> reached_from_;  ///< by buffer: the last start from which it was reached
};

}  // namespace

Sets first_dependencies(const Problem& problem) {
    const Sets operands = operands_handed_on(problem);
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
            const auto& handed_on = operands[own];
            if (std::find(handed_on.begin(), handed_on.end(), BufferIndex(other)) == handed_on.end()) {
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
            sets[other].emplace_back(i);
        }
    }
    sort_sets(sets);
    return sets;
}

Sets local_sharing(const Problem& problem) {
    const Sets backward = operands_handed_on(problem);
    Sets forward(problem.buffers.size());
    for (std::size_t i = 0; i < backward.size(); ++i) {
        for (const BufferIndex operand : backward[i]) {
            forward[operand].emplace_back(i);
        }
    }
    Sets sets(problem.buffers.size());
    Closure later(forward);
    Closure earlier(backward);
    for (std::size_t i = 0; i < sets.size(); ++i) {
        later.add_all_from(BufferIndex(i), sets[i]);
        earlier.add_all_from(BufferIndex(i), sets[i]);
    }
    sort_sets(sets);
    return sets;
}

}  // namespace arenascope
