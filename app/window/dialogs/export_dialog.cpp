#include "app/window/dialogs/export_dialog.h"

#include <utility>

#include <QCoreApplication>
#include <QDialogButtonBox>
#include <QDir>
#include <QDrag>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QUrl>
#include <QVBoxLayout>

#include "app/window/frame/screen_fit.h"
#include "qt/painting/picture_export.h"
#include "qt/words/visible_text.h"
#include "widgets/base/file_dialog.h"
#include "widgets/base/table_look.h"
#include "widgets/base/theme_follower.h"
#include "widgets/picture/export_options/picture_preview.h"

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

/// Of the small picture under the pointer.
constexpr QSize dragged_size(160, 120);

struct DraggedFolder : QObject {
    using QObject::QObject;
    QTemporaryDir folder;
};

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

ExportDialog::ExportDialog(const QString& plan_path, const ExportChoices& choices,
                           std::shared_ptr<const PictureSource> source, QWidget* parent)
    : QDialog(parent),
      plan_path_(plan_path),
      proposed_(proposed_picture_path(plan_path, choices.format)),
      source_(std::move(source)),
      options_(new ExportOptions),
      preview_(new PicturePreview),
      path_(new QLineEdit),
      error_(new QLabel),
      write_(nullptr) {
    setWindowTitle(tr("Export Picture"));
    if (source_) {
        QStringList marks;
        for (const std::string& text : mark_texts(source_->marks, *source_->plan->problem)) {
            marks << visible_text(text);
        }
        options_->set_seen(source_->is_part, marks);
        options_->offer_notes(!source_->page.pinned_notes.empty());
    }
    options_->set_choices(choices);
    path_->setText(proposed_);
    path_->setAccessibleName(tr("File to write"));
    error_->setWordWrap(true);
    error_->setTextFormat(Qt::PlainText);
    lay_out();
    follow_theme(*this, [this](Theme theme) {
        apply_panel_look(*this, theme);
        apply_text_tone(*error_, theme, TextTone::risk);
    });
    connect(options_, &ExportOptions::choices_changed, this, &ExportDialog::follow_format);
    connect(options_, &ExportOptions::choices_changed, this, &ExportDialog::show_preview);
    connect(path_, &QLineEdit::textChanged, this, &ExportDialog::validate);
    connect(preview_, &PicturePreview::drag_begun, this, &ExportDialog::drag);
    write_->setFocus();
    validate();
    show_preview();
    resize(sizeHint());
    fit_into_screen(*this);
}

void ExportDialog::lay_out() {
    auto* options = new QVBoxLayout;
    options->addWidget(options_);
    options->addStretch(1);
    auto* top = new QHBoxLayout;
    top->setSpacing(panel_margins.right());
    top->addLayout(options);
    top->addWidget(preview_, 1);
    preview_->setVisible(source_ != nullptr);
    preview_->setToolTip(tr("Drag the picture into a mail or a document"));
    auto* browse_button = new QPushButton(tr("&Browse…"));
    browse_button->setAutoDefault(false);
    auto* place = new QHBoxLayout;
    auto* place_label = new QLabel(tr("Fil&e"));
    place_label->setBuddy(path_);
    place->addWidget(place_label);
    place->addWidget(path_, 1);
    place->addWidget(browse_button);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    write_ = buttons->addButton(tr("Export"), QDialogButtonBox::AcceptRole);
    auto* column = new QVBoxLayout(this);
    column->addLayout(top, 1);
    column->addLayout(place);
    column->addWidget(error_);
    column->addWidget(buttons);
    QPushButton* cancel = buttons->button(QDialogButtonBox::Cancel);
    cancel->setAutoDefault(false);
    write_->setDefault(true);  // only after it is in the dialog, otherwise Cancel becomes the default
    setTabOrder(options_, path_);
    setTabOrder(path_, browse_button);
    setTabOrder(browse_button, write_);
    setTabOrder(write_, cancel);
    connect(browse_button, &QPushButton::clicked, this, &ExportDialog::browse);
    connect(buttons, &QDialogButtonBox::accepted, this, &ExportDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
}

void ExportDialog::show_preview() {
    if (!source_) {
        return;
    }
    const ExportChoices chosen = choices();
    const PictureSettings shown = on_paper(settings_of(chosen));
    preview_->show_picture(QSizeF(shown.width, shown.height),
                           [source = source_, chosen, shown](double scale, const IsOutdated& is_outdated) {
                               PictureSettings settings = shown;
                               settings.scale = scale;
                               return render_image(page_of(*source, chosen), settings, is_outdated);
                           });
}

std::unique_ptr<QMimeData> ExportDialog::dragged_picture() {
    validate();
    if (!source_ || !write_->isEnabled()) {
        return nullptr;
    }
    // Whoever takes the picture may read it long after this dialog is closed.
    auto* folder = new DraggedFolder(QCoreApplication::instance());
    const QString file = folder->folder.filePath(QFileInfo(path()).fileName());
    const auto written = export_picture(file.toStdString(), page_of(*source_, choices()), settings_of(choices()));
    if (!written) {
        delete folder;
        error_->setText(QString::fromStdString(to_string(written.error())));
        error_->setVisible(true);
        return nullptr;
    }
    auto data = std::make_unique<QMimeData>();
    data->setUrls({QUrl::fromLocalFile(file)});
    return data;
}

void ExportDialog::drag() {
    if (auto data = dragged_picture()) {
        auto* drag = new QDrag(preview_);
        drag->setMimeData(data.release());
        const QImage& image = preview_->image();
        drag->setPixmap(QPixmap::fromImage(image.scaled(dragged_size, Qt::KeepAspectRatio, Qt::SmoothTransformation)));
        drag->exec(Qt::CopyAction);
    }
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
    const auto valid = arenascope::validate(settings_of(choices())).and_then([this]() -> Expected<void> {
        return picture_format_of(path().toStdString()).map([](PictureFormat) {});
    });
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
    const QString chosen = choose_path_to_save(this, tr("Export Picture"), path(),
                                               {tr("PNG (*.png)"), tr("SVG (*.svg)"), tr("PDF (*.pdf)")});
    if (!chosen.isEmpty()) {
        to_replace_ = QFileInfo(chosen).absoluteFilePath();
        path_->setText(chosen);
    }
}

}  // namespace arenascope
