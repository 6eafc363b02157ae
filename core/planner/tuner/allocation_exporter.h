#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/memory/layout.h"
#include "core/memory/problem.h"

namespace arenascope {

/// One line of what a plan is wanted for: where a buffer lies, and when.
struct Allocation {
    std::string name;
    Lifetime lifetime;
    Bytes size;
    Offset offset;  ///< relative to the region
    RegionIndex region;
    std::int64_t address = 0;  ///< base of the region + offset
    friend bool operator==(const Allocation&, const Allocation&) = default;
};

/// The allocation exporter: all placed buffers in the order of the problem; unplaced ones have no address and are left
/// out. Linear. Source: 000_ac36546300477820; method 2.10 (the source once calls the alignment an offset; it is not).
[[nodiscard]] std::vector<Allocation> export_allocations(const Problem& problem, const Layout& layout);

}  // namespace arenascope
