#pragma once

#include <algorithm>

#include "core/planner/peak_suppression/group_rearranger.h"
#include "tests/support/random_problem.h"
#include "tests/support/rectangle_placer.h"

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

/// The highest tail of the group placed by lowest fit in that order.
inline Offset lowest_fit_tail(const Problem& problem, const Group& order) {
    return peak(problem, place_in_order(problem, order, PlacingRule::lowest_fit));
}

/// Lowest fit by width gives a peak of 10; the threshold is 9.
inline Problem four_one_above() {
    return problem_of({buffer("a", 1, 4, 4), buffer("b", 4, 8, 2), buffer("c", 4, 6, 3), buffer("d", 3, 6, 4)});
}

}  // namespace arenascope::test
