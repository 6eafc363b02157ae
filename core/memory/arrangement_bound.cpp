#include "core/memory/arrangement_bound.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "core/memory/live_changes.h"

namespace arenascope {
namespace {

/// Which members of the groups may overlap in some arrangement.
class PossibleSharing {
public:
    PossibleSharing(const Problem& problem, const Layout& layout) : problem_(problem), layout_(layout) {
        for (std::size_t i = 0; i < layout.sharing.size(); ++i) {
            for (const BufferIndex member : layout.sharing[i].members) {
                groups_of_[member].push_back(i);
            }
        }
        if (!problem.graph) {
            return;
        }
        for (std::size_t i = 0; i < problem.graph->operators.size(); ++i) {
            for (const BufferIndex read : problem.graph->operators[OperatorIndex(i)].reads) {
                last_reader_[read] = OperatorIndex(i);
            }
        }
    }

    [[nodiscard]] bool may_overlap(BufferIndex a, BufferIndex b) const {
        const auto& of_a = groups_of_.at(a);
        const auto& of_b = groups_of_.at(b);
        return std::ranges::any_of(of_a, [&](std::size_t group) {
            return std::ranges::binary_search(of_b, group) && may_overlap(layout_.sharing[group], a, b);
        });
    }

private:
    [[nodiscard]] bool may_overlap(const SharingGroup& group, BufferIndex a, BufferIndex b) const {
        switch (group.kind) {
            case SharingGroup::Kind::parts:
                return group.members.front() == a || group.members.front() == b;
            case SharingGroup::Kind::overlay:
                return problem_.buffers[a].lifetime == problem_.buffers[b].lifetime;
            case SharingGroup::Kind::in_place:
                return !problem_.graph || problem_.buffers[a].lifetime == problem_.buffers[b].lifetime ||
                       may_overwrite(a, b) || may_overwrite(b, a);
            case SharingGroup::Kind::sharing:
            case SharingGroup::Kind::arena:
                return true;
        }
        return true;
    }

    /// The operator that reads the operand last writes the output.
    [[nodiscard]] bool may_overwrite(BufferIndex operand, BufferIndex output) const {
        const auto reader = last_reader_.find(operand);
        if (reader == last_reader_.end()) {
            return false;
        }
        const std::vector<BufferIndex>& writes = problem_.graph->operators[reader->second].writes;
        return std::ranges::find(writes, output) != writes.end();
    }

    const Problem& problem_;
    const Layout& layout_;
    std::map<BufferIndex, std::vector<std::size_t>> groups_of_;  ///< ascending
    std::map<BufferIndex, OperatorIndex> last_reader_;
};

/// The bytes of a member in use during some steps.
struct LivePiece {
    Lifetime steps;
    Bytes bytes;
    BufferIndex member;
};

std::vector<LivePiece> live_pieces(const Problem& problem, const std::vector<BufferIndex>& block, RegionIndex region) {
    std::vector<LivePiece> pieces;
    for (const BufferIndex member : block) {
        const Buffer& buffer = problem.buffers[member];
        if (buffer.region != region) {
            continue;
        }
        const ScratchRequest* request = scratch_request_of(problem, member);
        if (request != nullptr && request->variable) {
            pieces.push_back({buffer.lifetime, std::min(request->minimum, buffer.size), member});
            continue;
        }
        for_each_piece(buffer, [&](const Piece& piece) {
            pieces.push_back({piece.steps, piece.bytes.to - piece.bytes.from, member});
        });
    }
    return pieces;
}

/// More would take long, and the largest alone is nearly as good a bound.
constexpr std::size_t most_compared_members = 64;

/// The bytes of some members of which no two may overlap: greedily from the largest one.
Bytes least_union(std::vector<LivePiece>& alive, const PossibleSharing& sharing) {
    std::ranges::sort(alive, [](const LivePiece& a, const LivePiece& b) {
        return std::pair(b.bytes, a.member) < std::pair(a.bytes, b.member);
    });
    Bytes total = alive.front().bytes;
    std::vector<BufferIndex> apart = {alive.front().member};
    for (std::size_t i = 1; i < alive.size() && alive.size() <= most_compared_members; ++i) {
        const BufferIndex member = alive[i].member;
        if (std::ranges::none_of(apart, [&](BufferIndex other) { return sharing.may_overlap(member, other); })) {
            apart.push_back(member);
            total = total + alive[i].bytes;
        }
    }
    return total;
}

void add_block(LiveChanges& changes, const std::vector<LivePiece>& pieces, const PossibleSharing& sharing) {
    std::vector<Step> steps;
    for (const LivePiece& piece : pieces) {
        steps.push_back(piece.steps.begin);
        steps.push_back(piece.steps.end);
    }
    std::ranges::sort(steps);
    steps.erase(std::unique(steps.begin(), steps.end()), steps.end());
    std::vector<LivePiece> alive;
    for (std::size_t i = 0; i + 1 < steps.size(); ++i) {
        alive.clear();
        std::ranges::copy_if(pieces, std::back_inserter(alive),
                             [&](const LivePiece& piece) { return contains(piece.steps, steps[i]); });
        if (!alive.empty()) {
            changes.add({steps[i], steps[i + 1]}, least_union(alive, sharing));
        }
    }
}

}  // namespace

Bytes arrangement_bound(const Problem& problem, const Layout& layout, RegionIndex region) {
    const PossibleSharing sharing(problem, layout);
    IndexedVector<BufferIndex, bool> is_shared(problem.buffers.size(), false);
    LiveChanges changes;
    for (const std::vector<BufferIndex>& block : sharing_blocks(layout)) {
        for (const BufferIndex member : block) {
            is_shared[member] = true;
        }
        add_block(changes, live_pieces(problem, block, region), sharing);
    }
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        if (!is_shared[i] && problem.buffers[i].region == region) {
            add_pieces(changes, problem, BufferIndex(i));
        }
    }
    return staircase(std::move(changes)).threshold;
}

Bytes arrangement_bound(const Problem& problem, const Layout& layout) {
    Bytes highest;
    for (std::size_t i = 0; i < problem.regions.size(); ++i) {
        highest = std::max(highest, arrangement_bound(problem, layout, RegionIndex(i)));
    }
    return highest;
}

}  // namespace arenascope
