#pragma once

#include <memory>
#include <vector>

#include "core/model/memory/pinned_note.h"
#include "qt/words/shown_names.h"
#include "widgets/base/row_model.h"

namespace arenascope {

/// The notes of a plan as rows, in the order of their numbers. Rows are formatted on demand.
class NoteModel final : public RowModel<PinnedNote> {
    Q_OBJECT

public:
    enum Column { number, anchor, text };

    explicit NoteModel(QObject* parent = nullptr);

    /// `problem`: the one that the notes are about; null: there are no notes.
    void set_notes(std::shared_ptr<const Problem> problem, std::vector<PinnedNote> notes);

private:
    [[nodiscard]] QString anchor_words(const NoteAnchor& anchor, bool in_full) const;

    std::shared_ptr<const Problem> problem_;
    ShownNames names_;
};

}  // namespace arenascope
