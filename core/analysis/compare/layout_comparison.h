#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/analysis/compare/comparand.h"
#include "core/analysis/compare/plan_changes.h"

namespace arenascope {

/// The differences of a second plan from a first, as lists of names. A renamed buffer has its name of the first plan.
struct LayoutComparison {
    std::vector<std::string> added;    ///< only in the second
    std::vector<std::string> removed;  ///< only in the first
    std::vector<std::string> moved;    ///< different offset or region, or placed in only one of the plans
    std::vector<std::string> resized;
    std::vector<std::string> retimed;                               ///< different lifetime or gaps
    std::vector<std::pair<std::string, std::string>> renamed = {};  ///< the names in the first and in the second
    friend bool operator==(const LayoutComparison&, const LayoutComparison&) = default;
};

/// The changes by name. Names are in the order of the first plan, added ones in the order of the second. Linear.
[[nodiscard]] LayoutComparison comparison_of(const Comparand& first, const Comparand& second,
                                             const PlanChanges& changes);

/// Compares plans whose buffers are the same if their names are. Linear.
[[nodiscard]] LayoutComparison compare(const Comparand& first, const Comparand& second);

/// Whether both have the same buffers with the same sizes and lifetimes. Offsets may differ.
[[nodiscard]] bool same_buffers(const LayoutComparison& comparison);

}  // namespace arenascope
