#include "app/window/dialogs/target_question.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QMessageBox>
#include <QPushButton>

#include "core/base/file/atomic_file.h"
#include "qt/words/visible_text.h"

namespace arenascope {
namespace {

struct TargetQuestion {
    Q_DECLARE_TR_FUNCTIONS(TargetQuestion)
};

}  // namespace

TargetAnswer ask_about_target(QWidget* window, const QString& path, bool has_changed) {
    const bool is_protected = is_read_only(path.toStdString());
    if (!is_protected && !has_changed) {
        return TargetAnswer::replace;
    }
    const QString fact = is_protected ? TargetQuestion::tr("%1 is read-only.")
                                      : TargetQuestion::tr("%1 has changed on disk since it was read.");
    QMessageBox box(QMessageBox::Warning, TargetQuestion::tr("Replace the file?"),
                    fact.arg(visible_text(QFileInfo(path).fileName())), QMessageBox::Cancel, window);
    box.setTextFormat(Qt::PlainText);
    if (has_changed) {
        box.setInformativeText(TargetQuestion::tr("What was written there meanwhile is lost if you overwrite it."));
    }
    const QPushButton* replace = box.addButton(TargetQuestion::tr("&Overwrite Anyway"), QMessageBox::DestructiveRole);
    QPushButton* elsewhere = box.addButton(TargetQuestion::tr("&Save As…"), QMessageBox::AcceptRole);
    box.setDefaultButton(elsewhere);
    box.exec();
    return box.clickedButton() == replace     ? TargetAnswer::replace
           : box.clickedButton() == elsewhere ? TargetAnswer::save_elsewhere
                                              : TargetAnswer::cancel;
}

}  // namespace arenascope
