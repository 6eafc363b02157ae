#pragma once

#include <QDialog>

class QMenuBar;

namespace arenascope {

/// Lists all keys and mouse gestures. The keys of commands come from the menus; only gestures and keys without a
/// command are written here.
class KeysDialog final : public QDialog {
    Q_OBJECT

public:
    KeysDialog(const QMenuBar& menus, QWidget* parent);
    /// The text without markup.
    [[nodiscard]] QString text() const;
};

}  // namespace arenascope
