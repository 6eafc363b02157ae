#include "core/planner/rigid_blocks.h"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <utility>

#include "core/base/containers/joined_sets.h"
#include "core/base/containers/wide.h"
#include "core/base/error/quotation.h"
#include "core/check/overlap_checker.h"
#include "core/model/memory/joint_alignment.h"
#include "core/model/memory/placed_piece.h"
#include "core/model/memory/tail.h"

namespace arenascope {
namespace {

constexpr Step before_all(std::numeric_limits<std::int64_t>::min());

/// The piece of a member, by its position in the list of members.
struct MemberPiece {
    Lifetime steps;
    AddressRange bytes;
    std::uint32_t member;
};

/// A binary tree over the bytes where pieces begin and end. A piece covers some whole nodes. Pieces that cover the same
/// node at one step meet, so a node needs only the one that ends last.
class MeetingTree {
public:
    MeetingTree(std::vector<Offset> borders, std::size_t members) : borders_(std::move(borders)), sets_(members) {
        while (leaves_ + 1 < borders_.size()) {
            leaves_ *= 2;
        }
        nodes_.resize(2 * leaves_);
    }

    /// Joins the member with those whose pieces it meets. Pieces come in the order of their begins.
    void add(const MemberPiece& piece) {
        now_ = piece.steps.begin;
        add_below(1, 0, leaves_, {rank(piece.bytes.from), rank(piece.bytes.to)}, piece);
    }

    /// The first member of its set.
    [[nodiscard]] std::uint32_t root(std::uint32_t member) { return sets_.root(member); }

private:
    struct Node {
        Step own_end = before_all;   ///< of the piece that ends last of those that cover exactly this node
        std::uint32_t own = 0;       ///< its member
        Step last_end = before_all;  ///< of all pieces at this node and below it
        std::uint32_t any = 0;       ///< a member of a piece at this node or below it
        bool is_mixed = false;       ///< the pieces may belong to several sets
    };
    struct Ranks {
        std::size_t from;
        std::size_t to;
    };

    [[nodiscard]] std::size_t rank(Offset byte) const {
        return static_cast<std::size_t>(std::ranges::lower_bound(borders_, byte) - borders_.begin());
    }

    void add_below(std::size_t node, std::size_t first, std::size_t width, Ranks range, const MemberPiece& piece) {
        const std::size_t last = std::min(first + width, borders_.size() - 1);
        if (first >= range.to || last <= range.from) {
            return;
        }
        Node& here = nodes_[node];
        if (range.from <= first && last <= range.to) {
            join_all(node, piece.member);
            if (piece.steps.end > here.own_end) {
                here.own_end = piece.steps.end;
                here.own = piece.member;
            }
            here.last_end = std::max(here.last_end, piece.steps.end);
            here.any = piece.member;
            here.is_mixed = false;
            return;
        }
        if (here.own_end > now_) {
            sets_.join(here.own, piece.member);
        }
        add_below(2 * node, first, width / 2, range, piece);
        add_below(2 * node + 1, first + width / 2, width / 2, range, piece);
        sum_up(node);
    }

    /// Joins a member with all that live at a node and below it. What is mixed becomes one set, so that a later piece
    /// need not go down there again.
    void join_all(std::size_t node, std::uint32_t member) {
        Node& here = nodes_[node];
        if (here.last_end <= now_) {
            return;
        }
        if (!here.is_mixed) {
            sets_.join(here.any, member);
            return;
        }
        if (here.own_end > now_) {
            sets_.join(here.own, member);
        }
        if (node < leaves_) {
            join_all(2 * node, member);
            join_all(2 * node + 1, member);
        }
        here.any = member;
        here.is_mixed = false;
    }

    void sum_up(std::size_t node) {
        Node& here = nodes_[node];
        bool has_any = here.own_end > now_;
        here.any = here.own;
        here.last_end = here.own_end;
        here.is_mixed = false;
        for (const Node* below : {&nodes_[2 * node], &nodes_[2 * node + 1]}) {
            if (below->last_end <= now_) {
                continue;
            }
            here.is_mixed = here.is_mixed || below->is_mixed || (has_any && root(below->any) != root(here.any));
            here.any = has_any ? here.any : below->any;
            here.last_end = std::max(here.last_end, below->last_end);
            has_any = true;
        }
    }

    std::vector<Offset> borders_;
    JoinedSets sets_;  ///< of members
    std::size_t leaves_ = 1;
    std::vector<Node> nodes_;
    Step now_ = before_all;
};

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

std::vector<std::vector<BufferIndex>> meeting_members(const Problem& problem, const Layout& layout,
                                                      const std::vector<BufferIndex>& members) {
    std::vector<MemberPiece> pieces;
    std::vector<Offset> borders;
    for (std::size_t i = 0; i < members.size(); ++i) {
        for_each_placed_piece(problem, members[i], layout.placements[members[i]]->offset,
                              [&](const PlacedPiece& piece) {
                                  pieces.push_back({piece.steps, piece.bytes, static_cast<std::uint32_t>(i)});
                                  borders.push_back(piece.bytes.from);
                                  borders.push_back(piece.bytes.to);
                              });
    }
    std::ranges::sort(pieces, {}, [](const MemberPiece& piece) { return std::pair(piece.steps.begin, piece.member); });
    std::ranges::sort(borders);
    borders.erase(std::unique(borders.begin(), borders.end()), borders.end());
    MeetingTree tree(std::move(borders), members.size());
    std::ranges::for_each(pieces, [&tree](const MemberPiece& piece) { tree.add(piece); });
    std::map<std::uint32_t, std::vector<BufferIndex>> by_root;
    for (std::size_t i = 0; i < members.size(); ++i) {
        by_root[tree.root(static_cast<std::uint32_t>(i))].push_back(members[i]);
    }
    std::vector<std::vector<BufferIndex>> sets;
    sets.reserve(by_root.size());
    for (auto& [root, own] : by_root) {
        sets.push_back(std::move(own));
    }
    return sets;
}

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
