#include "widgets/tables/note_list/note_list.h"

#include <algorithm>

#include <QAction>
#include <QKeyEvent>
#include <QStyledItemDelegate>
#include <QTabBar>

#include "qt/words/note_words.h"
#include "qt/words/tooltip.h"
#include "qt/words/visible_text.h"
#include "qt/words/wording.h"
#include "widgets/base/column_fit.h"
#include "widgets/base/name_delegate.h"
#include "widgets/base/panel_parts.h"
#include "widgets/base/section_header.h"
#include "widgets/base/theme_follower.h"

namespace arenascope {
namespace {

/// Cells of texts of any length. They ask for no more than some letters, or they would take the room of the names
/// beside them.
class TextDelegate final : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        constexpr int most_letters = 24;
        QSize size = QStyledItemDelegate::sizeHint(option, index);
        size.setWidth(std::min(size.width(), most_letters * option.fontMetrics.averageCharWidth()));
        return size;
    }
};

QString counted_name(const QString& name, int count) {
    return count == 0 ? name : QStringLiteral("%1 %2").arg(name, grouped_text(count));
}

std::size_t row_of(const QModelIndex& index) {
    return static_cast<std::size_t>(index.row());
}

}  // namespace

NoteList::NoteList(QWidget* parent)
    : QWidget(parent),
      header_(new SectionHeader(tr("Notes"), this)),
      tabs_(new QTabWidget(this)),
      notes_model_(new RowModel<PinnedNote>(this)),
      bookmarks_model_(new RowModel<Bookmark>(this)),
      notes_(add_tab(*notes_model_, tr("Notes"),
                     tr("There are no notes. Right-click a buffer, a place or a step in the picture to add one."))),
      bookmarks_(add_tab(*bookmarks_model_, tr("Bookmarks"),
                         tr("There are no bookmarks. A bookmark keeps the part of the plan that you see."))) {
    add_note_columns();
    add_bookmark_columns();
    for (QTableView* view : {notes_, bookmarks_}) {
        view->installEventFilter(this);
    }
    tabs_->setDocumentMode(true);
    tabs_->tabBar()->setElideMode(Qt::ElideNone);  // a narrow tab bar scrolls
    tabs_->tabBar()->setDrawBase(false);
    tabs_->tabBar()->setExpanding(false);
    notes_->setItemDelegateForColumn(NoteColumn::anchor, new NameDelegate(notes_));
    notes_->setItemDelegateForColumn(NoteColumn::text, new TextDelegate(notes_));
    new ColumnFit(*notes_, {NoteColumn::anchor, NoteColumn::text}, {NoteColumn::anchor});
    new ColumnFit(*bookmarks_, {BookmarkColumn::name}, {BookmarkColumn::steps, BookmarkColumn::shown_step});
    add_menu(*notes_, tr("&Edit Note…"), tr("&Delete Note"));
    add_menu(*bookmarks_, tr("&Rename"), tr("&Delete Bookmark"));
    auto* column = new_panel_column(*this);
    column->addWidget(header_);
    column->addWidget(tabs_, 1);
    setFocusProxy(tabs_);
    const auto choose_note = [this](const QModelIndex& index) { emit note_chosen(row_of(index)); };
    const auto choose_bookmark = [this](const QModelIndex& index) { emit bookmark_chosen(row_of(index)); };
    choose_rows(*notes_, choose_note);
    choose_rows(*bookmarks_, choose_bookmark);
    connect(notes_, &QTableView::doubleClicked, this, [this] { request_edit(*notes_); });
    bookmarks_->setEditTriggers(edited_in_place);
    follow_theme(*this, [this](Theme theme) { apply_panel_look(*this, theme); });
    show_counts();
}

void NoteList::add_note_columns() {
    const auto whole = [this](const PinnedNote& note) {
        return anchor_words(note.anchor, true) + QLatin1Char('\n') + note_words(note.text);
    };
    notes_model_->set_columns({
        {.title = tr("no."),
         .text = [this](const PinnedNote& note) { return grouped_text(notes_model_->position_of(note) + 1); },
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

void NoteList::add_bookmark_columns() {
    bookmarks_model_->set_columns({
        {.title = tr("bookmark"),
         .is_figure = false,
         .text = [](const Bookmark& bookmark) { return visible_text(bookmark.name); },
         .repeats_text = true,
         .flags = Qt::ItemIsEditable,
         .edit = [this](const Bookmark& bookmark, const QVariant& value) { return rename(bookmark, value); }},
        {.title = tr("steps"), .text = [](const Bookmark& bookmark) { return lifetime_text(bookmark.steps); }},
        {.title = tr("iteration"),
         .text =
             [this](const Bookmark& bookmark) {
                 return frames_.value(static_cast<qsizetype>(bookmarks_model_->position_of(bookmark)));
             }},
    });
    bookmarks_model_->set_roles([](const Bookmark& bookmark, int column, int role) {
        return role == Qt::EditRole && column == BookmarkColumn::name ? QVariant(QString::fromStdString(bookmark.name))
                                                                      : QVariant();
    });
}

bool NoteList::rename(const Bookmark& bookmark, const QVariant& value) {
    const QString other = value.toString().trimmed();
    if (!other.isEmpty() && other != QString::fromStdString(bookmark.name)) {
        // Queued, because the new name replaces the rows while the table still edits this one.
        QMetaObject::invokeMethod(
            this, [this, row = bookmarks_model_->position_of(bookmark), other] { emit bookmark_renamed(row, other); },
            Qt::QueuedConnection);
    }
    return !other.isEmpty();
}

QString NoteList::anchor_words(const NoteAnchor& anchor, bool in_full) const {
    if (const auto* const buffer = std::get_if<BufferIndex>(&anchor)) {
        return in_full ? names_.full(*buffer) : names_(*buffer);
    }
    return place_words(anchor, *problem_);
}

QTableView* NoteList::add_tab(QAbstractItemModel& model, const QString& name, const QString& hint) {
    auto* page = new QWidget;
    auto* view = new QTableView(page);
    set_up_rows(*view, model, name);
    auto* words = new Paragraph(page);
    words->setText(hint);
    fill_panel(*page, {view, words});
    page->setFocusProxy(view);
    tabs_->addTab(page, name);
    connect(&model, &QAbstractItemModel::modelReset, this, &NoteList::show_counts);
    return view;
}

void NoteList::add_menu(QTableView& view, const QString& edit, const QString& remove) {
    auto* editing = new QAction(edit, &view);
    auto* removing = new QAction(remove, &view);
    view.addActions({editing, removing});
    view.setContextMenuPolicy(Qt::ActionsContextMenu);
    connect(editing, &QAction::triggered, this, [this, &view] { request_edit(view); });
    connect(removing, &QAction::triggered, this, [this, &view] { request_delete(view); });
    const auto renew = [editing, removing, &view] {
        for (QAction* action : {editing, removing}) {
            action->setEnabled(view.currentIndex().isValid());
            action->setToolTip(plain_tooltip(action->isEnabled() ? QString() : tr("Choose a row first.")));
        }
    };
    connect(view.selectionModel(), &QItemSelectionModel::currentChanged, editing, renew);
    connect(view.model(), &QAbstractItemModel::modelReset, editing, renew);
    renew();
}

void NoteList::request_edit(QTableView& view) {
    const QModelIndex current = view.currentIndex();
    if (!current.isValid()) {
        return;
    }
    if (&view == notes_) {
        emit note_edit_requested(row_of(current));
    } else {
        view.edit(current.siblingAtColumn(BookmarkColumn::name));
    }
}

void NoteList::request_delete(QTableView& view) {
    const QModelIndex current = view.currentIndex();
    if (!current.isValid()) {
        return;
    }
    const int row = current.row();
    if (&view == notes_) {
        emit note_delete_requested(row_of(current));
    } else {
        emit bookmark_delete_requested(row_of(current));
    }
    // The next row becomes the current one, so that several can be deleted.
    const int rows = view.model()->rowCount();
    if (rows > 0) {
        view.setCurrentIndex(view.model()->index(std::min(row, rows - 1), 0));
    }
}

void NoteList::show_counts() {
    const int notes = notes_model_->rowCount();
    const int bookmarks = bookmarks_model_->rowCount();
    tabs_->setTabText(0, counted_name(tr("Notes"), notes));
    tabs_->setTabText(1, counted_name(tr("Bookmarks"), bookmarks));
    header_->set_detail(notes == 0 ? QString() : grouped_text(notes));
    for (QTableView* view : {notes_, bookmarks_}) {
        const bool has_rows = view->model()->rowCount() > 0;
        view->setVisible(has_rows);
        view->parentWidget()->findChild<QLabel*>()->setVisible(!has_rows);
    }
}

void NoteList::set_notes(const std::shared_ptr<const Problem>& problem, const std::vector<PinnedNote>& notes) {
    problem_ = problem;
    names_.set_problem(problem_);
    notes_model_->set_rows(notes);
}

void NoteList::set_bookmarks(const std::vector<Bookmark>& bookmarks, const QStringList& frames) {
    // A renamed bookmark stays the current one, so that its keys still work.
    const int row = bookmarks_->currentIndex().row();
    frames_ = frames;
    bookmarks_model_->set_rows(bookmarks);
    if (row >= 0 && !bookmarks.empty()) {
        bookmarks_->setCurrentIndex(bookmarks_model_->index(std::min(row, bookmarks_model_->rowCount() - 1), 0));
    }
}

void NoteList::set_chosen(std::optional<std::size_t> note) {
    if (!note) {
        clear_rows(*notes_);
        return;
    }
    tabs_->setCurrentIndex(0);
    const QModelIndex row = notes_model_->index(static_cast<int>(*note), 0);
    if (row.row() != notes_->currentIndex().row()) {
        notes_->setCurrentIndex(row);
    }
    notes_->scrollTo(row);
}

bool NoteList::eventFilter(QObject* watched, QEvent* event) {
    const bool is_override = event->type() == QEvent::ShortcutOverride;
    auto* const view = watched == notes_ ? notes_ : watched == bookmarks_ ? bookmarks_ : nullptr;
    const bool is_key = view != nullptr && (is_override || event->type() == QEvent::KeyPress);
    if (!is_key || !view->currentIndex().isValid()) {
        return QWidget::eventFilter(watched, event);
    }
    const int key = static_cast<QKeyEvent*>(event)->key();
    if (key != Qt::Key_Delete && key != Qt::Key_F2) {
        return QWidget::eventFilter(watched, event);
    }
    if (is_override) {
        event->accept();  // the window has other uses for these keys
    } else {
        key == Qt::Key_Delete ? request_delete(*view) : request_edit(*view);
    }
    return true;
}

}  // namespace arenascope
