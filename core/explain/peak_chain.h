#pragma once

#include <optional>
#include <vector>

#include "core/memory/layout.h"
#include "core/memory/problem.h"

namespace arenascope {

/// One buffer of the stack that carries the peak.
struct PeakChainLink {
    BufferIndex buffer;
    Offset offset;
    Bytes size;
    Bytes
        hole_below;  ///< between the aligned tail of the link below (0 for the lowest) and the offset; 0 where it rests
    friend bool operator==(const PeakChainLink&, const PeakChainLink&) = default;
};

/// Why the peak is where it is: the stack from the bottom of the region up to the buffer with the highest tail (the
/// first of equals). Each link shares a step with the one below and starts at its aligned tail, or over a hole.
///
///   peak ┬────────┐            chain: a, c, d
///        │   d    │            d rests on c; under it, where c is not alive, there is
///        ├────┬───┘            a hole beside the chain
///        │ c  │ hole
///     ┌──┴──┬─┴──┐
///     │  a  │ b  │
///   0 └─────┴────┘ step
///
/// Where several buffers carry one, the way down with the least bytes of holes is taken; ties go to the larger buffer,
/// then to the earlier one in the problem. Of `region`, or of the one with the highest tail where none is given. Empty
/// when nothing is placed there.
/// O(n log n + chain · pieces looked at below each link, few where the layout is dense).
[[nodiscard]] std::vector<PeakChainLink> peak_chain(const Problem& problem, const Layout& layout,
                                                    std::optional<RegionIndex> region = std::nullopt);

/// Bytes that stay empty directly under a link of the chain while that link is in use.
struct Hole {
    Lifetime steps;
    AddressRange bytes;
    friend bool operator==(const Hole&, const Hole&) = default;
};

/// All holes under the links of a chain, the ones that links stand over among them: largest first, then earliest,
/// then lowest. Padding for alignment is no hole. The same bound as peak_chain().
[[nodiscard]] std::vector<Hole> holes(const Problem& problem, const Layout& layout,
                                      const std::vector<PeakChainLink>& chain);

/// The chain with the holes under it.
struct PeakExplanation {
    std::vector<PeakChainLink> chain;
    std::vector<Hole> holes;
    friend bool operator==(const PeakExplanation&, const PeakExplanation&) = default;
};

/// peak_chain() and holes() at the price of one: the pieces are sorted once. A second or less for 10⁶ buffers.
[[nodiscard]] PeakExplanation explain_peak(const Problem& problem, const Layout& layout,
                                           std::optional<RegionIndex> region = std::nullopt);

}  // namespace arenascope
