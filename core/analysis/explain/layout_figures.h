#pragma once

#include <array>
#include <cstddef>
#include <optional>

#include "core/base/containers/indexed_vector.h"
#include "core/model/memory/allocator_history.h"
#include "core/model/memory/layout.h"
#include "core/model/memory/problem.h"
#include "core/model/tiers/risk.h"

namespace arenascope {

/// The figures of a recorded allocator: what its allocations needed, and what it held for them.
///
///   reserved  ▁▃▆████████   what lies between them is what caching and fragmentation cost
///   live      ▁▂▅█▆▃▂▁▁▁▁
struct AllocatorFigures {
    Bytes highest_live;        ///< requested bytes in live allocations
    Step highest_live_at;      ///< the first such step
    Bytes live_at_end;         ///< in the last step
    Bytes highest_reserved;    ///< bytes that the allocator held, in use or not
    Step highest_reserved_at;  ///< the first such step
    Bytes reserved_at_highest_live;
    Bytes reserved_at_end;
    std::size_t segments_at_end = 0;  ///< with memory in the last step
    std::size_t expandable = 0;       ///< segments whose memory is mapped in parts
};

/// The problem must have a history. O(n log n) in buffers and mapped pieces.
[[nodiscard]] AllocatorFigures allocator_figures(const Problem& problem);

/// Where the peak of a layout is first reached: the highest tail of all regions, at the earliest step.
struct PeakPlace {
    Step step;
    RegionIndex region;
    Offset peak;
    friend bool operator==(const PeakPlace&, const PeakPlace&) = default;
};

/// What a layout uses of one region.
struct RegionFigures {
    Offset peak;               ///< the highest tail in it
    std::size_t unplaced = 0;  ///< buffers that belong there and are not placed
    friend bool operator==(const RegionFigures&, const RegionFigures&) = default;
};

/// How many buffers have each risk.
class RiskCounts {
public:
    void add(Risk risk) { ++counts_[place_of(risk)]; }
    [[nodiscard]] std::size_t operator[](Risk risk) const { return counts_[place_of(risk)]; }
    friend bool operator==(const RiskCounts&, const RiskCounts&) = default;

private:
    static constexpr std::size_t tiers = 4;
    static constexpr std::size_t causes = 4;
    static std::size_t place_of(Risk risk) {
        return static_cast<std::size_t>(risk.tier) * causes + static_cast<std::size_t>(risk.cause);
    }
    std::array<std::size_t, tiers * causes> counts_{};
};

/// The figures of a whole plan that are linear in its buffers, so that views of a large plan need no pass of their own.
struct LayoutFigures {
    std::size_t buffers = 0;
    std::size_t placed = 0;
    Offset peak;                                        ///< the highest tail of all regions; 0: nothing is placed
    std::optional<PeakPlace> peak_place;                ///< empty: nothing that is placed takes bytes
    IndexedVector<RegionIndex, RegionFigures> regions;  ///< one for each region
    Bytes total_size;                                   ///< the sum of all sizes
    RiskCounts risks;                                   ///< of the buffers that have a risk

    [[nodiscard]] bool is_complete() const { return placed == buffers; }
};

/// The figures of a layout of the problem. `risks` is by buffer, or empty. Linear.
[[nodiscard]] LayoutFigures layout_figures(const Problem& problem, const Layout& layout,
                                           IndexedSpan<BufferIndex, const Risk> risks);

}  // namespace arenascope
