#include "app/window/save_dialog.h"

#include <QFileDialog>
#include <QRegularExpression>

namespace arenascope {

QString choose_path_to_save(QWidget* window, const QString& title, const QString& proposed,
                            const QStringList& filters) {
    QFileDialog dialog(window, title);
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setNameFilters(filters);
    dialog.selectFile(proposed);
    // The dialog adds the suffix itself, so that it asks before replacing the file with the complete name.
    const auto follow = [&dialog](const QString& filter) {
        static const QRegularExpression suffix(QStringLiteral("\\*\\.(\\w+)"));
        dialog.setDefaultSuffix(suffix.match(filter).captured(1));
    };
    QObject::connect(&dialog, &QFileDialog::filterSelected, &dialog, follow);
    follow(filters.constFirst());
    return dialog.exec() == QDialog::Accepted ? dialog.selectedFiles().constFirst() : QString();
}

}  // namespace arenascope
