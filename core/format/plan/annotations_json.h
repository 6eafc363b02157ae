#pragma once

#include <cstddef>
#include <cstdint>

#include "core/base/text/json_reader.h"
#include "core/base/text/json_text.h"
#include "core/format/annotations.h"
#include "core/format/document.h"

namespace arenascope {

/// Whether a bookmark's step of the run is written. A plan has no run.
enum class BookmarkFrames : std::uint8_t { left_out, written };

/// Adds the members hand_edits, pinned_notes and bookmarks; empty lists are left out:
///
///   "hand_edits": [{"what": "size of 'a'", "from": "64", "to": "32", "of": "layout"}]
///   "pinned_notes": [{"text": "why here?", "buffer": "a"},
///                    {"text": "a hole", "region": "sram", "step": 3, "offset": 4096},
///                    {"text": "the peak", "step": 3}]
///   "bookmarks": [{"name": "the peak", "begin": 2, "end": 5, "from": 0, "from_region": "sram",
///                  "to": 8192, "to_region": "dram", "folded": ["flash"], "hidden": [], "frame": 7}]
///
/// Regions are left out where they are the first.
void append_annotations(MemberWriter& members, const Annotations& annotations, const Problem& problem,
                        BookmarkFrames frames);

/// Reads the output of append_annotations() into a document that has its problem already. `frames`: how many frames
/// the trace has; 0 for a plan, whose bookmarks must not name any. Errors go into the field's reading: an unknown
/// buffer or region, a text that is empty or too long, an empty range, too many entries.
void read_annotations(const JsonField& root, Document& document, std::size_t frames);

}  // namespace arenascope
