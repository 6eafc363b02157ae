#pragma once

#include <algorithm>

#include "core/planner/peak_suppression/group_rearranger.h"

namespace arenascope::test {

inline const SearchStop never = [] { return false; };

/// All buffers of a problem in input order.
inline Group whole_group(const Problem& problem) {
    Group group;
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        group.emplace_back(i);
    }
    return group;
}

inline bool is_permutation_of(Group a, Group b) {
    std::sort(a.begin(), a.end());
    std::sort(b.begin(), b.end());
    return a == b;
}

}  // namespace arenascope::test
