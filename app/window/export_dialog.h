#pragma once

#include <QDialog>

#include "widgets/export_options/export_options.h"

class QLabel;
class QLineEdit;
class QPushButton;

namespace arenascope {

/// Asks how a picture of the plan is to be written, and where. Enter writes it to the place that is proposed.
class ExportDialog final : public QDialog {
    Q_OBJECT

public:
    /// `proposed` is the path of the plan: the picture is proposed beside it, under a name that is free.
    ExportDialog(const QString& plan_path, const ExportChoices& choices, QWidget* parent = nullptr);

    [[nodiscard]] ExportChoices choices() const;
    [[nodiscard]] QString path() const;
    /// What keeps the picture from being written as it stands; empty when nothing does.
    [[nodiscard]] QString error_text() const;

    /// Asks before it writes over a file that is there, unless the file was picked as the one to replace.
    void accept() override;

private:
    void follow_format(const ExportChoices& choices);
    void validate();
    void browse();

    QString plan_path_;
    QString proposed_;
    QString to_replace_;  ///< the system's file dialog has asked about it already
    ExportOptions* options_;
    QLineEdit* path_;
    QLabel* error_;
    QPushButton* write_;
};

/// Where a picture of the plan goes if nobody says otherwise: beside it where that folder can be written, else among
/// the user's pictures; never over a file that is there.
[[nodiscard]] QString proposed_picture_path(const QString& plan_path, ExportChoices::Format format);

}  // namespace arenascope
