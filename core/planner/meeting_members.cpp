#include "core/planner/meeting_members.h"

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

#include "core/base/containers/joined_sets.h"
#include "core/model/memory/placed_piece.h"

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

}  // namespace arenascope
