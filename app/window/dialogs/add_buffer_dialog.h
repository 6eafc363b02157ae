#pragma once

#include <functional>
#include <optional>

#include <QDialog>

#include "core/base/error/error.h"
#include "core/model/memory/problem.h"

class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;

namespace arenascope {

/// Asks for the name, size, lifetime and region of a buffer, and adds it. Stays open with the error until it is added.
class AddBufferDialog final : public QDialog {
    Q_OBJECT

public:
    using Add = std::function<Expected<void>(Buffer)>;

    /// Proposes a free name and a lifetime of one step. `begin`: the step of the time cursor; empty: the first step.
    AddBufferDialog(const Problem& problem, std::optional<Step> begin, Add add, QWidget* parent = nullptr);

    void accept() override;

private:
    QLineEdit* add_field(QFormLayout& form, const QString& label, const QString& text);
    void show_error(const QString& text, QLineEdit& field);

    Add add_;
    QLineEdit* name_;
    QLineEdit* size_;
    QLineEdit* begin_;
    QLineEdit* end_;
    QComboBox* region_;
    QLabel* error_;
};

}  // namespace arenascope
