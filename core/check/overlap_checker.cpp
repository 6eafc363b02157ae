#include "core/check/overlap_checker.h"

#include <algorithm>
#include <numeric>
#include <tuple>

#include "core/check/crossed_pieces.h"
#include "core/check/intended_sharing.h"
#include "core/memory/placed_piece.h"

namespace arenascope {
namespace {

void add_pieces(std::vector<PlacedPiece>& pieces, const Problem& problem, BufferIndex buffer, Offset offset) {
    for_each_placed_piece(problem, buffer, offset, [&](const PlacedPiece& piece) { pieces.push_back(piece); });
}

Overlap overlap_of(const PlacedPiece& x, const PlacedPiece& y) {
    const auto [a, b] = std::minmax(x.buffer, y.buffer);
    return {a, b, intersection(x.steps, y.steps), intersection(x.bytes, y.bytes)};
}

/// One entry for each pair: the pieces of a pair with gaps are drawn together.
void merge_pairs(std::vector<Overlap>& overlaps) {
    std::sort(overlaps.begin(), overlaps.end(), [](const Overlap& x, const Overlap& y) {
        return std::tie(x.a, x.b, x.steps.begin, x.bytes.from) < std::tie(y.a, y.b, y.steps.begin, y.bytes.from);
    });
    std::size_t kept = 0;
    for (const Overlap& overlap : overlaps) {
        if (kept > 0 && overlaps[kept - 1].a == overlap.a && overlaps[kept - 1].b == overlap.b) {
            Overlap& pair = overlaps[kept - 1];
            pair.steps = {std::min(pair.steps.begin, overlap.steps.begin), std::max(pair.steps.end, overlap.steps.end)};
            pair.bytes = {std::min(pair.bytes.from, overlap.bytes.from), std::max(pair.bytes.to, overlap.bytes.to)};
        } else {
            overlaps[kept++] = overlap;
        }
    }
    overlaps.resize(kept);
}

struct Event {
    Step step;
    std::uint32_t rank = 0;
};

/// Adds every overlap among the pieces, which all lie in one region; false when the limit was reached.
bool sweep(std::vector<PlacedPiece>& pieces, const IntendedSharing& sharing, std::size_t limit,
           std::vector<Overlap>& overlaps) {
    std::sort(pieces.begin(), pieces.end(), [](const PlacedPiece& x, const PlacedPiece& y) {
        return std::tie(x.bytes.from, x.buffer) < std::tie(y.bytes.from, y.buffer);
    });
    std::vector<Event> begins(pieces.size());
    std::vector<Event> ends(pieces.size());
    std::vector<Offset> froms(pieces.size());
    for (std::uint32_t rank = 0; rank < pieces.size(); ++rank) {
        begins[rank] = {pieces[rank].steps.begin, rank};
        ends[rank] = {pieces[rank].steps.end, rank};
        froms[rank] = pieces[rank].bytes.from;
    }
    const auto earlier = [](const Event& x, const Event& y) {
        return std::tie(x.step, x.rank) < std::tie(y.step, y.rank);
    };
    std::sort(begins.begin(), begins.end(), earlier);
    std::sort(ends.begin(), ends.end(), earlier);

    CrossedPieces crossed(pieces.size());
    std::size_t ended = 0;
    for (const Event& event : begins) {
        for (; ends[ended].step <= event.step; ++ended) {
            crossed.remove(ends[ended].rank);
        }
        const PlacedPiece& piece = pieces[event.rank];
        const auto rank_end =
            static_cast<std::uint32_t>(std::lower_bound(froms.begin(), froms.end(), piece.bytes.to) - froms.begin());
        const bool all = crossed.find(rank_end, piece.bytes.from.value(), [&](std::uint32_t rank) {
            const PlacedPiece& other = pieces[rank];
            if (other.buffer != piece.buffer && !sharing.accepts(other.buffer, piece.buffer)) {
                if (overlaps.size() >= limit) {
                    return false;
                }
                overlaps.push_back(overlap_of(piece, other));
            }
            return true;
        });
        if (!all) {
            return false;
        }
        crossed.insert(event.rank, piece.bytes.to.value());
    }
    return true;
}

/// Findings about one buffer alone.
void check_placement(const Problem& problem, const Layout& layout, BufferIndex index, CheckReport& report) {
    const Buffer& buffer = problem.buffers[index.value()];
    const auto& placement = layout.placements[index.value()];
    if (!placement) {
        report.unplaced.push_back(index);
        return;
    }
    if (placement->offset.value() % alignment_of(problem, buffer).value() != 0) {
        report.misaligned.push_back(index);
    }
    const auto& capacity = problem.regions[buffer.region.value()].capacity;
    if (placement->region != buffer.region || placement->offset < Offset(0) ||
        (capacity && placement->offset + buffer.size > Offset(capacity->value()))) {
        report.outside.push_back(index);
    }
}

}  // namespace

bool is_clean(const CheckReport& report) {
    return report.overlaps.empty() && report.misaligned.empty() && report.outside.empty() && report.unplaced.empty();
}

CheckReport check(const Problem& problem, const Layout& layout, std::size_t overlap_limit) {
    CheckReport report;
    std::vector<std::vector<PlacedPiece>> pieces_of_region(problem.regions.size());
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        check_placement(problem, layout, BufferIndex(i), report);
        if (const auto& placement = layout.placements[i]) {
            add_pieces(pieces_of_region[placement->region.value()], problem, BufferIndex(i), placement->offset);
        }
    }
    const IntendedSharing sharing(problem, layout);
    for (auto& pieces : pieces_of_region) {
        report.overlaps_cut |= !sweep(pieces, sharing, overlap_limit, report.overlaps);
    }
    merge_pairs(report.overlaps);
    return report;
}

CheckReport check_around(const Problem& problem, const Layout& layout, BufferIndex buffer) {
    CheckReport report;
    check_placement(problem, layout, buffer, report);
    const auto& placement = layout.placements[buffer.value()];
    if (!placement) {
        return report;
    }
    const IntendedSharing sharing(problem, layout);
    std::vector<PlacedPiece> own;
    add_pieces(own, problem, buffer, placement->offset);
    std::vector<PlacedPiece> others;
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        const auto& other = layout.placements[i];
        const BufferIndex index(i);
        if (index != buffer && other && other->region == placement->region && !sharing.accepts(index, buffer)) {
            others.clear();
            add_pieces(others, problem, index, other->offset);
            for (const PlacedPiece& x : own) {
                for (const PlacedPiece& y : others) {
                    if (overlap(x.steps, y.steps) && overlap(x.bytes, y.bytes)) {
                        report.overlaps.push_back(overlap_of(x, y));
                    }
                }
            }
        }
    }
    merge_pairs(report.overlaps);
    return report;
}

}  // namespace arenascope
