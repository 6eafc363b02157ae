#include "core/planner/operator_groups.h"

#include <algorithm>
#include <map>
#include <utility>

#include "core/base/containers/joined_sets.h"
#include "core/model/memory/hand_over.h"

namespace arenascope {
namespace {

/// Joins buffers that may share memory, directly or through others.
class SharingTrees {
public:
    explicit SharingTrees(std::size_t buffers) : buffers_(buffers), sets_(buffers) {}

    void join(BufferIndex a, BufferIndex b) { sets_.join(a.value(), b.value()); }
    [[nodiscard]] bool are_joined(BufferIndex a, BufferIndex b) {
        return sets_.root(a.value()) == sets_.root(b.value());
    }
    /// Groups that let everything in a tree overlap.
    [[nodiscard]] std::vector<SharingGroup> groups() {
        std::map<std::uint32_t, std::vector<BufferIndex>> members;
        for (std::uint32_t i = 0; i < buffers_; ++i) {
            members[sets_.root(i)].emplace_back(i);
        }
        std::vector<SharingGroup> groups;
        for (auto& [first, own] : members) {
            if (own.size() > 1) {
                groups.push_back({SharingGroup::Kind::sharing, std::move(own)});
            }
        }
        return groups;
    }

private:
    std::size_t buffers_;
    JoinedSets sets_;
};

/// Pairs of buffers that operators let overlap, and how the groups of a file compare with them.
class OperatorPairs {
public:
    explicit OperatorPairs(const Problem& problem)
        : problem_(problem), same_bytes_(problem.buffers.size()), is_written_(problem.buffers.size(), false) {
        for (const HandOver& one : hand_overs(problem)) {
            direct_.push_back(std::minmax(one.operand, one.written));
            if (one.same_bytes) {
                same_bytes_.join(one.operand, one.written);
            }
        }
        std::ranges::sort(direct_);
        if (!problem.graph) {
            return;
        }
        for (const Operator& node : problem.graph->operators) {
            for (const BufferIndex written : node.writes) {
                is_written_[written] = true;
            }
        }
    }

    /// Whether operators allow every overlap that the group allows.
    [[nodiscard]] bool know(const SharingGroup& group) {
        if (group.kind == SharingGroup::Kind::parts) {
            return std::all_of(group.members.begin() + 1, group.members.end(),
                               [&](BufferIndex part) { return know(group.members.front(), part); });
        }
        return group.kind == SharingGroup::Kind::sharing && know_all_pairs(group.members);
    }

private:
    static constexpr std::size_t most_pairs = std::size_t{1} << 20U;

    [[nodiscard]] const Buffer& buffer(BufferIndex index) const { return problem_.buffers[index]; }

    [[nodiscard]] bool know_all_pairs(std::vector<BufferIndex> members) {
        std::ranges::sort(members, {}, [&](BufferIndex member) { return buffer(member).lifetime.begin; });
        for (std::size_t i = 0; i < members.size(); ++i) {
            for (std::size_t j = i + 1; j < members.size(); ++j) {
                if (buffer(members[j]).lifetime.begin >= buffer(members[i]).lifetime.end) {
                    break;
                }
                if (++pairs_ > most_pairs || !know(members[i], members[j])) {
                    return false;
                }
            }
        }
        return true;
    }

    [[nodiscard]] bool know(BufferIndex a, BufferIndex b) {
        if (!overlap(buffer(a).lifetime, buffer(b).lifetime) || a == b) {
            return true;
        }
        const bool is_allowed = same_bytes_.are_joined(a, b) ||
                                std::ranges::binary_search(direct_, std::pair(std::min(a, b), std::max(a, b)));
        return is_allowed && !may_come_from(a, b) && !may_come_from(b, a);
    }

    /// Whether the graph leaves it open that a buffer holds bytes of another one from the beginning. The checker then
    /// trusts the group, at any offset that its kind allows.
    [[nodiscard]] bool may_come_from(BufferIndex index, BufferIndex source) const {
        return buffer(index).kind == BufferKind::activation && !is_written_[index] &&
               (!is_written_[source] || buffer(source).lifetime.begin < buffer(index).lifetime.begin);
    }

    const Problem& problem_;
    SharingTrees same_bytes_;
    std::vector<std::pair<BufferIndex, BufferIndex>> direct_;  ///< sorted, the lower index first
    IndexedVector<BufferIndex, bool> is_written_;
    std::size_t pairs_ = 0;  ///< looked at so far
};

}  // namespace

std::vector<SharingGroup> groups_beyond_operators(const Problem& problem, const Layout& given) {
    OperatorPairs pairs(problem);
    if (std::ranges::all_of(given.sharing, [&](const SharingGroup& group) { return pairs.know(group); })) {
        return {};
    }
    SharingTrees trees(problem.buffers.size());
    for (const HandOver& one : hand_overs(problem)) {
        trees.join(one.operand, one.written);
    }
    for (const SharingGroup& group : given.sharing) {
        for (const BufferIndex member : group.members) {
            trees.join(group.members.front(), member);
        }
    }
    return trees.groups();
}

}  // namespace arenascope
