#include "core/model/memory/arrangement_bound.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "core/model/memory/live_changes.h"

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
        // A file may list operators out of order, so that the last one of the list need not be the last one to run.
        for (const Operator& node : problem.graph->operators) {
            for (const BufferIndex read : node.reads) {
                const auto [last, is_new] = last_read_.emplace(read, node.step);
                last->second = std::max(last->second, node.step);
            }
        }
        for (const Operator& node : problem.graph->operators) {
            for (const BufferIndex read : node.reads) {
                if (last_read_.at(read) == node.step) {
                    last_readers_.emplace(read, &node);
                }
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

    /// An operator that reads the operand last writes the output.
    [[nodiscard]] bool may_overwrite(BufferIndex operand, BufferIndex output) const {
        const auto [first, last] = last_readers_.equal_range(operand);
        return std::any_of(first, last, [&](const auto& reader) {
            return std::ranges::find(reader.second->writes, output) != reader.second->writes.end();
        });
    }

    const Problem& problem_;
    const Layout& layout_;
    std::map<BufferIndex, std::vector<std::size_t>> groups_of_;  ///< ascending
    std::map<BufferIndex, Step> last_read_;
    std::multimap<BufferIndex, const Operator*> last_readers_;  ///< several may run at one step
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

/// Pieces of members that are alive, the largest first.
class AlivePieces {
public:
    explicit AlivePieces(const std::vector<LivePiece>& pieces) : pieces_(pieces) {}

    void add(std::size_t piece) { alive_.insert(key_of(piece)); }
    void remove(std::size_t piece) { alive_.erase(key_of(piece)); }
    [[nodiscard]] bool is_empty() const { return alive_.empty(); }

    /// The bytes of some members of which no two may overlap: greedily from the largest one.
    [[nodiscard]] Bytes least_union(const PossibleSharing& sharing) {
        Bytes total = bytes_of(*alive_.begin());
        apart_.assign(1, pieces_[alive_.begin()->second].member);
        for (auto key = std::next(alive_.begin()); key != alive_.end() && alive_.size() <= most_compared_members;
             ++key) {
            const BufferIndex member = pieces_[key->second].member;
            if (std::ranges::none_of(apart_, [&](BufferIndex other) { return sharing.may_overlap(member, other); })) {
                apart_.push_back(member);
                total = total + bytes_of(*key);
            }
        }
        return total;
    }

private:
    /// The negative size, and the position in the list of pieces, which is ordered by member.
    using Key = std::pair<std::int64_t, std::size_t>;

    [[nodiscard]] Key key_of(std::size_t piece) const { return {-pieces_[piece].bytes.value(), piece}; }
    [[nodiscard]] static Bytes bytes_of(const Key& key) { return Bytes(-key.first); }

    const std::vector<LivePiece>& pieces_;
    std::set<Key> alive_;
    std::vector<BufferIndex> apart_;
};

void add_block(LiveChanges& changes, const std::vector<LivePiece>& pieces, const PossibleSharing& sharing) {
    struct Event {
        Step step;
        std::size_t piece;
        bool is_begin;
    };
    std::vector<Event> events;
    events.reserve(2 * pieces.size());
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        events.push_back({pieces[i].steps.begin, i, true});
        events.push_back({pieces[i].steps.end, i, false});
    }
    std::ranges::sort(events, {}, [](const Event& event) { return std::pair(event.step, event.piece); });
    AlivePieces alive(pieces);
    for (std::size_t i = 0; i < events.size();) {
        const Step step = events[i].step;
        for (; i < events.size() && events[i].step == step; ++i) {
            events[i].is_begin ? alive.add(events[i].piece) : alive.remove(events[i].piece);
        }
        if (i < events.size() && !alive.is_empty()) {
            changes.add({step, events[i].step}, alive.least_union(sharing));
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
