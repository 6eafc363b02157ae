#include "core/planner/rigid_blocks.h"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <utility>

#include "core/base/containers/wide.h"
#include "core/base/error/quotation.h"
#include "core/check/overlap_checker.h"
#include "core/model/memory/joint_alignment.h"
#include "core/model/memory/tail.h"
#include "core/planner/meeting_members.h"

namespace arenascope {
namespace {

/// The least number ≥ 0 that leaves a remainder when it is divided by a divisor.
struct Remainder {
    std::int64_t value = 0;
    std::int64_t divisor = 1;
};

/// The number that leaves both remainders; empty: there is none, or its divisor does not fit in 64 bits.
std::optional<Remainder> joint(const Remainder& a, const Remainder& b) {
    const auto divisor = joint_alignment(Bytes(a.divisor), Bytes(b.divisor));
    const std::int64_t common = std::gcd(a.divisor, b.divisor);
    if (!divisor || (b.value - a.value) % common != 0) {
        return std::nullopt;
    }
    // x = a.value + a.divisor · t, with t · (a.divisor / common) ≡ (b.value − a.value) / common modulo b.divisor /
    // common
    const std::int64_t modulus = b.divisor / common;
    std::int64_t inverse = 0;
    std::int64_t next = 1;
    std::int64_t rest = modulus;
    std::int64_t now = (a.divisor / common) % modulus;
    while (now != 0) {
        const std::int64_t quotient = rest / now;
        rest = std::exchange(now, rest - quotient * now);
        inverse = std::exchange(next, inverse - quotient * next);
    }
    const auto wide = static_cast<Int128>((b.value - a.value) / common) * inverse % modulus;
    const auto turns = static_cast<std::int64_t>(wide < 0 ? wide + modulus : wide);
    return Remainder{a.value + a.divisor * (modulus == 1 ? 0 : turns), divisor->value()};
}

/// The groups as far as their members lie in one block. Parts need their whole.
std::vector<SharingGroup> groups_within(const std::vector<RigidBlock>& blocks, const Problem& problem,
                                        const Layout& given) {
    IndexedVector<BufferIndex, std::size_t> block_of(problem.buffers.size(), blocks.size());
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        for (const BufferIndex member : blocks[i].members) {
            block_of[member] = i;
        }
    }
    std::vector<SharingGroup> groups;
    for (const SharingGroup& group : given.sharing) {
        std::map<std::size_t, std::vector<BufferIndex>> by_block;
        for (const BufferIndex member : group.members) {
            if (block_of[member] < blocks.size()) {
                by_block[block_of[member]].push_back(member);
            }
        }
        for (auto& [block, members] : by_block) {
            const bool has_whole = group.kind != SharingGroup::Kind::parts || members.front() == group.members.front();
            if (has_whole && members.size() > 1) {
                groups.push_back({group.kind, std::move(members), group.basis});
            }
        }
    }
    return groups;
}

void note_apart(RigidBlocks& blocks, const RigidBlock& block, const Problem& problem, std::string_view obstacle) {
    blocks.stands_for_all = false;
    blocks.keeps_all = false;
    blocks.notes.push_back(std::to_string(block.members.size()) + " buffers that share memory in the file, such as " +
                           in_quotes(problem.buffers[block.members[0]].name) + " and " +
                           in_quotes(problem.buffers[block.members[1]].name) +
                           ", are planned apart: " + std::string(obstacle));
}

/// The number of sets of buffers that live together, directly or through others.
std::size_t living_sets(const Problem& problem, std::vector<BufferIndex> members) {
    std::ranges::sort(members, {}, [&](BufferIndex member) { return problem.buffers[member].lifetime.begin; });
    std::size_t sets = 0;
    Step end(std::numeric_limits<std::int64_t>::min());
    for (const BufferIndex member : members) {
        const Lifetime& lifetime = problem.buffers[member].lifetime;
        sets += lifetime.begin >= end ? 1 : 0;
        end = std::max(end, lifetime.end);
    }
    return sets;
}

class RigidBlockSearch {
public:
    RigidBlockSearch(const Problem& problem, const Layout& given, FusingRule rule)
        : problem_(problem), given_(given), rule_(rule) {}

    RigidBlocks run() {
        for (const std::vector<BufferIndex>& block : sharing_blocks(given_)) {
            for (const std::vector<BufferIndex>& members : placed_by_region(block)) {
                add_meeting(members);
            }
        }
        leave_out_unaccepted();
        return std::move(found_);
    }

private:
    [[nodiscard]] Offset offset_of(BufferIndex member) const { return given_.placements[member]->offset; }

    /// The members that take bytes and lie in their own region, by region, where there are at least two.
    [[nodiscard]] std::vector<std::vector<BufferIndex>> placed_by_region(const std::vector<BufferIndex>& block) {
        std::map<RegionIndex, std::vector<BufferIndex>> members;
        for (const BufferIndex member : block) {
            const auto& placement = given_.placements[member];
            if (!takes_bytes(problem_.buffers[member])) {
                continue;
            }
            if (placement && placement->region == problem_.buffers[member].region) {
                members[placement->region].push_back(member);
            } else {
                found_.stands_for_all = false;
                found_.keeps_all = false;
            }
        }
        std::vector<std::vector<BufferIndex>> parts;
        for (auto& [region, own] : members) {
            if (own.size() > 1) {
                parts.push_back(std::move(own));
            }
        }
        return parts;
    }

    void add_meeting(const std::vector<BufferIndex>& members) {
        const auto is_pinned = [&](BufferIndex member) { return problem_.buffers[member].pin.has_value(); };
        if (std::ranges::all_of(members, is_pinned)) {
            return;
        }
        const std::vector<std::vector<BufferIndex>> sets = meeting_members(problem_, given_, members);
        // Of buffers that live together and do not meet in the file, one could lie over the other.
        found_.stands_for_all = found_.stands_for_all && sets.size() == living_sets(problem_, members);
        for (const std::vector<BufferIndex>& set : sets) {
            if (set.size() > 1 && !std::ranges::all_of(set, is_pinned)) {
                add_block(set);
            }
        }
    }

    void add_block(const std::vector<BufferIndex>& members) {
        const auto is_scratch = [&](BufferIndex member) {
            return problem_.buffers[member].kind == BufferKind::scratch;
        };
        if (!rule_.fuses_scratch && std::ranges::any_of(members, is_scratch)) {
            found_.stands_for_all = false;
            found_.keeps_all = false;
            return;
        }
        RigidBlock block{members, offset_of(members.front()), offset_of(members.front())};
        for (const BufferIndex member : members) {
            block.origin = std::min(block.origin, offset_of(member));
            block.top = std::max(block.top, offset_of(member) + problem_.buffers[member].size);
        }
        if (const std::string obstacle = fit(block); !obstacle.empty()) {
            note_apart(found_, block, problem_, obstacle);
            return;
        }
        found_.list.push_back(std::move(block));
    }

    /// Finds alignment, lead and pin. Returns why there are none; empty: there are.
    [[nodiscard]] std::string fit(RigidBlock& block) const {
        for (const Transfer& one : problem_.transfers) {
            if (std::ranges::binary_search(block.members, one.source) ||
                std::ranges::binary_search(block.members, one.copy)) {
                return "one of them is copied between cores";
            }
        }
        Remainder lead;
        for (const BufferIndex member : block.members) {
            const Buffer& buffer = problem_.buffers[member];
            const ScratchRequest* request = scratch_request_of(problem_, member);
            if (request != nullptr && (request->variable || request->fast)) {
                return "one of them is scratch of variable size or in the fast part";
            }
            const std::int64_t alignment = alignment_of(problem_, buffer).value();
            const std::int64_t rest = (offset_of(member) - block.origin).value() % alignment;
            const auto both = joint(lead, {rest == 0 ? 0 : alignment - rest, alignment});
            if (!both) {
                return "their offsets in the file cannot keep the alignments all at once";
            }
            lead = *both;
        }
        block.lead = Bytes(lead.value);
        block.alignment = Bytes(lead.divisor);
        if (!checked_add(lead.value, (block.top - block.origin).value())) {
            return "their alignments would move them too far";
        }
        return fit_pins(block);
    }

    [[nodiscard]] std::string fit_pins(RigidBlock& block) const {
        for (const BufferIndex member : block.members) {
            const auto& pin = problem_.buffers[member].pin;
            if (!pin) {
                continue;
            }
            const Offset own = *pin - (offset_of(member) - block.origin) - block.lead;
            if (own < Offset(0) || own.value() % block.alignment.value() != 0 || (block.pin && *block.pin != own)) {
                return "their pins are at other offsets than those of the file";
            }
            block.pin = own;
        }
        return {};
    }

    /// Leaves out blocks with an overlap that the checker does not accept. The blocks are checked one above the other,
    /// so that only members of one block can meet, and no group is accepted because of buffers that may move away.
    /// Members meet, so a block is not larger than their sizes together, and the sum of all sizes fits in 64 bits.
    void leave_out_unaccepted() {
        found_.groups = groups_within(found_.list, problem_, given_);
        for (bool may_have_more = true; may_have_more && !found_.list.empty();) {
            Layout stacked = empty_layout(problem_);
            stacked.sharing = found_.groups;
            IndexedVector<BufferIndex, std::size_t> block_of(problem_.buffers.size(), found_.list.size());
            Offset base;
            for (std::size_t i = 0; i < found_.list.size(); ++i) {
                const RigidBlock& block = found_.list[i];
                for (const BufferIndex member : block.members) {
                    block_of[member] = i;
                    stacked.placements[member] =
                        Placement{base + (offset_of(member) - block.origin), problem_.buffers[member].region};
                }
                base = base + (block.top - block.origin);
            }
            const CheckReport report = check(problem_, stacked);
            std::vector<bool> has_overlap(found_.list.size(), false);
            for (const Overlap& one : report.overlaps) {
                has_overlap[block_of[one.a]] = true;
            }
            may_have_more = is_cut(report);
            if (!report.overlaps.empty()) {
                leave_out(has_overlap, "the file declares nothing that allows all of their overlaps");
            }
        }
    }

    void leave_out(const std::vector<bool>& is_left_out, std::string_view obstacle) {
        std::vector<RigidBlock> kept;
        for (std::size_t i = 0; i < found_.list.size(); ++i) {
            if (is_left_out[i]) {
                note_apart(found_, found_.list[i], problem_, obstacle);
            } else {
                kept.push_back(std::move(found_.list[i]));
            }
        }
        found_.list = std::move(kept);
        found_.groups = groups_within(found_.list, problem_, given_);
    }

    const Problem& problem_;
    const Layout& given_;
    FusingRule rule_;
    RigidBlocks found_;
};

}  // namespace

RigidBlocks rigid_blocks(const Problem& problem, const Layout& given, FusingRule rule) {
    return RigidBlockSearch(problem, given, rule).run();
}

void leave_out_largest(RigidBlocks& blocks, const Problem& problem, const Layout& given) {
    const auto reach = [](const RigidBlock& block) {
        return static_cast<Int128>((block.top - block.origin).value()) + block.lead.value() + block.alignment.value();
    };
    std::ranges::stable_sort(blocks.list, {}, reach);
    const auto middle = blocks.list.begin() + static_cast<std::ptrdiff_t>(blocks.list.size() / 2);
    std::for_each(middle, blocks.list.end(), [&](const RigidBlock& block) {
        note_apart(blocks, block, problem, "their sizes and alignments do not fit in 64 bits together with all others");
    });
    blocks.list.erase(middle, blocks.list.end());
    std::ranges::sort(blocks.list, {}, [](const RigidBlock& block) { return block.members.front(); });
    blocks.groups = groups_within(blocks.list, problem, given);
}

}  // namespace arenascope
