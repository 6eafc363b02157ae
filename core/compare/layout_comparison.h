#pragma once

#include <string>
#include <vector>

#include "core/memory/layout.h"
#include "core/memory/problem.h"

namespace arenascope {

/// The differences of a second plan from a first. Buffers are matched by name.
struct LayoutComparison {
    std::vector<std::string> added;    ///< only in the second
    std::vector<std::string> removed;  ///< only in the first
    std::vector<std::string> moved;    ///< different offset or region, or placed in only one of the plans
    std::vector<std::string> resized;
    std::vector<std::string> retimed;  ///< different lifetime or gaps
    friend bool operator==(const LayoutComparison&, const LayoutComparison&) = default;
};

/// A plan or a problem to compare.
struct Comparand {
    const Problem& problem;
    const Layout& layout;
};

/// Names are in the order of the first plan, added ones in the order of the second. Linear.
[[nodiscard]] LayoutComparison compare(const Comparand& first, const Comparand& second);

/// Whether both have the same buffers with the same sizes and lifetimes. Offsets may differ.
[[nodiscard]] bool same_buffers(const LayoutComparison& comparison);

}  // namespace arenascope
