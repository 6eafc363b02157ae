#include "app/window/save_dialog.h"

#include <algorithm>

#include <QFileDialog>
#include <QFileInfo>
#include <QRegularExpression>

namespace arenascope {

QString choose_path_to_save(QWidget* window, const QString& title, const QString& proposed,
                            const QStringList& filters) {
    QFileDialog dialog(window, title);
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setNameFilters(filters);
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
