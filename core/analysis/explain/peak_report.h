#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "core/analysis/explain/fact_table.h"
#include "core/base/containers/indexed_vector.h"
#include "core/model/memory/layout.h"
#include "core/model/memory/live_share.h"
#include "core/model/memory/problem.h"

namespace arenascope {

/// One buffer of the stack that reaches the peak.
struct PeakChainLink {
    BufferIndex buffer;
    Offset offset;
    Bytes size;
    Bytes hole_below;  ///< bytes between the link below (its aligned tail) and this one; 0: no hole
    friend bool operator==(const PeakChainLink&, const PeakChainLink&) = default;
};

/// Explains the height of the peak: a stack of buffers from the bottom of the region to the buffer with the highest
/// tail (the first if several are equal). Each link shares a step with the one below. It starts at the aligned tail of
/// that link, or above a hole; or inside that link, if the two overlap and nothing else carries it.
///
///   peak ┬────────┐            chain: a, c, d
///        │   d    │            d rests on c. Below d, in the steps where c is not alive,
///        ├────┬───┘            there is a hole next to the chain
///        │ c  │ hole
///     ┌──┴──┬─┴──┐
///     │  a  │ b  │
///   0 └─────┴────┘ step
///
/// If several chains are possible, the one with the fewest bytes of holes is chosen; ties go to the larger buffer, then
/// to the earlier one in the problem. Without `region`, it is peak_region(). Empty if nothing is placed there. O(n log
/// n
/// + chain · pieces visited below each link). In a dense layout, these are few.
[[nodiscard]] std::vector<PeakChainLink> peak_chain(const Problem& problem, const Layout& layout,
                                                    std::optional<RegionIndex> region = std::nullopt);

/// Unused bytes directly below a link of the chain, in steps in which the link is in use. No placed buffer of the
/// region uses any of them in these steps, also where buffers overlap.
struct Hole {
    Lifetime steps;
    AddressRange bytes;
    friend bool operator==(const Hole&, const Hole&) = default;
};

struct PeakExplanation {
    RegionIndex region;  ///< the one whose peak is explained
    std::vector<PeakChainLink> chain;
    /// Below the links of the chain, including those within it. Sorted: largest first, then earliest, then lowest.
    /// Padding for alignment is not a hole.
    std::vector<Hole> holes;
    friend bool operator==(const PeakExplanation&, const PeakExplanation&) = default;
};

/// The peak_chain() and its holes. At most a second for 10⁶ buffers.
[[nodiscard]] PeakExplanation explain_peak(const Problem& problem, const Layout& layout,
                                           std::optional<RegionIndex> region = std::nullopt);

/// How high a region is, and why it is not lower.
struct RegionHeight {
    std::optional<Offset> peak;  ///< empty: it has buffers, and none of them is placed
    Bytes threshold;             ///< of its own buffers
    Step peak_step;              ///< the first step at that threshold
    std::size_t unplaced = 0;    ///< its buffers without a placement
    friend bool operator==(const RegionHeight&, const RegionHeight&) = default;
};

/// Everything that `explain` and a report say about a peak, in one value, so that they agree. All of it is about one
/// region, except `regions` and `unplaced`.
struct PeakReport {
    RegionIndex region;  ///< the asked one, or peak_region()
    Offset peak;
    Bytes threshold;
    Step peak_step;  ///< the first step at that threshold
    std::vector<PeakChainLink> chain;
    std::vector<Hole> holes;
    std::vector<LiveShare> live;                       ///< its buffers in use at `peak_step`, in the problem's order
    std::vector<BufferIndex> unplaced;                 ///< without a placement: its buffers if asked for, else all
    IndexedVector<RegionIndex, RegionHeight> regions;  ///< all regions, for comparison
};

/// The report of one region, or of the one that decides the peak of the plan. O(n log n).
[[nodiscard]] PeakReport peak_report(const Problem& problem, const Layout& layout,
                                     std::optional<RegionIndex> region = std::nullopt);

/// The links of a chain from the top down: `name`, `offset`, `size`, `hole_below`.
[[nodiscard]] FactTable chain_facts(const Problem& problem, const std::vector<PeakChainLink>& chain);

/// Holes in their order: `begin`, `end`, `from`, `to`, `bytes`.
[[nodiscard]] FactTable hole_facts(const std::vector<Hole>& holes);

}  // namespace arenascope
