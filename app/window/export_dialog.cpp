#include "app/window/export_dialog.h"

#include <QDialogButtonBox>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QStandardPaths>
#include <QVBoxLayout>

#include "widgets/picture/picture_export.h"
#include "widgets/style/table_look.h"
#include "widgets/style/visible_text.h"

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
    : QDialog(parent),
      plan_path_(plan_path),
      proposed_(proposed_picture_path(plan_path, choices.format)),
      options_(new ExportOptions),
      path_(new QLineEdit),
      error_(new QLabel) {
    setWindowTitle(tr("Export Picture"));
    options_->set_choices(choices);
    path_->setText(proposed_);
    path_->setAccessibleName(tr("File to write"));
    auto* browse_button = new QPushButton(tr("Browse…"));
    browse_button->setAutoDefault(false);
    auto* place = new QHBoxLayout;
    place->addWidget(new QLabel(tr("File")));
    place->addWidget(path_, 1);
    place->addWidget(browse_button);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    write_ = buttons->addButton(tr("Export"), QDialogButtonBox::AcceptRole);
    error_->setWordWrap(true);
    error_->setTextFormat(Qt::PlainText);
    apply_panel_look(*this, choices.theme);
    apply_text_tone(*error_, choices.theme, TextTone::risk);
    auto* column = new QVBoxLayout(this);
    column->addWidget(options_);
    column->addLayout(place);
    column->addWidget(error_);
    column->addWidget(buttons);
    buttons->button(QDialogButtonBox::Cancel)->setAutoDefault(false);
    write_->setDefault(true);  // only after it is in the dialog, otherwise Cancel becomes the default
    resize(560, sizeHint().height());
    connect(options_, &ExportOptions::choices_changed, this, &ExportDialog::follow_format);
    connect(browse_button, &QPushButton::clicked, this, &ExportDialog::browse);
    connect(path_, &QLineEdit::textChanged, this, &ExportDialog::validate);
    connect(buttons, &QDialogButtonBox::accepted, this, &ExportDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    write_->setFocus();
    validate();
}

ExportChoices ExportDialog::choices() const {
    return options_->choices();
}

QString ExportDialog::path() const {
    return path_->text().trimmed();
}

QString ExportDialog::error_text() const {
    return error_->text();
}

void ExportDialog::accept() {
    const QFileInfo file(path());
    if (file.isFile() && file.absoluteFilePath() != to_replace_) {
        QMessageBox question(QMessageBox::Question, tr("Replace the file?"),
                             tr("%1 already exists.").arg(visible_text(file.fileName())),
                             QMessageBox::Yes | QMessageBox::Cancel, this);
        question.setTextFormat(Qt::PlainText);
        question.setDefaultButton(QMessageBox::Cancel);
        if (question.exec() != QMessageBox::Yes) {
            return;
        }
    }
    QDialog::accept();
}

void ExportDialog::validate() {
    const ExportChoices chosen = choices();
    const PictureSettings settings{static_cast<double>(chosen.width), static_cast<double>(chosen.height), chosen.scale,
                                   chosen.theme};
    const auto valid = arenascope::validate(settings).and_then(
        [this]() -> Expected<void> { return picture_format_of(path().toStdString()).map([](PictureFormat) {}); });
    error_->setText(valid ? QString() : QString::fromStdString(to_string(valid.error())));
    error_->setVisible(!valid);
    write_->setEnabled(valid.has_value());
}

void ExportDialog::follow_format(const ExportChoices& choices) {
    if (path() == proposed_) {
        proposed_ = proposed_picture_path(plan_path_, choices.format);
        path_->setText(proposed_);
    }
    const QFileInfo file(path());
    if (const QString suffix = suffix_of(choices.format); file.suffix() != suffix) {
        path_->setText(file.dir().filePath(file.completeBaseName() + QLatin1Char('.') + suffix));
    }
    validate();
}

void ExportDialog::browse() {
    const QString chosen = QFileDialog::getSaveFileName(this, tr("Export Picture"), path());
    if (!chosen.isEmpty()) {
        to_replace_ = QFileInfo(chosen).absoluteFilePath();
        path_->setText(chosen);
    }
}

}  // namespace arenascope
