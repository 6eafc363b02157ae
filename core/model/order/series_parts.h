#pragma once

#include <vector>

#include "core/model/order/ancestry.h"
#include "core/model/order/order_problem.h"

namespace arenascope {

/// A part of an order problem whose nodes run in one stretch in every order.
struct SeriesPart {
    OrderNode first = 0;   ///< node i of the part is node `first + i` of the whole
    OrderProblem problem;  ///< with what is alive on its way through the part
    Bytes through;         ///< bytes of tensors that are alive all the time in the part and that no node of it uses
};

/// Cuts a problem wherever everything before the cut must run before everything behind it, such as at a node that all
/// branches lead through. What is alive at such a cut does not depend on the order, so that each part may be ordered by
/// itself: the least peak is the largest of the parts.
///
///       ┌─b─┐       ┌─e─┐
///   ─a──┤   ├──d────┤   ├──g─        parts: a | b c | d | e f | g
///       └─c─┘       └─f─┘
///
/// Linear in nodes, needs and users, given the ancestry.
[[nodiscard]] std::vector<SeriesPart> series_parts(const OrderProblem& problem, const Ancestry& ancestry);

}  // namespace arenascope
