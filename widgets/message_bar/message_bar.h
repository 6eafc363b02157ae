#pragma once

#include <QLabel>
#include <QPushButton>
#include <QToolButton>
#include <QWidget>

#include "core/error/error.h"
#include "core/picture/palette.h"

namespace arenascope {

/// A bar on top of the view that says what happened without taking the view away.
class MessageBar final : public QWidget {
    Q_OBJECT

public:
    enum class Severity { information, warning, error };

    /// Hidden until there is something to say.
    explicit MessageBar(QWidget* parent = nullptr);

    /// `action` labels a button; empty: none.
    void show_message(Severity severity, const QString& text, const QString& action = {});
    /// File, line, cause and cure.
    void show_error(const Error& error, const QString& action = {});
    [[nodiscard]] QString text() const { return text_->text(); }

signals:
    void action_triggered();
    void closed();

private:
    void refresh();

    QLabel* sign_;
    QLabel* text_;
    QPushButton* action_;
    QToolButton* close_;
    Severity severity_ = Severity::information;
    Theme theme_ = Theme::light;
};

}  // namespace arenascope
