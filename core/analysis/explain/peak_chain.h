#pragma once

#include <optional>
#include <vector>

#include "core/model/memory/layout.h"
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

/// All holes below the links of a chain, including those within the chain. Sorted: largest first, then earliest, then
/// lowest. Padding for alignment is not a hole. Same complexity as peak_chain().
[[nodiscard]] std::vector<Hole> holes(const Problem& problem, const Layout& layout,
                                      const std::vector<PeakChainLink>& chain);

struct PeakExplanation {
    RegionIndex region;  ///< the one whose peak is explained
    std::vector<PeakChainLink> chain;
    std::vector<Hole> holes;
    friend bool operator==(const PeakExplanation&, const PeakExplanation&) = default;
};

/// Computes peak_chain() and holes() together, so that the pieces are sorted only once. At most a second for 10⁶
/// buffers.
[[nodiscard]] PeakExplanation explain_peak(const Problem& problem, const Layout& layout,
                                           std::optional<RegionIndex> region = std::nullopt);

}  // namespace arenascope
