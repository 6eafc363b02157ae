#include "core/planner/shared_problem.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

#include "core/check/overlap_checker.h"
#include "core/memory/arrangement_bound.h"
#include "core/memory/hand_over.h"
#include "core/memory/live_profile.h"
#include "core/planner/pins.h"
#include "core/text/plain_text.h"

namespace arenascope {
namespace {

constexpr std::string_view scratch_name = "scratch";

FusedProblem fused_for(const Problem& problem, const Layout& given, const PlannerDescription& planner) {
    const bool decides_itself = planner.family == PlannerFamily::operator_sharing ||
                                planner.kind == PlannerKind::shared_objects || problem.history != nullptr;
    return decides_itself ? FusedProblem()
                          : fused_problem(problem, given, {.fuses_scratch = planner.name != scratch_name});
}

/// Whether a block that is pinned by one of its members meets another pinned buffer.
bool has_meeting_pins(const FusedProblem& fused) {
    Layout pins = empty_layout(fused.problem);
    bool is_block_pinned = false;
    for (std::size_t i = 0; i < fused.problem.buffers.size(); ++i) {
        const Buffer& buffer = fused.problem.buffers[i];
        if (buffer.pin) {
            pins.placements[i] = Placement{*buffer.pin, buffer.region};
            is_block_pinned = is_block_pinned || fused.members.contains(BufferIndex(i));
        }
    }
    return is_block_pinned && check(fused.problem, pins, 1).overlap_count > 0;
}

FusedProblem fused_with_pins(const Problem& problem, const Layout& given, const PlannerDescription& planner) {
    FusedProblem fused = fused_for(problem, given, planner);
    if (!fused.has_blocks() || !has_meeting_pins(fused)) {
        return fused;
    }
    FusedProblem apart;
    apart.stands_for_all = false;
    apart.notes = {"buffers that share memory in the file are planned apart: pins of other buffers are in their way"};
    return apart;
}

/// Joins buffers that may share memory, directly or through others.
class SharingTrees {
public:
    explicit SharingTrees(std::size_t buffers) : above_(buffers) { std::iota(above_.begin(), above_.end(), 0U); }

    void join(BufferIndex a, BufferIndex b) { above_[root(b)] = root(a); }
    [[nodiscard]] std::uint32_t root(BufferIndex buffer) {
        std::uint32_t index = buffer.value();
        while (above_[index] != index) {
            above_[index] = above_[above_[index]];
            index = above_[index];
        }
        return index;
    }
    /// Groups that let everything in a tree overlap.
    [[nodiscard]] std::vector<SharingGroup> groups() {
        std::map<std::uint32_t, std::vector<BufferIndex>> members;
        for (std::size_t i = 0; i < above_.size(); ++i) {
            members[root(BufferIndex(i))].emplace_back(i);
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
    std::vector<std::uint32_t> above_;
};

/// The groups of what operators or the file let share, for a planner that knows what operators allow. Empty: the file
/// allows nothing that the operators do not allow as well.
std::vector<SharingGroup> groups_beyond_operators(const Problem& problem, const Layout& given) {
    SharingTrees trees(problem.buffers.size());
    for (const HandOver& one : hand_overs(problem)) {
        trees.join(one.operand, one.written);
    }
    const bool is_known = std::ranges::all_of(given.sharing, [&](const SharingGroup& group) {
        const bool is_of_operators =
            group.kind == SharingGroup::Kind::sharing || group.kind == SharingGroup::Kind::parts;
        return is_of_operators && std::ranges::all_of(group.members, [&](BufferIndex member) {
                   return trees.root(member) == trees.root(group.members.front());
               });
    });
    if (is_known) {
        return {};
    }
    for (const SharingGroup& group : given.sharing) {
        for (const BufferIndex member : group.members) {
            trees.join(group.members.front(), member);
        }
    }
    return trees.groups();
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

}  // namespace

SharedProblem::SharedProblem(const Problem& problem, const Layout& given, const Layout& pinned,
                             const PlannerDescription& planner)
    : problem_(problem), given_(given), planner_(planner), fused_(fused_with_pins(problem, given, planner)) {
    if (fused_.has_blocks()) {
        fused_given_ = fused_layout(fused_, given);
    }
    const Layout pins = pins_outside_blocks(pinned);
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

/// The pinned buffers of `planned()`, with the sharing among those that no block holds.
Layout SharedProblem::pins_outside_blocks(const Layout& pinned) const {
    if (!fused_.has_blocks()) {
        return pinned;
    }
    Layout pins = empty_layout(fused_.problem);
    for (std::size_t i = 0; i < fused_.problem.buffers.size(); ++i) {
        const Buffer& buffer = fused_.problem.buffers[i];
        if (buffer.pin) {
            pins.placements[i] = Placement{*buffer.pin, buffer.region};
        }
    }
    for (SharingGroup group : pinned.sharing) {
        for (BufferIndex& member : group.members) {
            member = fused_.parts[member].fused;
        }
        if (std::ranges::none_of(group.members, [&](BufferIndex own) { return fused_.members.contains(own); })) {
            pins.sharing.push_back(std::move(group));
        }
    }
    return pins;
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
    for (const SharingGroup& group : kept_.sharing) {
        if (std::ranges::find(groups, group) == groups.end()) {
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
    } else if (fused_.stands_for_all && planner_.kind != PlannerKind::shared_objects) {
        return;
    } else if (planner_.name == scratch_name) {
        std::ranges::move(overlay_groups(problem_), std::back_inserter(allowed.sharing));
    }
    const Bytes of_file = result.lower_bound;
    result.lower_bound = arrangement_bound(problem_, allowed);
    if (fused_.has_blocks() && of_file > result.lower_bound && planner_.kind == PlannerKind::exact) {
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

}  // namespace arenascope
