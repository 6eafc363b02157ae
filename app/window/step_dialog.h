#pragma once

#include <memory>
#include <optional>

#include <QDialog>

#include "core/memory/problem.h"

class QLabel;
class QLineEdit;

namespace arenascope {

/// Asks for a step of the time axis: its number, or the name of its operator (see step_named). Stays open with the
/// error until the text names a step.
class StepDialog final : public QDialog {
    Q_OBJECT

public:
    /// `current`: the step of the time cursor, which is proposed.
    StepDialog(std::shared_ptr<const Problem> problem, std::optional<Step> current, QWidget* parent = nullptr);

    /// The chosen step, after the dialog was accepted.
    [[nodiscard]] Step step() const { return step_; }

    void accept() override;

private:
    std::shared_ptr<const Problem> problem_;
    QLineEdit* field_;
    QLabel* error_;
    Step step_;
};

}  // namespace arenascope
