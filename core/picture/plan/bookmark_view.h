#pragma once

#include <vector>

#include "core/picture/plan/container.h"
#include "core/picture/plan/viewport.h"
#include "core/trace/bookmark.h"

namespace arenascope {

/// A bookmark of a view, rounded outwards to whole steps and bytes; without a name, folded or hidden memories and a
/// step of the run. The ends of the view belong to the nearest containers. `stack` must not be empty.
[[nodiscard]] Bookmark bookmark_of(const View& view, const std::vector<Container>& stack);

/// The view of a bookmark, which may be of another layout. An end in a memory that is not shown is that of `whole`.
[[nodiscard]] View view_of(const Bookmark& bookmark, const std::vector<Container>& stack, const View& whole);

}  // namespace arenascope
