#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/memory/layout.h"
#include "core/model/memory/pinned_note.h"
#include "core/model/memory/problem.h"
#include "core/picture/plan/container.h"
#include "core/picture/plan/drawing.h"
#include "core/picture/plan/palette.h"

namespace arenascope {

/// The flag of a note: a small box with its number, joined to what the note is pinned to.
///
///   ┌─┐           ┌─┐ step: at the top of its column
///   │1│           │3│
///   ├─┴─────┐     └┬┘
///   │ buffer│          ┌─┐
///   └───────┘          │2│ place: above its byte
///                      └┬┘
struct NoteMark {
    std::size_t note = 0;  ///< position in the list of notes; the number is one more
    Box flag;
    Point tip;  ///< what it is pinned to
};

/// With more notes in view, only the first of them have flags.
inline constexpr std::size_t most_note_marks = 1'000;

/// The flags of the notes in view, in the order of the list. The flag of a buffer lies in the upper left corner of what
/// is in view of it, or on top of it where it is too small or stands above the threshold, so that no flag hides why
/// the peak is high. A flag that would cover an earlier one, or a label of `keep_clear`, moves to the right of it, and
/// at the edge to the next row. Notes on buffers without a place, and on memories that are hidden or folded, have none.
/// O(n²) for n notes in view.
[[nodiscard]] std::vector<NoteMark> note_marks(std::span<const PinnedNote> notes, const Problem& problem,
                                               const Layout& layout, const std::vector<Container>& stack,
                                               const Viewport& viewport, std::span<const Box> keep_clear = {});

/// The topmost flag at a point; empty: none. Linear.
[[nodiscard]] std::optional<std::size_t> note_at(std::span<const NoteMark> marks, Point point);

/// Draws the flags, the one of the note `chosen` in the accent colour and on top.
void draw(Drawing& drawing, std::span<const NoteMark> marks, std::optional<std::size_t> chosen, const Palette& tokens);

/// What a note is pinned to, for people: "conv1", "step 7", "step 7, offset 4,096", with several regions
/// "sram, step 7, offset 4,096". The names are safe to show.
[[nodiscard]] std::string anchor_text(const NoteAnchor& anchor, const Problem& problem);

/// The text, or its first bytes and an ellipsis if it is longer. It never splits a UTF-8 character.
[[nodiscard]] std::string first_part(std::string_view text, std::size_t most_bytes);

/// A note as a line of a list: "2  conv1: why here?". Line ends become spaces, and a long text is cut. The line is safe
/// to show.
[[nodiscard]] std::string note_line(std::size_t note, const PinnedNote& pinned, const Problem& problem);

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
