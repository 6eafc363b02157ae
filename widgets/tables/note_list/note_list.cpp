#include "widgets/tables/note_list/note_list.h"

#include <algorithm>

#include <QAction>
#include <QKeyEvent>
#include <QStyledItemDelegate>
#include <QTabBar>

#include "qt/words/wording.h"
#include "widgets/base/column_fit.h"
#include "widgets/base/enter_choice.h"
#include "widgets/base/name_delegate.h"
#include "widgets/base/section_header.h"
#include "widgets/base/table_look.h"
#include "widgets/base/theme_follower.h"
#include "widgets/tables/note_list/bookmark_model.h"
#include "widgets/tables/note_list/note_model.h"

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
      notes_model_(new NoteModel(this)),
      bookmarks_model_(new BookmarkModel(this)),
      notes_(add_tab(*notes_model_, tr("Notes"),
                     tr("There are no notes. Right-click a buffer, a place or a step in the picture to add one."))),
      bookmarks_(add_tab(*bookmarks_model_, tr("Bookmarks"),
                         tr("There are no bookmarks. A bookmark keeps the part of the plan that you see."))) {
    for (QTableView* view : {notes_, bookmarks_}) {
        view->installEventFilter(this);
    }
    tabs_->setDocumentMode(true);
    tabs_->tabBar()->setElideMode(Qt::ElideNone);  // a narrow tab bar scrolls
    tabs_->tabBar()->setDrawBase(false);
    tabs_->tabBar()->setExpanding(false);
    notes_->setItemDelegateForColumn(NoteModel::anchor, new NameDelegate(notes_));
    notes_->setItemDelegateForColumn(NoteModel::text, new TextDelegate(notes_));
    new ColumnFit(*notes_, {NoteModel::anchor, NoteModel::text}, {NoteModel::anchor});
    new ColumnFit(*bookmarks_, {BookmarkModel::name}, {BookmarkModel::steps, BookmarkModel::shown_step});
    add_menu(*notes_, tr("&Edit Note…"), tr("&Delete Note"));
    add_menu(*bookmarks_, tr("&Rename"), tr("&Delete Bookmark"));
    auto* column = new_panel_column(*this);
    column->addWidget(header_);
    column->addWidget(tabs_, 1);
    setFocusProxy(tabs_);
    const auto choose_note = [this](const QModelIndex& index) { emit note_chosen(row_of(index)); };
    const auto choose_bookmark = [this](const QModelIndex& index) { emit bookmark_chosen(row_of(index)); };
    connect(notes_, &QTableView::clicked, this, choose_note);
    connect(bookmarks_, &QTableView::clicked, this, choose_bookmark);
    choose_with_enter(*notes_, choose_note);
    choose_with_enter(*bookmarks_, choose_bookmark);
    connect(notes_, &QTableView::doubleClicked, this, [this] { request_edit(*notes_); });
    connect(bookmarks_model_, &BookmarkModel::renamed, this, &NoteList::bookmark_renamed, Qt::QueuedConnection);
    follow_theme(*this, [this](Theme theme) {
        apply_panel_look(*this, theme);
        for (QTableView* view : {notes_, bookmarks_}) {
            apply_table_look(*view, theme);
            apply_text_tone(*view->parentWidget()->findChild<QLabel*>(), theme, TextTone::dim);
        }
        bookmarks_->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed);
    });
    show_counts();
}

QTableView* NoteList::add_tab(QAbstractItemModel& model, const QString& name, const QString& hint) {
    auto* page = new QWidget;
    auto* view = new QTableView(page);
    view->setModel(&model);
    view->setAccessibleName(name);
    view->setSelectionMode(QAbstractItemView::SingleSelection);
    view->setTabKeyNavigation(false);
    auto* words = new QLabel(hint, page);
    words->setTextFormat(Qt::PlainText);
    apply_paragraph_look(*words);
    auto* column = new_panel_column(*page);
    column->addWidget(view, 1);
    column->addWidget(words);
    column->addStretch(0);
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
}

void NoteList::request_edit(QTableView& view) {
    const QModelIndex current = view.currentIndex();
    if (!current.isValid()) {
        return;
    }
    if (&view == notes_) {
        emit note_edit_requested(row_of(current));
    } else {
        view.edit(current.siblingAtColumn(BookmarkModel::name));
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
    notes_model_->set_notes(problem, notes);
}

void NoteList::set_bookmarks(const std::vector<Bookmark>& bookmarks, const QStringList& frames) {
    // A renamed bookmark stays the current one, so that its keys still work.
    const int row = bookmarks_->currentIndex().row();
    bookmarks_model_->set_bookmarks(bookmarks, frames);
    if (row >= 0 && !bookmarks.empty()) {
        bookmarks_->setCurrentIndex(bookmarks_model_->index(std::min(row, bookmarks_model_->rowCount() - 1), 0));
    }
}

void NoteList::set_chosen(std::optional<std::size_t> note) {
    if (!note) {
        notes_->clearSelection();
        notes_->setCurrentIndex({});
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
