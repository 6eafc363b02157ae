#pragma once

#include <QDialog>

#include "widgets/export_options/export_options.h"

class QLabel;
class QLineEdit;
class QPushButton;

namespace arenascope {

/// Asks for the format and the path of a picture. Enter accepts the proposed path.
class ExportDialog final : public QDialog {
    Q_OBJECT

public:
    /// Proposes an unused name in the folder of the plan.
    ExportDialog(const QString& plan_path, const ExportChoices& choices, QWidget* parent = nullptr);

    [[nodiscard]] ExportChoices choices() const;
    [[nodiscard]] QString path() const;
    /// Why the picture cannot be written yet. Empty: it can.
    [[nodiscard]] QString error_text() const;

    /// Asks before it replaces a file, unless the file dialog has already asked.
    void accept() override;

private:
    void follow_format(const ExportChoices& choices);
    void validate();
    void browse();

    QString plan_path_;
    QString proposed_;
    QString to_replace_;  ///< the file dialog has already asked about this file
    ExportOptions* options_;
    QLineEdit* path_;
    QLabel* error_;
    QPushButton* write_;
};

/// The default path of a picture: in the folder of the plan if that is writable, otherwise in the user's pictures
/// folder. Never an existing file.
[[nodiscard]] QString proposed_picture_path(const QString& plan_path, ExportChoices::Format format);

}  // namespace arenascope
