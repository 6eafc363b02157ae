#pragma once

#include <optional>
#include <string>
#include <vector>

#include <QDialog>

#include "core/format/external/external_list.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace arenascope {

/// The text of an external planner as a person edits it: `exec:json:./plan --fast` is JSON and `./plan --fast`.
struct ExternalText {
    bool is_json = false;
    std::string command;

    [[nodiscard]] static ExternalText of(const std::string& text);
    [[nodiscard]] std::string text() const { return (is_json ? "exec:json:" : "exec:") + command; }
};

/// Name, exchange format and command of an external planner, to add or to change it. Its button is enabled while all
/// of it is valid; otherwise the reason stands below the fields. Nothing is kept or run here.
class ExternalEntryDialog final : public QDialog {
    Q_OBJECT

public:
    /// `before`: that is changed; empty: a new one. `kept`: whose names are taken.
    ExternalEntryDialog(const std::optional<NamedExternal>& before, std::vector<NamedExternal> kept,
                        QWidget* parent = nullptr);

    /// What the fields say. Only valid after the dialog was accepted.
    [[nodiscard]] NamedExternal planner() const;

private:
    void check();

    std::string before_;  ///< the name; empty: a new one
    std::vector<NamedExternal> kept_;
    QLineEdit* name_;
    QComboBox* exchange_;
    QLineEdit* command_;
    QLabel* error_;
    QPushButton* keep_;
};

}  // namespace arenascope
