#include "core/analysis/explain/peak_report.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <limits>
#include <map>
#include <tuple>
#include <utility>

#include "core/analysis/explain/bottom_crossings.h"
#include "core/base/containers/digit_sort.h"
#include "core/model/memory/peak_region.h"
#include "core/model/memory/placed_piece.h"
#include "core/model/memory/plan_profiles.h"
#include "core/model/memory/tail.h"

namespace arenascope {
namespace {

/// A piece of a placed buffer that others may rest on.
struct Support {
    std::int64_t top = 0;
    std::int64_t begin = 0;
    std::int64_t end = 0;
    BufferIndex buffer;
    std::int64_t latest_end = 0;  ///< the latest end among the supports with the same top up to this one
    std::size_t next_top = 0;     ///< position of the first support with a lower top
};

/// The pieces of one region by descending top, so that the nearest piece below an offset comes first.
class SupportTable {
public:
    SupportTable(const Problem& problem, const Layout& layout, RegionIndex region) {
        for_each_placed_piece(problem, layout, region, [this](const PlacedPiece& piece) {
            supports_.push_back(
                {piece.bytes.to.value(), piece.steps.begin.value(), piece.steps.end.value(), piece.buffer, 0, 0});
        });
        std::sort(supports_.begin(), supports_.end(), [](const Support& a, const Support& b) {
            return std::tuple(-a.top, a.begin, a.buffer) < std::tuple(-b.top, b.begin, b.buffer);
        });
        for (std::size_t i = 0; i < supports_.size(); ++i) {
            const bool same = i > 0 && supports_[i - 1].top == supports_[i].top;
            supports_[i].latest_end = same ? std::max(supports_[i - 1].latest_end, supports_[i].end) : supports_[i].end;
        }
        for (std::size_t i = supports_.size(); i-- > 0;) {
            const bool same = i + 1 < supports_.size() && supports_[i + 1].top == supports_[i].top;
            supports_[i].next_top = same ? supports_[i + 1].next_top : i + 1;
        }
    }

    /// Calls `use(support)` for each piece with top ≤ `offset` that shares a step with [begin, end), highest first,
    /// until it returns false.
    template <class Use>
    void for_each_below(std::int64_t offset, std::int64_t begin, std::int64_t end, Use&& use) const {
        const auto first = std::lower_bound(supports_.begin(), supports_.end(), offset,
                                            [](const Support& support, auto bound) { return support.top > bound; });
        auto group = static_cast<std::size_t>(first - supports_.begin());
        while (group < supports_.size()) {
            // Thousands of pieces may end at the same offset at different times. Only those around [begin, end) are
            // visited.
            const std::size_t next = supports_[group].next_top;
            const auto from = supports_.begin() + static_cast<std::ptrdiff_t>(group);
            const auto to = supports_.begin() + static_cast<std::ptrdiff_t>(next);
            for (auto at = std::partition_point(from, to, [begin](const Support& s) { return s.latest_end <= begin; });
                 at != to && at->begin < end; ++at) {
                if (begin < at->end && !use(*at)) {
                    return;
                }
            }
            group = next;
        }
    }

private:
    std::vector<Support> supports_;
};

/// The next buffer below another one in a possible chain. none(): the bottom of the region.
struct Edge {
    BufferIndex lower;
    std::int64_t hole = 0;
};

/// A buffer of a possible chain, and its edges among all: [first_edge, last_edge).
struct Reached {
    BufferIndex buffer;
    std::int64_t offset = 0;
    std::size_t first_edge = 0;
    std::size_t last_edge = 0;
};

/// What a chain down from some buffer may contain.
struct WaysDown {
    std::vector<Reached> buffers;
    std::vector<Edge> edges;
};

/// The best way from a buffer down to the bottom: the bytes of its holes and the next buffer on it.
struct Way {
    std::int64_t holes = 0;
    std::int64_t hole_below = 0;
    BufferIndex lower = BufferIndex::none();
};

class ChainFinder {
public:
    ChainFinder(const Problem& problem, const Layout& layout, RegionIndex region)
        : problem_(problem),
          layout_(layout),
          table_(problem, layout, region),
          crossings_(pieces_of(problem, layout, region)) {
        if (!crossings_.may_exist()) {
            return;
        }
        across_.assign(problem.buffers.size(), std::nullopt);
        crossings_.for_each_crossed([this](const PlacedPiece& crossed, BufferIndex across) {
            // As in add_edges(): a chain must lead down.
            const bool leads_down = rank(across) < rank(crossed.buffer);
            auto& found = across_[crossed.buffer];
            if (!found || (*found == BufferIndex::none() && leads_down)) {
                found = leads_down ? across : BufferIndex::none();
            }
        });
    }

    [[nodiscard]] std::vector<PeakChainLink> chain_from(BufferIndex top) const {
        WaysDown down = ways_down(top);
        // Each edge leads to a lower offset. In ascending order, the ways below are therefore known when they are
        // needed.
        std::vector<Reached> room;
        sort_by_digits(down.buffers, room, [](const Reached& one) { return std::int64_t{one.buffer.value()}; });
        sort_by_digits(down.buffers, room, [](const Reached& one) { return one.offset; });
        IndexedVector<BufferIndex, Way> ways(problem_.buffers.size());
        for (const Reached& upper : down.buffers) {
            for (std::size_t i = upper.first_edge; i < upper.last_edge; ++i) {
                const auto [lower, hole] = down.edges[i];
                const Way way{hole + (lower == BufferIndex::none() ? 0 : ways[lower].holes), hole, lower};
                if (i == upper.first_edge || is_better(way, ways[upper.buffer])) {
                    ways[upper.buffer] = way;
                }
            }
        }
        std::vector<PeakChainLink> chain;
        for (BufferIndex at = top; at != BufferIndex::none(); at = ways[at].lower) {
            chain.push_back({at, offset(at), problem_.buffers[at].size, Bytes(ways[at].hole_below)});
        }
        std::reverse(chain.begin(), chain.end());
        return chain;
    }

    /// The holes below all links of a chain, in any order.
    [[nodiscard]] std::vector<Hole> holes_under(const std::vector<PeakChainLink>& chain) const;

private:
    static std::vector<PlacedPiece> pieces_of(const Problem& problem, const Layout& layout, RegionIndex region) {
        std::vector<PlacedPiece> pieces;
        for_each_placed_piece(problem, layout, region, [&](const PlacedPiece& piece) { pieces.push_back(piece); });
        return pieces;
    }
    void add_holes_under(BufferIndex buffer, const std::vector<Lifetime>& crossed, std::vector<Hole>& found) const;
    [[nodiscard]] Offset offset(BufferIndex buffer) const { return layout_.placements[buffer]->offset; }
    [[nodiscard]] std::pair<Offset, BufferIndex> rank(BufferIndex buffer) const { return {offset(buffer), buffer}; }

    [[nodiscard]] bool is_better(const Way& a, const Way& b) const {
        const auto key = [this](const Way& way) {
            const bool ends = way.lower == BufferIndex::none();
            return std::tuple(way.holes, ends ? std::int64_t{0} : -problem_.buffers[way.lower].size.value(), way.lower);
        };
        return key(a) < key(b);
    }

    /// All below `top`. A buffer has edges to all buffers that it rests on, or if there is none, to the nearest one
    /// below.
    [[nodiscard]] WaysDown ways_down(BufferIndex top) const {
        WaysDown down;
        IndexedVector<BufferIndex, bool> seen(problem_.buffers.size(), false);
        std::vector<BufferIndex> open{top};
        seen[top] = true;
        while (!open.empty()) {
            const BufferIndex upper = open.back();
            open.pop_back();
            const std::size_t first = down.edges.size();
            add_edges(upper, down.edges);
            down.buffers.push_back({upper, offset(upper).value(), first, down.edges.size()});
            for (std::size_t i = first; i < down.edges.size(); ++i) {
                const BufferIndex lower = down.edges[i].lower;
                if (lower != BufferIndex::none() && !seen[lower]) {
                    seen[lower] = true;
                    open.push_back(lower);
                }
            }
        }
        return down;
    }

    void add_edges(BufferIndex upper, std::vector<Edge>& edges) const {
        const Bytes alignment = alignment_of(problem_, problem_.buffers[upper]);
        Edge nearest{BufferIndex::none(), std::max<std::int64_t>(0, offset(upper).value())};
        bool rests = nearest.hole == 0;
        for_each_placed_piece(problem_, upper, offset(upper), [&](const PlacedPiece& piece) {
            const std::int64_t bottom = piece.bytes.from.value();
            table_.for_each_below(
                bottom, piece.steps.begin.value(), piece.steps.end.value(), [&](const Support& support) {
                    // A window can lie below the offset of its own buffer. Following it could lead to a buffer that
                    // does not start lower, and in a circle.
                    if (rank(support.buffer) >= rank(upper)) {
                        return true;
                    }
                    const std::int64_t hole = bottom - aligned_up(Offset(support.top), alignment).value();
                    if (hole <= 0) {
                        edges.push_back({support.buffer, 0});
                        rests = true;
                        return true;
                    }
                    if (hole < nearest.hole) {
                        nearest = {support.buffer, hole};
                    }
                    return false;
                });
        });
        if (!rests && !across_.empty() && across_[upper]) {
            // It begins inside another one, so no hole separates it from what lies below.
            edges.push_back({*across_[upper], 0});
        } else if (!rests || nearest.hole == 0) {
            edges.push_back(nearest);
        }
    }

    const Problem& problem_;
    const Layout& layout_;
    SupportTable table_;
    BottomCrossings crossings_;
    /// By buffer, of those whose bottom another one lies across: that one; none(): it does not lead down. Empty if no
    /// two buffers overlap.
    IndexedVector<BufferIndex, std::optional<BufferIndex>> across_;
};

std::vector<Hole> ChainFinder::holes_under(const std::vector<PeakChainLink>& chain) const {
    std::map<BufferIndex, std::vector<Lifetime>> crossed;  // of each link, in time order
    for (const PeakChainLink& link : chain) {
        crossed[link.buffer];
    }
    crossings_.for_each_stretch(
        [&](const PlacedPiece& piece) { return crossed.contains(piece.buffer); },
        [&](const PlacedPiece& piece, Lifetime steps) { crossed[piece.buffer].push_back(steps); });
    std::vector<Hole> found;
    for (auto& [buffer, steps] : crossed) {
        std::ranges::sort(steps, {}, &Lifetime::begin);
        add_holes_under(buffer, steps, found);
    }
    return found;
}

/// Steps of a piece for which nothing below is known yet.
class OpenSteps {
public:
    explicit OpenSteps(Lifetime steps) { parts_.emplace(steps.begin, steps.end); }

    [[nodiscard]] bool empty() const { return parts_.empty(); }
    /// Takes away the steps of another piece, and calls `use` for each part of them that was open. O(log p) for each of
    /// p parts that it touches.
    template <class Use>
    void take(Lifetime steps, Use&& use) {
        auto part = parts_.upper_bound(steps.begin);
        if (part != parts_.begin() && std::prev(part)->second > steps.begin) {
            --part;
        }
        while (part != parts_.end() && part->first < steps.end) {
            const Lifetime open{part->first, part->second};
            part = parts_.erase(part);
            if (open.begin < steps.begin) {
                parts_.emplace(open.begin, steps.begin);
            }
            if (steps.end < open.end) {
                part = parts_.emplace(steps.end, open.end).first;
            }
            use(intersection(open, steps));
        }
    }
    template <class Use>
    void for_each(Use&& use) const {
        for (const auto& [begin, end] : parts_) {
            use(Lifetime{begin, end});
        }
    }

private:
    std::map<Step, Step> parts_;
};

/// `crossed`: the steps in which others lie across the bottom of the buffer, in time order.
void ChainFinder::add_holes_under(BufferIndex buffer, const std::vector<Lifetime>& crossed,
                                  std::vector<Hole>& found) const {
    const Bytes alignment = alignment_of(problem_, problem_.buffers[buffer]);
    const auto add = [&](Lifetime steps, std::int64_t top, std::int64_t bottom) {
        if (aligned_up(Offset(top), alignment) < Offset(bottom)) {
            found.push_back({steps, {Offset(top), Offset(bottom)}});
        }
    };
    auto stretch = crossed.begin();
    for_each_placed_piece(problem_, buffer, offset(buffer), [&](const PlacedPiece& piece) {
        const std::int64_t bottom = piece.bytes.from.value();
        OpenSteps open(piece.steps);
        for (; stretch != crossed.end() && stretch->begin < piece.steps.end; ++stretch) {
            open.take(*stretch, [](Lifetime) {});
        }
        if (open.empty()) {
            return;
        }
        table_.for_each_below(bottom, piece.steps.begin.value(), piece.steps.end.value(), [&](const Support& support) {
            if (support.buffer != buffer) {
                const std::int64_t top = std::max<std::int64_t>(0, support.top);
                open.take({Step(support.begin), Step(support.end)}, [&](Lifetime steps) { add(steps, top, bottom); });
            }
            return !open.empty();
        });
        open.for_each([&](Lifetime steps) { add(steps, 0, bottom); });
    });
}

/// Merges holes with the same bytes that follow each other in time.
std::vector<Hole> merged(std::vector<Hole> found) {
    const auto by_place = [](const Hole& hole) { return std::tuple(hole.bytes.from, hole.bytes.to, hole.steps.begin); };
    std::sort(found.begin(), found.end(), [&](const Hole& a, const Hole& b) { return by_place(a) < by_place(b); });
    std::vector<Hole> result;
    for (const Hole& hole : found) {
        if (!result.empty() && result.back().bytes == hole.bytes && hole.steps.begin <= result.back().steps.end) {
            result.back().steps.end = std::max(result.back().steps.end, hole.steps.end);
        } else {
            result.push_back(hole);
        }
    }
    return result;
}

/// The first buffer with the highest tail in a region; none() if nothing that is placed there takes bytes.
BufferIndex highest_buffer(const Problem& problem, const Layout& layout, RegionIndex region) {
    BufferIndex top = BufferIndex::none();
    Offset highest(std::numeric_limits<std::int64_t>::min());
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        const auto& place = layout.placements[i];
        const Buffer& buffer = problem.buffers[i];
        const bool counts = place && place->region == region && takes_bytes(buffer);
        if (counts && tail_of(buffer, place->offset) > highest) {
            highest = tail_of(buffer, place->offset);
            top = BufferIndex(i);
        }
    }
    return top;
}

std::vector<Hole> sorted_holes(std::vector<Hole> found) {
    found = merged(std::move(found));
    std::stable_sort(found.begin(), found.end(), [](const Hole& a, const Hole& b) {
        return std::tuple(-size(a.bytes).value(), a.steps.begin, a.bytes.from) <
               std::tuple(-size(b.bytes).value(), b.steps.begin, b.bytes.from);
    });
    return found;
}

IndexedVector<RegionIndex, RegionHeight> region_heights(const Problem& problem, const Layout& layout) {
    IndexedVector<RegionIndex, RegionHeight> heights(problem.regions.size());
    const PlanProfiles profiles(problem, layout);
    const IndexedVector<RegionIndex, Offset> peaks = region_peaks(problem, layout);
    IndexedVector<RegionIndex, bool> has_placed(heights.size(), false);
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        if (const auto& placement = layout.placements[i]) {
            has_placed[placement->region] = true;
        } else {
            ++heights[problem.buffers[i].region].unplaced;
        }
    }
    for (std::size_t i = 0; i < heights.size(); ++i) {
        const RegionIndex region(i);
        RegionHeight& height = heights[region];
        height.threshold = profiles.of(region).threshold;
        height.peak_step = profiles.of(region).peak_step;
        if (has_placed[region] || height.unplaced == 0) {
            height.peak = peaks[region];
        }
    }
    return heights;
}

}  // namespace

std::vector<PeakChainLink> peak_chain(const Problem& problem, const Layout& layout, std::optional<RegionIndex> region) {
    const RegionIndex own = region ? *region : peak_region(problem, layout);
    const BufferIndex top = highest_buffer(problem, layout, own);
    return top == BufferIndex::none() ? std::vector<PeakChainLink>()
                                      : ChainFinder(problem, layout, own).chain_from(top);
}

PeakExplanation explain_peak(const Problem& problem, const Layout& layout, std::optional<RegionIndex> region) {
    PeakExplanation explanation{region ? *region : peak_region(problem, layout), {}, {}};
    const BufferIndex top = highest_buffer(problem, layout, explanation.region);
    if (top != BufferIndex::none()) {
        const ChainFinder finder(problem, layout, explanation.region);
        explanation.chain = finder.chain_from(top);
        explanation.holes = sorted_holes(finder.holes_under(explanation.chain));
    }
    return explanation;
}

PeakReport peak_report(const Problem& problem, const Layout& layout, std::optional<RegionIndex> region) {
    PeakExplanation found = explain_peak(problem, layout, region);
    PeakReport report;
    report.region = found.region;
    report.regions = region_heights(problem, layout);
    const RegionHeight& own = report.regions[report.region];
    report.peak = own.peak.value_or(Offset(0));
    report.threshold = own.threshold;
    report.peak_step = own.peak_step;
    report.chain = std::move(found.chain);
    report.holes = std::move(found.holes);
    report.live = live_shares(problem, layout, report.peak_step, report.region);
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        if (!layout.placements[i] && (!region || problem.buffers[i].region == *region)) {
            report.unplaced.emplace_back(i);
        }
    }
    return report;
}

FactTable chain_facts(const Problem& problem, const std::vector<PeakChainLink>& chain) {
    FactTable facts{{"name", "offset", "size", "hole_below"}, {}};
    for (auto link = chain.rbegin(); link != chain.rend(); ++link) {
        facts.rows.push_back(
            {problem.buffers[link->buffer].name, link->offset.value(), link->size.value(), link->hole_below.value()});
    }
    return facts;
}

FactTable hole_facts(const std::vector<Hole>& holes) {
    FactTable facts{{"begin", "end", "from", "to", "bytes"}, {}};
    for (const Hole& hole : holes) {
        facts.rows.push_back({hole.steps.begin.value(), hole.steps.end.value(), hole.bytes.from.value(),
                              hole.bytes.to.value(), size(hole.bytes).value()});
    }
    return facts;
}

}  // namespace arenascope
