#include "app/window/dialogs/folder_dialog.h"

#include <utility>

#include <QDialogButtonBox>
#include <QDir>
#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QTableWidget>
#include <QVBoxLayout>

#include "core/format/registry.h"
#include "qt/words/format_words.h"
#include "qt/words/tooltip.h"
#include "qt/words/visible_text.h"
#include "qt/words/wording.h"
#include "widgets/base/column_fit.h"
#include "widgets/base/table_cells.h"
#include "widgets/base/table_look.h"
#include "widgets/base/theme_follower.h"

namespace arenascope {
namespace {

enum FolderColumn { name_column, format_column, size_column, folder_columns };

}  // namespace

FolderDialog::FolderDialog(const QString& folder, QWidget* parent)
    : QDialog(parent),
      search_(std::make_shared<FolderSearch>(folder.toStdString())),
      folder_(folder),
      state_(new QLabel(this)),
      files_(new QTableWidget(0, folder_columns, this)) {
    setWindowTitle(tr("Open from %1").arg(visible_text(QDir(folder).dirName())));
    resize(640, 420);
    state_->setWordWrap(true);
    state_->setAccessibleName(tr("State of the search"));
    files_->setAccessibleName(tr("Files that can be opened"));
    files_->setHorizontalHeaderLabels({tr("file"), tr("format"), tr("size")});
    files_->horizontalHeaderItem(size_column)->setData(Qt::TextAlignmentRole, cell_alignment(true));
    files_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    files_->setSelectionMode(QAbstractItemView::SingleSelection);
    files_->setTabKeyNavigation(false);
    files_->setTextElideMode(Qt::ElideMiddle);
    new ColumnFit(*files_, {name_column}, {size_column});
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Open | QDialogButtonBox::Cancel, this);
    open_ = buttons->button(QDialogButtonBox::Open);
    auto* column = new QVBoxLayout(this);
    column->addWidget(state_);
    column->addWidget(files_, 1);
    column->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &FolderDialog::choose);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(files_, &QTableWidget::doubleClicked, this, &FolderDialog::choose);
    connect(files_, &QTableWidget::itemSelectionChanged, this, &FolderDialog::show_state);
    connect(this, &QDialog::finished, &searching_, &BackgroundTask::abandon);
    connect(&searching_, &BackgroundTask::ran_out_of_memory, this, &FolderDialog::show_state);
    follow_theme(*this, [this](Theme theme) {
        apply_table_look(*files_, theme);
        apply_text_tone(*state_, theme, TextTone::dim);
    });
    search_on();
    show_state();
}

void FolderDialog::search_on() {
    searching_.start([search = search_] { return search->next(); },
                     [this](const std::vector<FoundFile>& found) {
                         add(found);
                         if (!search_->is_done()) {
                             search_on();
                         }
                         show_state();
                     });
}

void FolderDialog::add(const std::vector<FoundFile>& files) {
    for (const FoundFile& file : files) {
        const int row = files_->rowCount();
        files_->insertRow(row);
        const auto cell = [&](int column, const QString& text, const QString& tooltip) {
            auto* item = new QTableWidgetItem(text);
            item->setData(Qt::TextAlignmentRole, cell_alignment(column == size_column));
            item->setToolTip(plain_tooltip(tooltip));
            files_->setItem(row, column, item);
            return item;
        };
        cell(name_column, visible_text(file.name), visible_text(file.path))
            ->setData(Qt::UserRole, QString::fromStdString(file.path));
        cell(format_column, format_words(file.format), visible_text(name_of(file.format)));
        cell(size_column, QLocale::c().formattedDataSize(static_cast<qint64>(file.size), 1),
             exact_bytes(static_cast<std::int64_t>(file.size)));
        if (row == 0) {
            files_->selectRow(0);
            files_->setFocus();
        }
    }
}

void FolderDialog::show_state() {
    const auto count = [](std::size_t number) { return grouped_text(static_cast<std::int64_t>(number)); };
    const QString folder = visible_text(folder_);
    open_->setEnabled(!files_->selectedItems().isEmpty());
    const int found = files_->rowCount();
    files_->setVisible(found > 0 || is_searching());
    if (is_searching()) {
        state_->setText(tr("Looking into %1 …").arg(folder));
    } else if (!search_->is_done()) {
        state_->setText(tr("There was not enough memory to look into all of %1.").arg(folder));
    } else if (found == 0) {
        state_->setText(tr("Nothing in %1 can be opened: %2 looked into.")
                            .arg(folder, counted(static_cast<std::int64_t>(search_->looked()), tr("1 file was"),
                                                 tr("%1 files were"))));
    } else {
        state_->setText(
            tr("%1 of %2 in %3 are of a known format.")
                .arg(grouped_text(found),
                     counted(static_cast<std::int64_t>(search_->looked()), tr("1 file"), tr("%1 files")), folder) +
            (search_->is_cut() ? tr(" Only the first %1 were looked into.").arg(count(search_->looked())) : QString()));
    }
}

void FolderDialog::choose() {
    const QList<QTableWidgetItem*> selected = files_->selectedItems();
    if (selected.isEmpty()) {
        return;
    }
    const QString path = files_->item(selected.front()->row(), name_column)->data(Qt::UserRole).toString();
    accept();
    emit chosen(path);
}

}  // namespace arenascope
