#pragma once

#include <vector>

#include "core/model/memory/layout.h"
#include "core/model/memory/problem.h"

namespace arenascope {

/// The groups of what operators or the file let share, for a planner that knows what operators allow. Every group lets
/// all of its members overlap. Empty: the file allows nothing that the operators do not allow as well.
///
///   x, y in one group, merge w = concat(x, y), neither x nor y is written      │ w: x │ y │
///       The operators let both lie in w, one after the other. The group also lets both lie at one offset, because the
///       graph does not say whether they are the same bytes.
///
/// O((n + p) log n) for p pairs of members that live together. A million pairs are enough: beyond that, the file is
/// taken to allow more.
[[nodiscard]] std::vector<SharingGroup> groups_beyond_operators(const Problem& problem, const Layout& given);

}  // namespace arenascope
