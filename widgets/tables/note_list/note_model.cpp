#include "widgets/tables/note_list/note_model.h"

#include <utility>

#include "qt/words/wording.h"
#include "widgets/tables/note_list/note_words.h"

namespace arenascope {

NoteModel::NoteModel(QObject* parent) : RowModel(parent) {
    const auto whole = [this](const PinnedNote& note) {
        return anchor_words(note.anchor, true) + QLatin1Char('\n') + note_words(note.text);
    };
    set_columns({
        {.title = tr("no."),
         .text =
             [this](const PinnedNote& note) { return grouped_text(static_cast<std::int64_t>(position_of(note) + 1)); },
         .tooltip = whole},
        {.title = tr("pinned to"),
         .is_figure = false,
         .text = [this](const PinnedNote& note) { return anchor_words(note.anchor, false); },
         .tooltip = whole},
        {.title = tr("note"),
         .is_figure = false,
         .text = [](const PinnedNote& note) { return note_row_words(note.text); },
         .tooltip = whole},
    });
}

void NoteModel::set_notes(std::shared_ptr<const Problem> problem, std::vector<PinnedNote> notes) {
    problem_ = std::move(problem);
    names_.set_problem(problem_);
    set_rows(std::move(notes));
}

QString NoteModel::anchor_words(const NoteAnchor& anchor, bool in_full) const {
    if (const auto* const buffer = std::get_if<BufferIndex>(&anchor)) {
        return in_full ? names_.full(*buffer) : names_(*buffer);
    }
    return place_words(anchor, *problem_);
}

}  // namespace arenascope
