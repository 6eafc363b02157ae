#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "core/model/memory/pinned_note.h"
#include "core/model/memory/problem.h"
#include "core/picture/plan/drawing.h"

namespace arenascope {

/// The list of notes of a page, at most `most_lines` lines no wider than `room`. Each note takes one or two, see
/// note_line(). If not all fit, the last line says how many more there are. Empty: there is no note, or no line.
///
///   1  conv1: why is it here and not in the hole below?
///   2  step 7: the peak
///   … and 3 more notes
[[nodiscard]] std::vector<std::string> listed_notes(std::span<const PinnedNote> notes, const Problem& problem,
                                                    double room, std::size_t most_lines, TextStyle style,
                                                    const MeasureText& measure);

}  // namespace arenascope
