#include "core/model/order/contraction.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include "core/model/order/ancestry.h"

namespace arenascope {
namespace {

constexpr OrderNode no_neighbour = std::numeric_limits<OrderNode>::max();

/// What a node does to the live bytes in every order, wherever it runs.
struct FixedBytes {
    bool is_fixed = true;    ///< whether `begun` and `ended` are exact
    std::int64_t begun = 0;  ///< bytes of the tensors that begin with it in every order
    std::int64_t ended = 0;  ///< bytes of the tensors that end with it in every order
};

/// Two nodes to be joined.
struct Joint {
    OrderNode first;
    OrderNode second;
    OrderNode stays;     ///< the one that does not move: what both need and what needs them allow its place
    std::int64_t extra;  ///< of the new node
};

class Round {
public:
    explicit Round(const OrderProblem& problem) : problem_(problem), ancestry_(problem), fixed_(problem.size()) {
        for (const OrderTensor& tensor : problem.tensors) {
            note(tensor);
        }
        find_neighbours();
    }

    /// Disjoint pairs that may be joined.
    [[nodiscard]] std::vector<Joint> joints() const {
        std::vector<Joint> joints;
        std::vector<bool> is_used(problem_.size(), false);
        for (OrderNode node = 0; node < problem_.size(); ++node) {
            const auto joint = is_used[node] ? std::nullopt : joint_of(node, is_used);
            if (joint) {
                is_used[joint->first] = is_used[joint->second] = true;
                joints.push_back(*joint);
            }
        }
        return joints;
    }

private:
    void note(const OrderTensor& tensor) {
        for (const OrderNode user : tensor.users) {
            bool is_first = !tensor.from_start;
            bool is_last = !tensor.to_end;
            bool is_apart = false;
            bool has_earlier = tensor.from_start;
            bool has_later = tensor.to_end;
            for (const OrderNode other : tensor.users) {
                const bool is_earlier = ancestry_.is_before(other, user);
                const bool is_later = ancestry_.is_before(user, other);
                is_apart = is_apart || (other != user && !is_earlier && !is_later);
                is_first = is_first && (other == user || is_later);
                is_last = is_last && (other == user || is_earlier);
                has_earlier = has_earlier || is_earlier;
                has_later = has_later || is_later;
            }
            // With an earlier and a later user, it neither begins nor ends here, whatever the others do.
            FixedBytes& own = fixed_[user];
            own.is_fixed = own.is_fixed && (!is_apart || (has_earlier && has_later));
            own.begun += is_first ? tensor.size.value() : 0;
            own.ended += is_last ? tensor.size.value() : 0;
        }
    }

    /// Finds the only node that a node needs, and the only one that needs it, without those that follow from others.
    void find_neighbours() {
        needs_.assign(problem_.size(), {no_neighbour, 0});
        needed_by_.assign(problem_.size(), {no_neighbour, 0});
        for (OrderNode node = 0; node < problem_.size(); ++node) {
            const auto& needs = problem_.needs[node];
            for (const OrderNode need : needs) {
                const bool follows =
                    std::ranges::any_of(needs, [&](OrderNode other) { return ancestry_.is_before(need, other); });
                if (!follows) {
                    needs_[node] = {need, needs_[node].second + 1};
                    needed_by_[need] = {node, needed_by_[need].second + 1};
                }
            }
        }
    }

    [[nodiscard]] std::int64_t extra(OrderNode node) const { return problem_.extra[node].value(); }

    [[nodiscard]] std::optional<Joint> joint_of(OrderNode node, const std::vector<bool>& is_used) const {
        const FixedBytes& own = fixed_[node];
        const std::int64_t growth = own.begun - own.ended;
        if (!own.is_fixed) {
            return std::nullopt;
        }
        if (const auto [next, count] = needed_by_[node];
            count == 1 && !is_used[next] && growth >= 0 &&
            own.begun + extra(node) <= growth + fixed_[next].begun + extra(next)) {
            return Joint{node, next, next, extra(next) - own.ended};
        }
        if (const auto [before, count] = needs_[node];
            count == 1 && !is_used[before] && growth <= 0 &&
            own.begun + extra(node) <= fixed_[before].ended + extra(before)) {
            return Joint{before, node, before, extra(before) - own.begun};
        }
        return std::nullopt;
    }

    const OrderProblem& problem_;
    Ancestry ancestry_;
    std::vector<FixedBytes> fixed_;
    std::vector<std::pair<OrderNode, std::uint32_t>> needs_;      ///< by node: the last of them, and their number
    std::vector<std::pair<OrderNode, std::uint32_t>> needed_by_;  ///< the same of the nodes that need it
};

void sort_and_unite(std::vector<OrderNode>& list) {
    std::ranges::sort(list);
    list.erase(std::unique(list.begin(), list.end()), list.end());
}

Contraction with_joints(const Contraction& before, const std::vector<Joint>& joints) {
    const OrderProblem& old = before.problem;
    std::vector<OrderNode> stays = identity_order(old.size());  // by node, the one that stands for it
    std::vector<const Joint*> joint_at(old.size(), nullptr);
    for (const Joint& joint : joints) {
        stays[joint.first] = stays[joint.second] = joint.stays;
        joint_at[joint.stays] = &joint;
    }
    Contraction after;
    std::vector<OrderNode> place(old.size(), no_neighbour);
    for (OrderNode node = 0; node < old.size(); ++node) {
        if (stays[node] != node) {
            continue;
        }
        place[node] = static_cast<OrderNode>(after.members.size());
        const Joint* const joint = joint_at[node];
        after.problem.extra.push_back(joint == nullptr ? old.extra[node] : Bytes(joint->extra));
        auto& members = after.members.emplace_back(before.members[joint == nullptr ? node : joint->first]);
        if (joint != nullptr) {
            const auto& more = before.members[joint->second];
            members.insert(members.end(), more.begin(), more.end());
        }
    }
    const auto moved = [&](OrderNode node) { return place[stays[node]]; };
    after.problem.needs.resize(after.members.size());
    for (OrderNode node = 0; node < old.size(); ++node) {
        for (const OrderNode need : old.needs[node]) {
            if (moved(need) != moved(node)) {
                after.problem.needs[moved(node)].push_back(moved(need));
            }
        }
    }
    std::ranges::for_each(after.problem.needs, sort_and_unite);
    after.problem.tensors = old.tensors;
    for (OrderTensor& tensor : after.problem.tensors) {
        std::ranges::transform(tensor.users, tensor.users.begin(), moved);
        sort_and_unite(tensor.users);
    }
    return after;
}

}  // namespace

Contraction contracted(const OrderProblem& problem) {
    Contraction result;
    result.problem = problem;
    for (const OrderNode node : identity_order(problem.size())) {
        result.members.push_back({node});
    }
    for (;;) {
        const std::vector<Joint> joints = Round(result.problem).joints();
        if (joints.empty()) {
            return result;
        }
        result = with_joints(result, joints);
    }
}

std::vector<OrderNode> expanded(const Contraction& contraction, const std::vector<OrderNode>& order) {
    std::vector<OrderNode> whole;
    for (const OrderNode node : order) {
        const auto& members = contraction.members[node];
        whole.insert(whole.end(), members.begin(), members.end());
    }
    return whole;
}

}  // namespace arenascope
