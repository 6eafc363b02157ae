#include "widgets/tables/note_list/bookmark_model.h"

#include <utility>

#include "qt/words/visible_text.h"
#include "qt/words/wording.h"

namespace arenascope {

BookmarkModel::BookmarkModel(QObject* parent) : RowModel(parent) {
    set_columns({
        {.title = tr("bookmark"),
         .is_figure = false,
         .text = [](const Bookmark& bookmark) { return visible_text(bookmark.name); },
         .repeats_text = true},
        {.title = tr("steps"), .text = [](const Bookmark& bookmark) { return lifetime_text(bookmark.steps); }},
        {.title = tr("iteration"),
         .text =
             [this](const Bookmark& bookmark) { return frames_.value(static_cast<qsizetype>(position_of(bookmark))); }},
    });
}

void BookmarkModel::set_bookmarks(std::vector<Bookmark> bookmarks, QStringList frames) {
    frames_ = std::move(frames);
    set_rows(std::move(bookmarks));
}

QVariant BookmarkModel::role_of(const Bookmark& bookmark, int column, int role) const {
    return role == Qt::EditRole && column == name ? QString::fromStdString(bookmark.name) : QVariant();
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
    const Qt::ItemFlags flags = RowModel::flags(index);
    return index.column() == name ? flags | Qt::ItemIsEditable : flags;
}

}  // namespace arenascope
