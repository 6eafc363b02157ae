#pragma once

#include <string>
#include <vector>

#include "core/memory/layout.h"
#include "core/memory/problem.h"

namespace arenascope {

/// What a second plan has that the first has not. Buffers are matched by name.
struct LayoutComparison {
    std::vector<std::string> added;    ///< only in the second
    std::vector<std::string> removed;  ///< only in the first
    std::vector<std::string> moved;    ///< another offset or region, or placed in one only
    std::vector<std::string> resized;
    std::vector<std::string> retimed;  ///< another lifetime or other gaps
    friend bool operator==(const LayoutComparison&, const LayoutComparison&) = default;
};

/// One plan or problem to compare.
struct Comparand {
    const Problem& problem;
    const Layout& layout;
};

/// Names come in the order of the first plan, added ones in the order of the second. Linear.
[[nodiscard]] LayoutComparison compare(const Comparand& first, const Comparand& second);

/// Whether both have the same buffers with the same sizes and lifetimes; offsets may differ.
[[nodiscard]] bool same_buffers(const LayoutComparison& comparison);

}  // namespace arenascope
