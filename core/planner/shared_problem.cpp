#include "core/planner/shared_problem.h"

#include <algorithm>
#include <map>
#include <utility>

#include "core/base/containers/joined_sets.h"
#include "core/base/text/plain_text.h"
#include "core/check/overlap_checker.h"
#include "core/model/memory/arrangement_bound.h"
#include "core/model/memory/hand_over.h"
#include "core/model/memory/live_profile.h"
#include "core/planner/pins.h"

namespace arenascope {
namespace {

constexpr std::string_view scratch_name = "scratch";

FusedProblem fused_for(const Problem& problem, const Layout& given, const PlannerDescription& planner) {
    const bool decides_itself = planner.family == PlannerFamily::operator_sharing ||
                                planner.kind == PlannerKind::shared_objects || planner.takes_groups ||
                                problem.history != nullptr;
    return decides_itself ? FusedProblem()
                          : fused_problem(problem, given, {.fuses_scratch = planner.name != scratch_name});
}

/// The pinned buffers of the fused problem, with the sharing among those that no block holds.
Layout pins_outside_blocks(const FusedProblem& fused, const Layout& pinned) {
    Layout pins = empty_layout(fused.problem);
    for (std::size_t i = 0; i < fused.problem.buffers.size(); ++i) {
        const Buffer& buffer = fused.problem.buffers[i];
        if (buffer.pin) {
            pins.placements[i] = Placement{*buffer.pin, buffer.region};
        }
    }
    for (SharingGroup group : pinned.sharing) {
        for (BufferIndex& member : group.members) {
            member = fused.parts[member].fused;
        }
        append_groups_of_those(pins.sharing, {group}, [&](BufferIndex own) { return !fused.members.contains(own); });
    }
    return pins;
}

/// Whether a block that is pinned by one of its members meets another pinned buffer.
bool has_meeting_pins(const Problem& problem, const FusedProblem& fused, const Layout& pinned) {
    const bool is_block_pinned = std::ranges::any_of(
        fused.members, [&](const auto& block) { return fused.problem.buffers[block.first].pin.has_value(); });
    return is_block_pinned && check(problem, expanded(fused, pins_outside_blocks(fused, pinned)), 1).overlap_count > 0;
}

FusedProblem fused_with_pins(const Problem& problem, const Layout& given, const Layout& pinned,
                             const PlannerDescription& planner) {
    FusedProblem fused = fused_for(problem, given, planner);
    if (!fused.has_blocks() || !has_meeting_pins(problem, fused, pinned)) {
        return fused;
    }
    FusedProblem apart;
    apart.stands_for_all = false;
    apart.stands_for_file = false;
    apart.notes = {"buffers that share memory in the file are planned apart: pins of other buffers are in their way"};
    return apart;
}

bool shares_with_scratch(const Problem& problem, const Layout& given) {
    return std::ranges::any_of(given.sharing, [&](const SharingGroup& group) {
        return group.kind != SharingGroup::Kind::overlay && std::ranges::any_of(group.members, [&](BufferIndex member) {
                   return problem.buffers[member].kind == BufferKind::scratch;
               });
    });
}

/// The scratch of a layer that may lie over other scratch of it.
std::vector<SharingGroup> overlay_groups(const Problem& problem) {
    std::map<std::pair<RegionIndex, Step>, std::vector<BufferIndex>> layers;
    for (const ScratchRequest& request : problem.scratch) {
        const Buffer& buffer = problem.buffers[request.buffer];
        if (request.overlay && buffer.kind == BufferKind::scratch) {
            layers[{buffer.region, buffer.lifetime.begin}].push_back(request.buffer);
        }
    }
    std::vector<SharingGroup> groups;
    for (auto& [layer, members] : layers) {
        groups.push_back({SharingGroup::Kind::sharing, std::move(members)});
    }
    return groups;
}

/// Adds the members of an overlay to the planner's overlays that have one in common: what lies over a pinned buffer may
/// also lie over what shares its bytes. False: there is no such overlay.
bool joins_overlays(std::vector<SharingGroup>& groups, const SharingGroup& overlay) {
    std::vector<BufferIndex> members = overlay.members;
    std::ranges::sort(members);
    const std::size_t before = groups.size();
    std::erase_if(groups, [&](const SharingGroup& group) {
        const bool is_joined = group.kind == SharingGroup::Kind::overlay && !is_inferred(group) &&
                               std::ranges::any_of(group.members, [&](BufferIndex member) {
                                   return std::ranges::find(overlay.members, member) != overlay.members.end();
                               });
        if (is_joined) {
            members.insert(members.end(), group.members.begin(), group.members.end());
        }
        return is_joined;
    });
    if (groups.size() == before) {
        return false;
    }
    std::ranges::sort(members);
    members.erase(std::unique(members.begin(), members.end()), members.end());
    groups.push_back({SharingGroup::Kind::overlay, std::move(members)});
    return true;
}

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

SharedProblem::SharedProblem(const Problem& problem, const Layout& given, const Layout& pinned,
                             const PlannerDescription& planner)
    : problem_(problem), given_(given), planner_(planner), fused_(fused_with_pins(problem, given, pinned, planner)) {
    if (fused_.has_blocks()) {
        fused_given_ = fused_layout(fused_, given);
    }
    const Layout pins = fused_.has_blocks() ? pins_outside_blocks(fused_, pinned) : pinned;
    if (!pins.sharing.empty()) {
        unshared_ = without_shared_bytes(fused_or_given(), pins);
    }
    pinned_removed_ = pinned.removed;
    kept_ = empty_layout(problem);
    for (const auto& [fused, members] : fused_.members) {
        for (const BufferIndex member : members) {
            kept_.placements[member] = given.placements[member];
        }
    }
    kept_.sharing = fused_.groups;
    for (const SharingGroup& group : pins.sharing) {
        const std::vector<BufferIndex> members = fused_.has_blocks() ? expanded(fused_, group.members) : group.members;
        for (const BufferIndex member : members) {
            kept_.placements[member] = pinned.placements[member];
        }
        kept_.sharing.push_back({group.kind, members, group.basis});
    }
}

Bytes SharedProblem::threshold() const {
    return arenascope::threshold(problem_, kept_);
}

void SharedProblem::expand(PlanResult& result) const {
    if (fused_.has_blocks()) {
        result = expanded(fused_, std::move(result));
    }
    if (!kept_.sharing.empty()) {
        declare_sharing(result);
    }
}

void SharedProblem::judge(PlanResult& result) const {
    if (!kept_.sharing.empty()) {
        result.threshold = is_complete(result.layout) ? arenascope::threshold(problem_, result.layout) : threshold();
        result.threshold_unshared = arenascope::threshold(problem_);
    }
    if (!given_.sharing.empty()) {
        set_bound(result);
        add_notes(result);
    }
}

void SharedProblem::declare_sharing(PlanResult& result) const {
    std::vector<SharingGroup>& groups = result.layout.sharing;
    const bool lays_over = planner_.name == scratch_name;
    for (const SharingGroup& group : kept_.sharing) {
        const bool is_known = std::ranges::find(groups, group) != groups.end();
        if (!is_known && !(lays_over && group.kind == SharingGroup::Kind::overlay && joins_overlays(groups, group))) {
            groups.push_back(group);
        }
    }
    std::vector<OperatorIndex>& removed = result.layout.removed;
    removed.insert(removed.end(), pinned_removed_.begin(), pinned_removed_.end());
    if (fused_.has_blocks()) {
        removed.insert(removed.end(), given_.removed.begin(), given_.removed.end());
        result.layout.copies = given_.copies;
    }
    std::ranges::sort(removed);
    removed.erase(std::unique(removed.begin(), removed.end()), removed.end());
    if (fused_.has_blocks()) {
        reinstate_operators(result.layout, problem_);
    }
}

void SharedProblem::set_bound(PlanResult& result) const {
    Layout allowed = empty_layout(problem_);
    allowed.sharing = given_.sharing;
    if (planner_.family == PlannerFamily::operator_sharing) {
        allowed.sharing = groups_beyond_operators(problem_, given_);
        if (allowed.sharing.empty()) {
            return;
        }
    } else if (fused_.stands_for_all && planner_.kind != PlannerKind::shared_objects && !planner_.takes_groups) {
        return;
    } else if (planner_.name == scratch_name) {
        std::ranges::move(overlay_groups(problem_), std::back_inserter(allowed.sharing));
    }
    const Bytes of_file = result.lower_bound;
    result.lower_bound = arrangement_bound(problem_, allowed);
    const bool is_reached = of_file.value() <= peak(problem_, result.layout).value();
    if (fused_.has_blocks() && fused_.stands_for_file && is_reached && of_file > result.lower_bound &&
        planner_.kind == PlannerKind::exact) {
        result.notes.push_back(
            "as long as buffers that share memory keep the offsets of the file relative to each other, no layout is "
            "lower than " +
            std::to_string(of_file.value()) + " B; the bound holds for every way to share");
    }
}

void SharedProblem::add_notes(PlanResult& result) const {
    result.notes.insert(result.notes.end(), fused_.notes.begin(), fused_.notes.end());
    if (planner_.kind == PlannerKind::shared_objects) {
        result.notes.emplace_back(
            "buffers that share memory in the file are planned apart: a shared object holds one of them at a time");
    } else if (planner_.name == scratch_name && shares_with_scratch(problem_, given_)) {
        result.notes.emplace_back(
            "buffers that share memory with scratch in the file are planned apart, except for scratch that allows an "
            "overlay: this planner decides itself what scratch lies over");
    }
    const bool has_inferred = std::ranges::any_of(kept_.sharing, is_inferred);
    const std::uint64_t inferred = has_inferred ? check(problem_, result.layout, 1).inferred_count : 0;
    if (inferred > 0) {
        result.notes.push_back(
            (inferred == 1 ? "1 pair of buffers shares" : std::to_string(inferred) + " pairs of buffers share") +
            " memory as in the file, where nothing but the bytes says that they are meant to: the "
            "layout is sound if they are, and check lists them");
    }
}

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
