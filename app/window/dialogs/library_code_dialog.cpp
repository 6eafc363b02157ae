#include "app/window/dialogs/library_code_dialog.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include "core/model/memory/library_code.h"
#include "widgets/base/table_look.h"
#include "widgets/base/theme_follower.h"

namespace arenascope {
namespace {

constexpr int letters_wide = 48;
constexpr int lines_high = 8;

QString in_lines(const QString& list) {
    return QString(list).replace(QLatin1Char(','), QLatin1Char('\n'));
}

}  // namespace

LibraryCodeDialog::LibraryCodeDialog(const QString& list, QWidget* parent)
    : QDialog(parent), lines_(new QPlainTextEdit(in_lines(list))) {
    setWindowTitle(tr("Library Code"));
    auto* words =
        new QLabel(tr("The maker of an allocation is the innermost line of Python that is not in one of "
                      "these folders or files. An entry counts at the start of a path and after each folder: "
                      "torch/ is any folder of that name."));
    words->setWordWrap(true);
    words->setBuddy(lines_);
    lines_->setAccessibleName(tr("Library code, one entry a line"));
    lines_->setTabChangesFocus(true);
    lines_->setLineWrapMode(QPlainTextEdit::NoWrap);
    lines_->setMinimumSize(letters_wide * fontMetrics().averageCharWidth(), lines_high * fontMetrics().lineSpacing());
    auto* buttons =
        new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel | QDialogButtonBox::RestoreDefaults);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(buttons->button(QDialogButtonBox::RestoreDefaults), &QPushButton::clicked, this, [this] {
        const QString otherwise = QString::fromUtf8(default_library_code.data(), default_library_code.size());
        lines_->setPlainText(in_lines(otherwise));
    });
    auto* column = new QVBoxLayout(this);
    column->addWidget(words);
    column->addWidget(lines_, 1);
    column->addWidget(buttons);
    follow_theme(*this, [this](Theme theme) { apply_panel_look(*this, theme); });
    lines_->setFocus();
}

QString LibraryCodeDialog::list() const {
    QStringList entries;
    for (const QString& line : lines_->toPlainText().split(QLatin1Char('\n'))) {
        for (const QString& entry : line.split(QLatin1Char(','))) {
            if (!entry.trimmed().isEmpty()) {
                entries << entry.trimmed();
            }
        }
    }
    return entries.join(QLatin1Char(','));
}

}  // namespace arenascope
