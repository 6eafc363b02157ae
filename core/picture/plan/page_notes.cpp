#include "core/picture/plan/page_notes.h"

#include <algorithm>
#include <iterator>

#include "core/picture/plan/label.h"
#include "core/picture/plan/note_marks.h"
#include "core/picture/plan/unit.h"

namespace arenascope {
namespace {

constexpr std::size_t lines_of_note = 2;

std::string more_text(std::size_t count) {
    return "… and " + grouped(static_cast<std::int64_t>(count)) + (count == 1 ? " more note" : " more notes");
}

}  // namespace

std::vector<std::string> listed_notes(std::span<const PinnedNote> notes, const Problem& problem, double room,
                                      std::size_t most_lines, TextStyle style, const MeasureText& measure) {
    std::vector<std::string> lines;
    for (std::size_t i = 0; i < notes.size(); ++i) {
        auto own = wrapped(note_line(i, notes[i], problem), room, lines_of_note, style, measure);
        const std::size_t kept_free = i + 1 < notes.size() ? 1 : 0;
        if (lines.size() + own.size() + kept_free > most_lines) {
            if (lines.size() < most_lines) {
                lines.push_back(more_text(notes.size() - i));
            }
            break;
        }
        std::ranges::move(own, std::back_inserter(lines));
    }
    return lines;
}

}  // namespace arenascope
