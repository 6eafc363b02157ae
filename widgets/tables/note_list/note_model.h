#pragma once

#include <memory>
#include <vector>

#include <QAbstractTableModel>

#include "core/model/memory/pinned_note.h"
#include "qt/words/shown_names.h"

namespace arenascope {

/// The notes of a plan as rows, in the order of their numbers. Rows are formatted on demand.
class NoteModel final : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { number, anchor, text, column_count };

    explicit NoteModel(QObject* parent = nullptr);

    /// `problem`: the one that the notes are about; null: there are no notes.
    void set_notes(std::shared_ptr<const Problem> problem, std::vector<PinnedNote> notes);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] QString anchor_words(const NoteAnchor& anchor, bool in_full) const;

    std::shared_ptr<const Problem> problem_;
    std::vector<PinnedNote> notes_;
    ShownNames names_;
};

}  // namespace arenascope
