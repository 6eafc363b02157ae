#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/error/error.h"
#include "core/format/document.h"

namespace arenascope {

inline constexpr std::string_view plan_format_name = "arenascope-plan";
inline constexpr std::int64_t plan_format_version = 1;

/// Reads the product's own plan:
///
///   {"format": "arenascope-plan", "version": 1,
///    "provenance": {"planner": …, "options": {…}, "seed": 0, "reproducible": true},     may be missing
///    "regions": [{"name": "arena", "base": 0, "capacity": 524288, "alignment": 16}],    may be missing
///    "steps": [{"step": 0, "label": "conv1"}],                                          may be missing
///    "buffers": [{"name": "a", "size": 64, "begin": 0, "end": 2, "offset": 0}],
///    "objects": [{"offset": 0, "size": 64}],                                            may be missing
///    "sharing": [{"kind": "sharing", "members": ["a", "b"]}],                           may be missing
///    "operators": [{"name": …, "type": …, "step": 0, "reads": ["a"], "writes": ["b"]}], may be missing
///    "removed": ["split0"], "copied": [{"operator": "concat", "operand": "a"}]}         may be missing
///
/// A buffer may also have alignment, kind, region, hint, pin, gaps, placed_in; without an offset it is not placed. Its
/// size, and an object's, may be a list of two or three numbers: a texture's dimensions, whose product is the bytes.
/// `may_take_over`, a list of names, says from which buffers it may take over memory; once one buffer has it, a buffer
/// without it takes over from none (see UsageGraph).
/// Errors name the field, such as `buffers[3].size`. A newer version is refused; unknown keys are ignored with a note.
[[nodiscard]] Expected<Document> parse_plan_json(std::string_view content, const std::string& source);

/// The text of such a file; the same input gives the same bytes. Placed buffers also get their `address` where the
/// base of their region is not 0; it is not read back.
[[nodiscard]] std::string plan_json_text(const Problem& problem, const Layout& layout,
                                         const std::optional<Provenance>& provenance);

}  // namespace arenascope
