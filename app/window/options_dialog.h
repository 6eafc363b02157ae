#pragma once

#include <QDialog>

#include "core/planner/option.h"

class QPushButton;
class QSpinBox;

namespace arenascope {

class OptionForm;

/// Planner, its options and the seed. Stays open when its button is pressed, so that several can be tried.
class OptionsDialog final : public QDialog {
    Q_OBJECT

public:
    /// `action` stands on the button; "Tune" where it is empty.
    explicit OptionsDialog(QWidget* parent = nullptr, const QString& action = {});

    [[nodiscard]] QString planner() const;
    [[nodiscard]] std::vector<KeyValue> settings() const;
    [[nodiscard]] std::uint64_t seed() const;
    void choose_planner(const QString& name);
    void set_choosing(bool choosing);
    /// The chosen planner's options as its defaults with these settings, and the seed.
    void set_settings(const std::vector<KeyValue>& settings, std::uint64_t seed);

signals:
    void planner_changed(const QString& name);
    void tune_requested();

private:
    OptionForm* form_;
    QSpinBox* seed_;
    QPushButton* tune_;
};

}  // namespace arenascope
