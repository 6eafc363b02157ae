#pragma once

#include <QLabel>
#include <QPushButton>
#include <QWidget>

#include "core/picture/plan/palette.h"

namespace arenascope {

/// A bar above the view while a run is paused: where it stands, and what it can do.
///
///   ● Paused at step 7.2.15: peak < before(best) — hit 3      [Continue F5] [Step F10] [Cancel]
class PauseBar final : public QWidget {
    Q_OBJECT

public:
    /// Hidden until the first pause.
    explicit PauseBar(QWidget* parent = nullptr);

    /// `keys`: of *Continue* and *Step*, shown on the buttons; the window must define them.
    void set_keys(const QString& resume, const QString& step);
    void show_pause(const QString& text);
    [[nodiscard]] QString text() const { return text_->text(); }

signals:
    void resume_requested();
    void step_requested();
    void cancel_requested();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QLabel* sign_;
    QLabel* text_;
    QPushButton* resume_;
    QPushButton* step_;
    QPushButton* cancel_;
    Theme theme_ = Theme::light;
};

}  // namespace arenascope
