#pragma once

#include <string>

#include "app/command_line/json_text.h"
#include "core/format/document.h"

namespace arenascope {

/// The part of `info` about a recorded allocator: events, segments, live and reserved bytes, failed allocations.
/// Without events and segments: who made the buffers. The document has a history.
[[nodiscard]] std::string allocator_info_text(const Document& document);
/// The same as a JSON object.
[[nodiscard]] Json allocator_info_json(const Document& document);

/// The part of `explain` about a recorded allocator: which allocations pin segments in the last step, and what
/// fragmentation cost at each failed allocation. Lists the first segments only.
[[nodiscard]] std::string allocator_explanation_text(const Problem& problem, const Layout& layout);
/// The same as a JSON object, with all segments.
[[nodiscard]] Json allocator_explanation_json(const Problem& problem, const Layout& layout);

}  // namespace arenascope
