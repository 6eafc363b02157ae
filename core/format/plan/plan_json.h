#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/base/error/error.h"
#include "core/base/text/json_reader.h"
#include "core/base/text/read_progress.h"
#include "core/base/text/text_source.h"
#include "core/format/format.h"
#include "core/trace/trace.h"

namespace arenascope {

inline constexpr std::string_view plan_format_name = "arenascope-plan";
inline constexpr std::int64_t plan_format_version = 1;

/// Reads the program's own plan:
///
///   {"format": "arenascope-plan", "version": 1,
///    "provenance": {"planner": …, "options": {…}, "seed": 0, "reproducible": true},     optional
///    "hand_edits": [{"what": "size of 'a'", "from": "64", "to": "32"}],                 optional
///    "pinned_notes": [{"text": "why here?", "buffer": "a"}],                          optional
///    "bookmarks": [{"name": "peak", "begin": 0, "end": 2, "from": 0, "to": 64}],      optional
///    "regions": [{"name": "arena", "base": 0, "capacity": 524288, "alignment": 16}],    optional
///    "steps": [{"step": 0, "label": "conv1"}],                                          optional
///    "buffers": [{"name": "a", "size": 64, "begin": 0, "end": 2, "offset": 0}],
///    "objects": [{"offset": 0, "size": 64}],                                            optional
///    "sharing": [{"kind": "sharing", "members": ["a", "b"]}],                           optional
///    "operators": [{"name": …, "type": …, "step": 0, "reads": ["a"], "writes": ["b"]}], optional
///    "removed": ["split0"], "copied": [{"operator": "concat", "operand": "a"}]}         optional
///
/// A buffer may also have alignment, kind, region, hint, pin, gaps and placed_in. Without an offset it is not placed.
/// A size may be a list of two, three or four numbers, the dimensions of a texture; their product is the size in bytes.
/// `may_take_over` lists the names of buffers whose memory this buffer may take over. If any buffer has this list, a
/// buffer without it may take over none (see UsageGraph).
/// Annotations: see append_annotations(). Errors name the field, such as `buffers[3].size`. A newer version is an
/// error. Unknown keys are ignored with a note.
[[nodiscard]] Expected<Document> parse_plan_json(std::string_view content, const std::string& source,
                                                 const ReadProgress& progress = {});

/// Writes such a file. The same input gives the same bytes. A placed buffer also gets its `address` if the base of its
/// region is not 0; the reader ignores it. The list of buffers is written in parts, which several threads make.
void write_plan_json(const TextSink& sink, const Problem& problem, const Layout& layout,
                     const std::optional<Provenance>& provenance, const Annotations& annotations = {});

/// The whole text.
[[nodiscard]] std::string plan_json_text(const Problem& problem, const Layout& layout,
                                         const std::optional<Provenance>& provenance,
                                         const Annotations& annotations = {});

/// The format of such files.
[[nodiscard]] Format plan_json_format();

/// Adds `{"planner": …, "options": {…}, "seed": …, "reproducible": …}`.
void append_provenance(std::string& out, const Provenance& provenance);

[[nodiscard]] Provenance read_provenance(const JsonField& field);

}  // namespace arenascope
