#pragma once

#include <QDialog>
#include <QPlainTextEdit>
#include <QString>

namespace arenascope {

/// Asks what counts as code of libraries in memory snapshots: a list of beginnings of paths, one a line.
class LibraryCodeDialog final : public QDialog {
    Q_OBJECT

public:
    /// `list`: separated by commas, see is_library_code().
    explicit LibraryCodeDialog(const QString& list, QWidget* parent = nullptr);

    /// The same after edits. Empty lines are left out.
    [[nodiscard]] QString list() const;

private:
    QPlainTextEdit* lines_;
};

}  // namespace arenascope
