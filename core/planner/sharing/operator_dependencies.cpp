#include "core/planner/sharing/operator_dependencies.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "core/base/containers/indexed_vector.h"
#include "core/model/memory/hand_over.h"

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

}  // namespace

Sets first_dependencies(const Problem& problem) {
    const Sets operands = operands_handed_on(problem);
    std::vector<std::uint32_t> by_begin(problem.buffers.size());
    std::iota(by_begin.begin(), by_begin.end(), 0U);
    std::ranges::stable_sort(by_begin, {},
                             [&problem](std::uint32_t one) { return problem.buffers[one].lifetime.begin; });
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
    OperatorRelations relations(problem);
    Sets sets(problem.buffers.size());
    for (std::size_t i = 0; i < sets.size(); ++i) {
        const BufferIndex own(i);
        sets[i] = relations.partners_of(std::span(&own, 1));
    }
    sort_sets(sets);
    return sets;
}

OperatorRelations::OperatorRelations(const Problem& problem)
    : problem_(problem),
      operands_(operands_handed_on(problem)),
      takers_(problem.buffers.size()),
      reached_in_(problem.buffers.size(), 0) {
    sort_sets(operands_);
    for (std::size_t i = 0; i < operands_.size(); ++i) {
        for (const BufferIndex operand : operands_[i]) {
            takers_[operand].emplace_back(i);
        }
    }
}

bool OperatorRelations::depend(BufferIndex a, BufferIndex b) const {
    const auto takes = [this](BufferIndex own, BufferIndex operand) {
        return std::binary_search(operands_[own].begin(), operands_[own].end(), operand);
    };
    return a == b ||
           (overlap(problem_.buffers[a].lifetime, problem_.buffers[b].lifetime) && !takes(a, b) && !takes(b, a));
}

std::vector<BufferIndex> OperatorRelations::partners_of(std::span<const BufferIndex> members) {
    std::vector<BufferIndex> reached;
    add_reached(takers_, members, reached);
    add_reached(operands_, members, reached);
    return reached;
}

/// The members are in both searches, so each is found twice.
void OperatorRelations::add_reached(const Sets& edges, std::span<const BufferIndex> members,
                                    std::vector<BufferIndex>& reached) {
    ++searches_;
    std::size_t next = reached.size();
    const auto add = [&](BufferIndex one) {
        if (std::exchange(reached_in_[one], searches_) != searches_) {
            reached.push_back(one);
        }
    };
    std::for_each(members.begin(), members.end(), add);
    for (; next < reached.size(); ++next) {
        const std::vector<BufferIndex>& further = edges[reached[next]];
        std::for_each(further.begin(), further.end(), add);
    }
}

}  // namespace arenascope
