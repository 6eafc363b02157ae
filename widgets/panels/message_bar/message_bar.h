#pragma once

#include <QLabel>
#include <QPushButton>
#include <QToolButton>
#include <QWidget>

#include "core/base/error/error.h"
#include "core/picture/plan/palette.h"

namespace arenascope {

/// A bar above the view for messages. The view stays visible.
class MessageBar final : public QWidget {
    Q_OBJECT

public:
    enum class Severity { information, warning, error };

    /// Hidden until the first message.
    explicit MessageBar(QWidget* parent = nullptr);

    /// `action` is the label of a button; empty: no button.
    void show_message(Severity severity, const QString& text, const QString& action = {});
    /// Shows the file, the line, the cause and the cure.
    void show_error(const Error& error, const QString& action = {});
    [[nodiscard]] QString text() const { return text_->text(); }

signals:
    void action_triggered();
    void closed();

protected:
    void paintEvent(QPaintEvent* event) override;

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
