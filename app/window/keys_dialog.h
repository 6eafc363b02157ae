#pragma once

#include <QDialog>

class QMenuBar;

namespace arenascope {

/// All keys, menu by menu as the actions have them, and what the mouse does: nothing is written here a second time
/// but what has no action.
class KeysDialog final : public QDialog {
    Q_OBJECT

public:
    KeysDialog(const QMenuBar& menus, QWidget* parent);
    /// What it says, without its markup.
    [[nodiscard]] QString text() const;
};

}  // namespace arenascope
