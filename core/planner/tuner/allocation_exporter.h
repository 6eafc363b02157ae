#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/memory/layout.h"
#include "core/memory/problem.h"

namespace arenascope {

/// One line of the exported plan: the place and the lifetime of a buffer.
struct Allocation {
    std::string name;
    Lifetime lifetime;
    Bytes size;
    Offset offset;  ///< relative to the region
    RegionIndex region;
    std::int64_t address = 0;  ///< base of the region + offset
    friend bool operator==(const Allocation&, const Allocation&) = default;
};

/// The allocation exporter: all placed buffers in the order of the problem, without the unplaced ones. Linear. The
/// source once calls the alignment an offset; it is not.
///
/// Source: docs/method.md, "Peak suppression"; the planner's output.
[[nodiscard]] std::vector<Allocation> export_allocations(const Problem& problem, const Layout& layout);

}  // namespace arenascope
