#pragma once

#include <QLabel>
#include <QWidget>

#include "core/model/settings/option.h"

class QLineEdit;
class QPushButton;

namespace arenascope {

/// The field of one option. Its unit stands beside it; its meaning, bounds and default, and what is wrong with its
/// value, stand below it.
///
///   ┌ 1,000 ──────── ▲▼ ┐ visits
///   └────────────────────┘
///   limit of the visits · 0 to 5,000 · default 1,000
class OptionField final : public QWidget {
    Q_OBJECT

public:
    explicit OptionField(const OptionSpec& spec, QWidget* parent = nullptr);

    /// The part that is edited; its object name is the key.
    [[nodiscard]] QWidget& input() const { return *input_; }
    /// Puts the field behind another widget in the tab order. Gives the last widget of the field.
    QWidget* follow(QWidget* before);
    /// The value as text, as on the command line.
    [[nodiscard]] QString value() const;
    void set_value(const QString& value);
    void reset();
    [[nodiscard]] bool is_default() const;
    /// What is wrong with the value and what to do; empty: it is valid.
    [[nodiscard]] QString error_text() const { return error_->text(); }

signals:
    void changed();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    [[nodiscard]] QWidget* new_input();
    [[nodiscard]] QWidget* new_line();
    [[nodiscard]] QString note() const;
    void choose_file(QLineEdit& line);
    void validate();

    OptionSpec spec_;
    QWidget* input_;
    QPushButton* browse_ = nullptr;  ///< null: the option names no file
    QLabel* note_;
    QLabel* error_;
};

}  // namespace arenascope
