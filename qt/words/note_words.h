#pragma once

#include <string>

#include <QString>

#include "core/model/memory/pinned_note.h"

namespace arenascope {

/// The text of a note with its line ends, safe to show; the first lines of a long one, then an ellipsis.
[[nodiscard]] QString note_words(const std::string& text);

/// The text of a note in one line.
[[nodiscard]] QString note_row_words(const std::string& text);

/// A place or a step: "step 7", "step 7, offset 4,096", with several memories "sram, step 7, offset 4,096". Empty for
/// a buffer.
[[nodiscard]] QString place_words(const NoteAnchor& anchor, const Problem& problem);

}  // namespace arenascope
