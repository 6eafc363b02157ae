#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/error/error.h"
#include "core/format/document.h"

namespace arenascope {

/// Whether a line is one by which XLA's dumps are told: of an allocation, or the heading of live ranges.
[[nodiscard]] bool is_xla_line(std::string_view line);

/// A text of XLA's dump, with the name that errors call it by.
struct XlaText {
    std::string_view content;
    std::string source;
};

/// Reads XLA's buffer assignment, with live ranges in the same text or in another of the dump:
///
///   allocation 2: size 3072, preallocated-temp:                      HloLiveRange (max 3):
///    value: <4 dot.1 @0> (size=1024,offset=0): f32[16,16]{1,0}         InstructionSequence:
///                                                                        0:dot.1
///                                                                      BufferLiveRange:
///                                                                        dot.1{}:0-2       the end is inclusive
///
/// Each allocation is a region with its size as capacity; parameters are inputs, what may live out are outputs, and
/// the instructions name the steps. Constants and memory of a single thread are left out with a note, like values
/// without a live range. Values at exactly the same bytes at the same time hand them on. O(n log n). Errors name file
/// and line; where one of the two texts is missing they say which.
[[nodiscard]] Expected<Document> parse_xla_assignment(const XlaText& text, const std::optional<XlaText>& other = {});

/// The dump's other text: of `…buffer-assignment.txt` the `…live-range.txt`, and the other way round; nothing where the
/// path is called otherwise.
[[nodiscard]] std::optional<std::string> other_xla_path(const std::string& path);

/// Whether a text of XLA's dump has but one of the two parts.
[[nodiscard]] bool lacks_xla_part(std::string_view content);

}  // namespace arenascope
