#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/base/error/error.h"
#include "core/format/document.h"

namespace arenascope {

/// Whether a line belongs to XLA's dumps: an allocation, or the heading of live ranges.
[[nodiscard]] bool is_xla_line(std::string_view line);

/// A text of XLA's dump; `source` names it in errors.
struct XlaText {
    std::string_view content;
    std::string source;
};

/// Reads XLA's buffer assignment. The live ranges are in the same text or in `other`, another text of the dump:
///
///   allocation 2: size 3072, preallocated-temp:                      HloLiveRange (max 3):
///    value: <4 dot.1 @0> (size=1024,offset=0): f32[16,16]{1,0}         InstructionSequence:
///                                                                        0:dot.1
///                                                                      BufferLiveRange:
///                                                                        dot.1{}:0-2       the end is inclusive
///
/// Each allocation is a region with its size as capacity. Parameters are inputs, and values that may live out are
/// outputs. The instructions name the steps. Constants, thread-local memory and values without a live range are left
/// out with a note. Values with exactly the same bytes at the same time share them. O(n log n). Errors name file and
/// line, or the missing text.
[[nodiscard]] Expected<Document> parse_xla_assignment(const XlaText& text, const std::optional<XlaText>& other = {});

/// The path of the dump's other text: `…live-range.txt` for `…buffer-assignment.txt` and the reverse. Empty: another
/// name.
[[nodiscard]] std::optional<std::string> other_xla_path(const std::string& path);

/// Whether a text of XLA's dump lacks the allocations or the live ranges.
[[nodiscard]] bool lacks_xla_part(std::string_view content);

}  // namespace arenascope
