#pragma once

#include <QDialogButtonBox>
#include <QPushButton>

#include "app/window/dialogs/options_dialog.h"

namespace arenascope::test {

/// The button that runs the planner.
inline QPushButton* tune_button(const OptionsDialog& dialog) {
    const auto* box = dialog.findChild<QDialogButtonBox*>();
    for (auto* each : box->buttons()) {
        if (box->buttonRole(each) == QDialogButtonBox::ApplyRole) {
            return qobject_cast<QPushButton*>(each);
        }
    }
    return nullptr;
}

}  // namespace arenascope::test
