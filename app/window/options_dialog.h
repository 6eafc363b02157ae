#pragma once

#include <QDialog>

#include "core/planner/option.h"

class QPushButton;
class QSpinBox;

namespace arenascope {

class OptionForm;

/// The dialog for a planner, its options and the seed. Its button does not close it, so that users can try variants.
class OptionsDialog final : public QDialog {
    Q_OBJECT

public:
    /// `action` is the text of the button. Empty: "Tune".
    explicit OptionsDialog(QWidget* parent = nullptr, const QString& action = {});

    [[nodiscard]] QString planner() const;
    [[nodiscard]] std::vector<KeyValue> settings() const;
    [[nodiscard]] std::uint64_t seed() const;
    void choose_planner(const QString& name);
    void set_choosing(bool choosing);
    /// While a run is under way, the button is disabled: another run would throw away what this one has found.
    void set_running(bool running);
    /// Sets the seed, and the options of the chosen planner: its defaults, changed by `settings`.
    void set_settings(const std::vector<KeyValue>& settings, std::uint64_t seed);

signals:
    void planner_changed(const QString& name);
    void tune_requested();

private:
    void enable_tune();

    OptionForm* form_;
    QSpinBox* seed_;
    QPushButton* tune_;
    bool is_running_ = false;
};

}  // namespace arenascope
