#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/model/memory/contradiction.h"
#include "core/model/memory/layout.h"
#include "core/model/memory/problem.h"

namespace arenascope {

/// What a plan proves wrong about itself, beside overlaps and bad places:
///
///   lifetime   ├──────────┤         an operator must not use a buffer before, after, or in a gap
///   operators       ▲   ▲   ▲       without a window: its bytes may be others by then
///
/// An operator that shares memory may read what ended with the step before, if its output lies there.
/// Also offsets that are not the pinned ones, and what the reader of the file found (Layout::misstated). Sorted by
/// kind. Linear in the buffers and operands, times log n.
[[nodiscard]] std::vector<Contradiction> contradictions(const Problem& problem, const Layout& layout);

/// The buffers with bytes that lie in no shared object, or do not fit into the one that they are in; for a reader. A
/// move by hand takes a buffer out of its object, which is no fault. O(n log m) for m objects.
[[nodiscard]] std::vector<Contradiction> outside_objects(const Problem& problem, const Layout& layout);

/// The kind as one word for JSON: "read-outside-lifetime".
[[nodiscard]] std::string_view name_of(Contradiction::Kind kind);

/// "'conv4' reads 'a' in step 7, but it is alive in steps [0, 3)".
[[nodiscard]] std::string sentence_of(const Contradiction& found, const Problem& problem);

}  // namespace arenascope
