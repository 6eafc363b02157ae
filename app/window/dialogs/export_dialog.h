#pragma once

#include <memory>

#include <QDialog>

#include "app/window/dialogs/picture_source.h"
#include "widgets/picture/export_options/export_options.h"

class QLabel;
class QLineEdit;
class QMimeData;
class QPushButton;

namespace arenascope {

class PicturePreview;

/// Asks what a picture shows, its format and its path, with a preview. Enter accepts the proposed path.
class ExportDialog final : public QDialog {
    Q_OBJECT

public:
    /// Proposes an unused name in the folder of the plan. `source` is previewed; null: there is no preview.
    ExportDialog(const QString& plan_path, const ExportChoices& choices,
                 std::shared_ptr<const PictureSource> source = nullptr, QWidget* parent = nullptr);

    [[nodiscard]] ExportChoices choices() const;
    [[nodiscard]] QString path() const;
    /// The picture as a file in a folder that lasts as long as the program, for a mail or a document. Null: it cannot
    /// be written, which is shown.
    [[nodiscard]] std::unique_ptr<QMimeData> dragged_picture();
    /// Why the picture cannot be written yet. Empty: it can.
    [[nodiscard]] QString error_text() const;

    /// Asks before it replaces a file, unless the file dialog has already asked.
    void accept() override;

private:
    void follow_format(const ExportChoices& choices);
    void validate();
    void browse();
    void lay_out();
    void show_preview();
    void drag();

    QString plan_path_;
    QString proposed_;
    QString to_replace_;                           ///< the file dialog has already asked about this file
    std::shared_ptr<const PictureSource> source_;  ///< null: no preview
    ExportOptions* options_;
    PicturePreview* preview_;
    QLineEdit* path_;
    QLabel* error_;
    QPushButton* write_;
};

/// The default path of a picture: in the folder of the plan if that is writable, otherwise in the user's pictures
/// folder. Never an existing file.
[[nodiscard]] QString proposed_picture_path(const QString& plan_path, ExportChoices::Format format);

}  // namespace arenascope
