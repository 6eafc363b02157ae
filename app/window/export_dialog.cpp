#include "app/window/export_dialog.h"

#include <QDialogButtonBox>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QStandardPaths>
#include <QVBoxLayout>

namespace arenascope {
namespace {

QString suffix_of(ExportChoices::Format format) {
    switch (format) {
        case ExportChoices::Format::png:
            return QStringLiteral("png");
        case ExportChoices::Format::svg:
            return QStringLiteral("svg");
        case ExportChoices::Format::pdf:
            break;
    }
    return QStringLiteral("pdf");
}

}  // namespace

QString proposed_picture_path(const QString& plan_path, ExportChoices::Format format) {
    const QFileInfo plan(plan_path);
    const QFileInfo beside(plan.absolutePath());
    const QDir folder(!plan_path.isEmpty() && beside.isDir() && beside.isWritable()
                          ? plan.absolutePath()
                          : QStandardPaths::writableLocation(QStandardPaths::PicturesLocation));
    const QString stem = plan.completeBaseName().isEmpty() ? QStringLiteral("plan") : plan.completeBaseName();
    QString path = folder.filePath(stem + QLatin1Char('.') + suffix_of(format));
    for (int number = 2; QFileInfo::exists(path); ++number) {
        path = folder.filePath(QStringLiteral("%1-%2.%3").arg(stem).arg(number).arg(suffix_of(format)));
    }
    return path;
}

ExportDialog::ExportDialog(const QString& plan_path, const ExportChoices& choices, QWidget* parent)
    : QDialog(parent), options_(new ExportOptions), path_(new QLineEdit) {
    setWindowTitle(tr("Export Picture"));
    options_->set_choices(choices);
    path_->setText(proposed_picture_path(plan_path, choices.format));
    path_->setAccessibleName(tr("File to write"));
    auto* browse_button = new QPushButton(tr("Browse…"));
    browse_button->setAutoDefault(false);
    auto* place = new QHBoxLayout;
    place->addWidget(new QLabel(tr("File")));
    place->addWidget(path_, 1);
    place->addWidget(browse_button);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    QPushButton* write = buttons->addButton(tr("Export"), QDialogButtonBox::AcceptRole);
    write->setDefault(true);
    auto* column = new QVBoxLayout(this);
    column->addWidget(options_);
    column->addLayout(place);
    column->addWidget(buttons);
    resize(560, sizeHint().height());
    connect(options_, &ExportOptions::choices_changed, this, &ExportDialog::follow_format);
    connect(browse_button, &QPushButton::clicked, this, &ExportDialog::browse);
    connect(path_, &QLineEdit::textChanged, write,
            [write](const QString& text) { write->setEnabled(!text.trimmed().isEmpty()); });
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    write->setFocus();
}

ExportChoices ExportDialog::choices() const {
    return options_->choices();
}

QString ExportDialog::path() const {
    return path_->text().trimmed();
}

void ExportDialog::follow_format(const ExportChoices& choices) {
    const QFileInfo file(path());
    if (const QString suffix = suffix_of(choices.format); file.suffix() != suffix) {
        path_->setText(file.dir().filePath(file.completeBaseName() + QLatin1Char('.') + suffix));
    }
}

void ExportDialog::browse() {
    const QString chosen = QFileDialog::getSaveFileName(this, tr("Export Picture"), path());
    if (!chosen.isEmpty()) {
        path_->setText(chosen);
    }
}

}  // namespace arenascope
