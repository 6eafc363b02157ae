#pragma once

#include <cstddef>
#include <string>
#include <variant>
#include <vector>

#include "core/model/memory/byte_place.h"
#include "core/model/memory/problem.h"

namespace arenascope {

/// What a note is pinned to: a buffer wherever it lies, a byte at a step, or a step.
///
///   offset ▲   ①┌──── a ────┐
///          │    └───────────┘     ① the buffer a
///          │          ②           ② a place
///          └──────────────③────▶  ③ a step
using NoteAnchor = std::variant<BufferIndex, BytePlace, Step>;

/// A text that a person pinned to a part of a plan. Its number is its position in the list of notes, counted from 1.
/// It changes nothing of the plan, so a plan with notes does not count as edited by hand.
struct PinnedNote {
    std::string text;  ///< not empty, no byte 0, at most `most_note_bytes`; lines end with \n
    NoteAnchor anchor;
    friend bool operator==(const PinnedNote&, const PinnedNote&) = default;
};

/// The most notes of a plan, and the longest text of one.
inline constexpr std::size_t most_pinned_notes = 10'000;
inline constexpr std::size_t most_note_bytes = 65'536;

/// Moves notes of one problem to the buffers and regions of another that have the same names. Notes on a buffer or in a
/// region that the other problem lacks are removed. O(n + m) for n buffers and m notes.
[[nodiscard]] std::vector<PinnedNote> repinned(std::vector<PinnedNote> notes, const Problem& before,
                                               const Problem& after);

/// By RegionIndex of `before`: the region of `after` with the same name; none() if there is none. Linear.
[[nodiscard]] IndexedVector<RegionIndex, RegionIndex> same_regions(const Problem& before, const Problem& after);

}  // namespace arenascope
