#include "widgets/base/file_dialog.h"

#include <algorithm>

#include <QAbstractItemView>
#include <QFileDialog>
#include <QFileInfo>
#include <QRegularExpression>

namespace arenascope {
namespace {

/// Without this, Del deletes whole folders, and a drag moves what it is dropped on.
void make_read_only(QFileDialog& dialog) {
    dialog.setOption(QFileDialog::ReadOnly);
    for (auto* list : dialog.findChildren<QAbstractItemView*>()) {
        list->setDragDropMode(QAbstractItemView::NoDragDrop);
        list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    }
}

}  // namespace

QString choose_path_to_open(QWidget* parent, const QString& title, const QString& place, const QString& filters) {
    QFileDialog dialog(parent, title);
    dialog.setFileMode(QFileDialog::ExistingFile);
    if (!filters.isEmpty()) {
        dialog.setNameFilter(filters);
    }
    make_read_only(dialog);
    if (const QFileInfo info(place); info.isDir()) {
        dialog.setDirectory(info.absoluteFilePath());
    } else if (!place.isEmpty()) {
        dialog.selectFile(info.absoluteFilePath());
    }
    return dialog.exec() == QDialog::Accepted ? dialog.selectedFiles().constFirst() : QString();
}

QString choose_path_to_save(QWidget* parent, const QString& title, const QString& proposed,
                            const QStringList& filters) {
    QFileDialog dialog(parent, title);
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setNameFilters(filters);
    make_read_only(dialog);
    // Of a path from the working directory, the dialog would show all.
    dialog.selectFile(QFileInfo(proposed).absoluteFilePath());
    const QString type = QStringLiteral("*.") + QFileInfo(proposed).suffix();
    const auto proposed_type =
        std::find_if(filters.begin(), filters.end(), [&type](const QString& filter) { return filter.contains(type); });
    const QString& first = proposed_type != filters.end() ? *proposed_type : filters.constFirst();
    dialog.selectNameFilter(first);
    // The dialog adds the suffix itself, so that it asks before replacing the file with the complete name.
    const auto follow = [&dialog](const QString& filter) {
        static const QRegularExpression suffix(QStringLiteral("\\*\\.(\\w+)"));
        dialog.setDefaultSuffix(suffix.match(filter).captured(1));
    };
    QObject::connect(&dialog, &QFileDialog::filterSelected, &dialog, follow);
    follow(first);
    return dialog.exec() == QDialog::Accepted ? dialog.selectedFiles().constFirst() : QString();
}

}  // namespace arenascope
