#include "widgets/tables/note_list/bookmark_model.h"

#include <utility>

#include "qt/words/tooltip.h"
#include "qt/words/visible_text.h"
#include "qt/words/wording.h"
#include "widgets/base/table_cells.h"

namespace arenascope {

BookmarkModel::BookmarkModel(QObject* parent) : QAbstractTableModel(parent) {}

void BookmarkModel::set_bookmarks(std::vector<Bookmark> bookmarks, QStringList frames) {
    beginResetModel();
    bookmarks_ = std::move(bookmarks);
    frames_ = std::move(frames);
    endResetModel();
}

int BookmarkModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(bookmarks_.size());
}

int BookmarkModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : column_count;
}

QVariant BookmarkModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) {
        return {};
    }
    const Bookmark& bookmark = bookmarks_[static_cast<std::size_t>(index.row())];
    if (role == Qt::TextAlignmentRole) {
        return cell_alignment(index.column() != name);
    }
    if (role == Qt::ToolTipRole && index.column() == name) {
        return plain_tooltip(visible_text(bookmark.name));
    }
    if (role == Qt::EditRole && index.column() == name) {
        return QString::fromStdString(bookmark.name);
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (index.column()) {
        case name:
            return visible_text(bookmark.name);
        case steps:
            return lifetime_text(bookmark.steps);
        case shown_step:
            return frames_.value(index.row());
        default:
            return {};
    }
}

bool BookmarkModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    const QString other = value.toString().trimmed();
    if (!index.isValid() || role != Qt::EditRole || index.column() != name || other.isEmpty()) {
        return false;
    }
    if (other != data(index, Qt::EditRole).toString()) {
        emit renamed(static_cast<std::size_t>(index.row()), other);
    }
    return true;
}

Qt::ItemFlags BookmarkModel::flags(const QModelIndex& index) const {
    const Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    return index.column() == name ? flags | Qt::ItemIsEditable : flags;
}

QVariant BookmarkModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return cell_alignment(section != name);
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
        case name:
            return tr("bookmark");
        case steps:
            return tr("steps");
        case shown_step:
            return tr("iteration");
        default:
            return {};
    }
}

}  // namespace arenascope
