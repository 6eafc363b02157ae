#include "core/check/overlap_checker.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <tuple>
#include <unordered_set>
#include <utility>

#include "core/base/containers/indexed_vector.h"
#include "core/base/threads/ordered_parts.h"
#include "core/check/contradictions.h"
#include "core/check/intended_sharing.h"
#include "core/check/piece_sweep.h"
#include "core/model/memory/placed_piece.h"
#include "core/model/memory/shared_addresses.h"
#include "core/model/memory/tail.h"

namespace arenascope {
namespace {

void add_pieces(std::vector<PlacedPiece>& pieces, const Problem& problem, BufferIndex buffer, Offset offset) {
    for_each_placed_piece(problem, buffer, offset, [&](const PlacedPiece& piece) { pieces.push_back(piece); });
}

/// An overlap whose bytes are meeting offsets, in the offsets of the placement of its first buffer.
Overlap in_offsets(Overlap found, const Problem& problem, const Placement& placement) {
    const Bytes lead = meeting_offset(problem, placement) - placement.offset;
    found.bytes = {found.bytes.from - lead, found.bytes.to - lead};
    return found;
}

/// Compares all pieces of two placed buffers in regions that may meet. Bytes are meeting offsets.
class SharedPieces {
public:
    SharedPieces(const Problem& problem, const Layout& layout) : problem_(problem), layout_(layout) {}
    /// As if a buffer lay elsewhere.
    SharedPieces(const Problem& problem, const Layout& layout, BufferIndex moved, Placement to)
        : problem_(problem), layout_(layout), moved_(moved), to_(to) {}

    [[nodiscard]] const Placement& placement_of(BufferIndex buffer) const {
        return buffer == moved_ ? to_ : *layout_.placements[buffer];
    }

    /// Their overlap; empty if they have none. Linear in their gaps.
    std::optional<Overlap> of(BufferIndex x, BufferIndex y) {
        const auto [a, b] = std::minmax(x, y);
        take(pieces_of_a_, a);
        take(pieces_of_b_, b);
        std::optional<Overlap> whole;
        for (std::size_t i = 0, j = 0; i < pieces_of_a_.size() && j < pieces_of_b_.size();) {
            const PlacedPiece& p = pieces_of_a_[i];
            const PlacedPiece& q = pieces_of_b_[j];
            if (overlap(p.steps, q.steps) && overlap(p.bytes, q.bytes)) {
                add(whole, {a, b, intersection(p.steps, q.steps), intersection(p.bytes, q.bytes)});
            }
            ++(p.steps.end <= q.steps.end ? i : j);
        }
        return whole;
    }

private:
    void take(std::vector<PlacedPiece>& pieces, BufferIndex buffer) const {
        pieces.clear();
        add_pieces(pieces, problem_, buffer, meeting_offset(problem_, placement_of(buffer)));
    }

    static void add(std::optional<Overlap>& whole, const Overlap& part) {
        if (!whole) {
            whole = part;
            return;
        }
        whole->steps.end = part.steps.end;
        whole->bytes = {std::min(whole->bytes.from, part.bytes.from), std::max(whole->bytes.to, part.bytes.to)};
    }

    const Problem& problem_;
    const Layout& layout_;
    BufferIndex moved_ = BufferIndex::none();
    Placement to_;
    std::vector<PlacedPiece> pieces_of_a_;
    std::vector<PlacedPiece> pieces_of_b_;
};

/// Pairs of buffers that were compared. When there are too many, it forgets all of them. A forgotten pair is compared
/// again.
class ComparedPairs {
public:
    /// Whether the pair was not among them. Adds it.
    bool add(BufferIndex x, BufferIndex y) {
        const auto [a, b] = std::minmax(x, y);
        if (pairs_.size() == most_pairs) {
            pairs_.clear();
        }
        return pairs_.insert((std::uint64_t{a.value()} << 32U) | b.value()).second;
    }

private:
    static constexpr std::size_t most_pairs = std::size_t{1} << 18U;
    std::unordered_set<std::uint64_t> pairs_;
};

/// The overlaps that a RegionCheck found.
struct FoundOverlaps {
    std::vector<Overlap> listed;  ///< in the order of the sweep, up to the limit
    std::uint64_t count = 0;      ///< of all
};

/// The pairs that a layout accepts with all its groups, and that inferred groups may contain.
class InferredPairs {
public:
    InferredPairs(const Problem& problem, const Layout& layout, const IntendedSharing& sharing)
        : sharing_(sharing), is_member_(problem.buffers.size(), false) {
        for (const SharingGroup& group : layout.sharing) {
            for (const BufferIndex member : group.members) {
                is_member_[member] = is_member_[member] || is_inferred(group);
            }
        }
    }

    [[nodiscard]] bool have_member(BufferIndex buffer) const { return is_member_[buffer]; }
    [[nodiscard]] bool contain(const Overlap& pair) const { return sharing_.accepts(pair.a, pair.b); }

private:
    const IntendedSharing& sharing_;
    IndexedVector<BufferIndex, bool> is_member_;
};

/// Finds the overlaps among the pieces of one region, or of all regions that share addresses, from a step on.
class RegionCheck {
public:
    RegionCheck(const Problem& problem, const Layout& layout, const IntendedSharing& sharing,
                std::vector<PlacedPiece> pieces, Step since)
        : problem_(problem),
          layout_(layout),
          sharing_(sharing),
          shared_(problem, layout),
          since_(since),
          sweep_(std::move(pieces), since) {}

    /// Lists pairs up to the limit, and counts all of them.
    [[nodiscard]] FoundOverlaps find(std::size_t limit) {
        FoundOverlaps overlaps;
        const bool all = sweep_.for_each_pair([&](const PlacedPiece& p, const PlacedPiece& q) {
            const auto found = first_overlap(p, q);
            if (found && overlaps.listed.size() == limit) {
                return false;
            }
            if (found) {
                overlaps.listed.push_back(in_offsets(*found, problem_, *layout_.placements[found->a]));
            }
            return true;
        });
        overlaps.count = all ? overlaps.listed.size() : count();
        return overlaps;
    }

    /// The same for pairs that only inferred groups accept. Visits the pairs of the members of these groups one by one.
    [[nodiscard]] FoundOverlaps find_inferred(const InferredPairs& inferred, std::size_t limit) {
        FoundOverlaps overlaps;
        sweep_.for_each_pair_with(
            [&](BufferIndex buffer) { return inferred.have_member(buffer); },
            [&](const PlacedPiece& p, const PlacedPiece& q) {
                const auto found = first_overlap(p, q);
                if (found && inferred.contain(*found)) {
                    ++overlaps.count;
                    if (overlaps.listed.size() < limit) {
                        overlaps.listed.push_back(in_offsets(*found, problem_, *layout_.placements[found->a]));
                    }
                }
                return true;
            });
        return overlaps;
    }

private:
    [[nodiscard]] bool has_gaps(BufferIndex buffer) const { return !problem_.buffers[buffer].gaps().empty(); }
    [[nodiscard]] bool is_special(BufferIndex buffer) const { return has_gaps(buffer) || sharing_.declares(buffer); }

    /// The overlap of two buffers, if `p` and `q` are their first overlapping pieces and the overlap is not intended.
    std::optional<Overlap> first_overlap(const PlacedPiece& p, const PlacedPiece& q) {
        if (sharing_.accepts(p.buffer, q.buffer)) {
            return std::nullopt;
        }
        const Lifetime steps = intersection(p.steps, q.steps);
        if (!has_gaps(p.buffer) && !has_gaps(q.buffer)) {
            const auto [a, b] = std::minmax(p.buffer, q.buffer);
            return Overlap{a, b, steps, intersection(p.bytes, q.bytes)};
        }
        // The pieces come in the order of time, so the first two of a pair decide. Two buffers with many gaps have many
        // such pieces, and each comparison visits all of them.
        if (!compared_.add(p.buffer, q.buffer)) {
            return std::nullopt;
        }
        const auto whole = shared_.of(p.buffer, q.buffer);
        return whole->steps.begin == steps.begin ? whole : std::nullopt;
    }

    /// Counts all pairs. Only buffers with gaps or declared sharing are visited one by one. For all others, every
    /// overlap of two pieces is a finding.
    std::uint64_t count() {
        if (std::none_of(sweep_.pieces().begin(), sweep_.pieces().end(),
                         [this](const PlacedPiece& piece) { return is_special(piece.buffer); })) {
            return sweep_.pair_count();
        }
        std::vector<PlacedPiece> plain;
        std::copy_if(sweep_.pieces().begin(), sweep_.pieces().end(), std::back_inserter(plain),
                     [this](const PlacedPiece& piece) { return !is_special(piece.buffer); });
        std::uint64_t number = PieceSweep(std::move(plain), since_).pair_count();
        compared_ = {};
        sweep_.for_each_pair_with([this](BufferIndex buffer) { return is_special(buffer); },
                                  [&](const PlacedPiece& p, const PlacedPiece& q) {
                                      number += first_overlap(p, q) ? 1 : 0;
                                      return true;
                                  });
        return number;
    }

    const Problem& problem_;
    const Layout& layout_;
    const IntendedSharing& sharing_;
    SharedPieces shared_;
    ComparedPairs compared_;
    Step since_;
    PieceSweep sweep_;
};

/// Finds the errors of a single placement.
void check_placement(const Problem& problem, const Layout& layout, BufferIndex index, CheckReport& report) {
    const Buffer& buffer = problem.buffers[index];
    const auto& placement = layout.placements[index];
    if (!placement) {
        report.unplaced.push_back(index);
        return;
    }
    if (placement->offset.value() % alignment_of(problem, buffer).value() != 0) {
        report.misaligned.push_back(index);
    }
    const auto& capacity = problem.regions[buffer.region].capacity;
    if (placement->region != buffer.region || placement->offset < Offset(0) ||
        (capacity && tail_of(buffer, placement->offset) > Offset(capacity->value()))) {
        report.outside.push_back(index);
    }
}

constexpr std::size_t most_parts = 8;
/// Fewer are checked before other threads have begun.
constexpr std::size_t least_buffers_in_parts = std::size_t{1} << 16U;

/// The pieces of each region and part of the time, parts of a region one after the other. Regions that share addresses
/// count as the first of them.
std::vector<std::vector<PlacedPiece>> pieces_by_part(const Problem& problem, const Layout& layout,
                                                     const TimeParts& parts) {
    const auto first_shared = std::ranges::find(problem.regions, true, &Region::shares_addresses);
    const RegionIndex shared(static_cast<std::size_t>(first_shared - problem.regions.begin()));
    const auto first_of = [&](RegionIndex own) {
        return (problem.regions[own].shares_addresses ? shared : own).value() * parts.count();
    };
    std::vector<std::size_t> counts(problem.regions.size() * parts.count());
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        if (const auto& placement = layout.placements[i]) {
            const std::size_t first = first_of(placement->region);
            parts.for_each_part_of(problem.buffers[i].lifetime, [&](std::size_t part) { ++counts[first + part]; });
        }
    }
    std::vector<std::vector<PlacedPiece>> pieces(counts.size());
    for (std::size_t i = 0; i < counts.size(); ++i) {
        pieces[i].reserve(counts[i]);
    }
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        if (const auto& placement = layout.placements[i]) {
            const std::size_t first = first_of(placement->region);
            for_each_placed_piece(
                problem, BufferIndex(i), meeting_offset(problem, *placement), [&](const PlacedPiece& piece) {
                    parts.for_each_part_of(piece.steps,
                                           [&](std::size_t part) { pieces[first + part].push_back(piece); });
                });
        }
    }
    return pieces;
}

/// The overlaps of all regions that `sharing` does not accept, sorted by their pairs. With `inferred`: only those that
/// the inferred groups accept as well.
FoundOverlaps overlaps_of(const Problem& problem, const Layout& layout, const IntendedSharing& sharing,
                          std::size_t limit, const InferredPairs* inferred = nullptr) {
    FoundOverlaps all;
    const TimeParts parts(problem, layout, part_threads(most_parts), least_buffers_in_parts);
    auto pieces = pieces_by_part(problem, layout, parts);
    const auto find = [&](std::size_t i, FoundOverlaps& found) {
        RegionCheck region(problem, layout, sharing, std::move(pieces[i]), parts.since(i % parts.count()));
        found = inferred == nullptr ? region.find(limit) : region.find_inferred(*inferred, limit);
    };
    const auto take = [&](std::size_t /*i*/, FoundOverlaps& found) {
        const std::size_t room = limit - all.listed.size();
        const auto end = found.listed.begin() + static_cast<std::ptrdiff_t>(std::min(room, found.listed.size()));
        all.listed.insert(all.listed.end(), found.listed.begin(), end);
        all.count += found.count;
        return true;
    };
    if (parts.count() > 1) {
        in_ordered_parts<FoundOverlaps>(pieces.size(), find, take);
    } else {
        for (std::size_t i = 0; i < pieces.size(); ++i) {
            FoundOverlaps found;
            find(i, found);
            take(i, found);
        }
    }
    std::sort(all.listed.begin(), all.listed.end(),
              [](const Overlap& x, const Overlap& y) { return std::tie(x.a, x.b) < std::tie(y.a, y.b); });
    return all;
}

/// The pairs that overlap without the inferred groups, and that all groups together accept.
void note_inferred(const Problem& problem, const Layout& layout, const IntendedSharing& sharing, std::size_t limit,
                   CheckReport& report) {
    Layout declared = layout;
    std::erase_if(declared.sharing, is_inferred);
    const InferredPairs inferred(problem, layout, sharing);
    FoundOverlaps found = overlaps_of(problem, declared, IntendedSharing(problem, declared), limit, &inferred);
    report.inferred = std::move(found.listed);
    report.inferred_count = found.count;
}

}  // namespace

bool is_clean(const CheckReport& report) {
    return report.overlap_count == 0 && report.misaligned.empty() && report.outside.empty() &&
           report.unplaced.empty() && report.contradictions.empty();
}

CheckReport check(const Problem& problem, const Layout& layout, std::size_t overlap_limit) {
    CheckReport report;
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        check_placement(problem, layout, BufferIndex(i), report);
    }
    report.contradictions = contradictions(problem, layout);
    const IntendedSharing sharing(problem, layout);
    FoundOverlaps found = overlaps_of(problem, layout, sharing, overlap_limit);
    report.overlaps = std::move(found.listed);
    report.overlap_count = found.count;
    if (std::ranges::any_of(layout.sharing, is_inferred)) {
        note_inferred(problem, layout, sharing, overlap_limit, report);
    }
    return report;
}

CheckReport check_around(const Problem& problem, const Layout& layout, BufferIndex buffer) {
    CheckReport report;
    check_placement(problem, layout, buffer, report);
    const auto& placement = layout.placements[buffer];
    if (!placement) {
        return report;
    }
    const IntendedSharing sharing(problem, layout);
    SharedPieces shared(problem, layout);
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        const auto& other = layout.placements[i];
        const BufferIndex index(i);
        if (index != buffer && other && may_meet(problem, other->region, placement->region) &&
            !sharing.accepts(index, buffer)) {
            if (const auto found = shared.of(index, buffer)) {
                report.overlaps.push_back(in_offsets(*found, problem, *layout.placements[found->a]));
            }
        }
    }
    report.overlap_count = report.overlaps.size();
    return report;
}

std::vector<Overlap> overlaps_at(const Problem& problem, const Layout& layout, BufferIndex buffer, Placement placement,
                                 std::span<const BufferIndex> others) {
    std::vector<Overlap> overlaps;
    SharedPieces shared(problem, layout, buffer, placement);
    for (const BufferIndex other : others) {
        const auto& place = layout.placements[other];
        if (other != buffer && place && may_meet(problem, place->region, placement.region)) {
            if (const auto found = shared.of(other, buffer)) {
                overlaps.push_back(in_offsets(*found, problem, shared.placement_of(found->a)));
            }
        }
    }
    return overlaps;
}

}  // namespace arenascope
