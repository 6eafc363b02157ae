#include "widgets/tables/note_list/note_model.h"

#include <utility>

#include "qt/words/wording.h"
#include "widgets/base/table_cells.h"
#include "widgets/tables/note_list/note_words.h"

namespace arenascope {

NoteModel::NoteModel(QObject* parent) : QAbstractTableModel(parent) {}

void NoteModel::set_notes(std::shared_ptr<const Problem> problem, std::vector<PinnedNote> notes) {
    beginResetModel();
    problem_ = std::move(problem);
    notes_ = std::move(notes);
    names_.set_problem(problem_);
    endResetModel();
}

int NoteModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(notes_.size());
}

int NoteModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : column_count;
}

QString NoteModel::anchor_words(const NoteAnchor& anchor, bool in_full) const {
    if (const auto* const buffer = std::get_if<BufferIndex>(&anchor)) {
        return in_full ? names_.full(*buffer) : names_(*buffer);
    }
    return place_words(anchor, *problem_);
}

QVariant NoteModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) {
        return {};
    }
    const PinnedNote& note = notes_[static_cast<std::size_t>(index.row())];
    if (role == Qt::TextAlignmentRole) {
        return cell_alignment(index.column() == number);
    }
    if (role == Qt::ToolTipRole) {
        return plain_tooltip(anchor_words(note.anchor, true) + QLatin1Char('\n') + note_words(note.text));
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (index.column()) {
        case number:
            return grouped_text(index.row() + 1);
        case anchor:
            return anchor_words(note.anchor, false);
        case text:
            return note_row_words(note.text);
        default:
            return {};
    }
}

QVariant NoteModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return cell_alignment(section == number);
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
        case number:
            return tr("no.");
        case anchor:
            return tr("pinned to");
        case text:
            return tr("note");
        default:
            return {};
    }
}

}  // namespace arenascope
