#pragma once

#include <QLabel>
#include <QPushButton>
#include <QWidget>

#include "core/picture/plan/palette.h"

namespace arenascope {

/// A bar above the view while a run is paused, or a recording is followed: where it stands, and what it can do.
///
///   ● Paused at step 7.2.15: peak < before(best) — hit 3      [Continue F5] [Step F10] [Cancel]
///   ● Following run.rec: 1 234 steps                                          [Stop Following]
class PauseBar final : public QWidget {
    Q_OBJECT

public:
    /// Hidden until the first pause.
    explicit PauseBar(QWidget* parent = nullptr);

    /// `keys`: of *Continue* and *Step*, shown on the buttons; the window must define them.
    void set_keys(const QString& resume, const QString& step);
    /// The last button, if it is not *Cancel*; and the tooltip of *Continue*.
    void set_words(const QString& cancel, const QString& cancel_tooltip, const QString& resume_tooltip);
    void show_pause(const QString& text);
    /// Nothing is paused, so the first two buttons are hidden. Says nothing to screen readers: the text may change
    /// often.
    void show_going_on(const QString& text);
    [[nodiscard]] QString text() const { return text_->text(); }

signals:
    void resume_requested();
    void step_requested();
    void cancel_requested();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void show_text(const QString& text, bool is_paused);

    QLabel* sign_;
    QLabel* text_;
    QPushButton* resume_;
    QPushButton* step_;
    QPushButton* cancel_;
    Theme theme_ = Theme::light;
    bool is_paused_ = true;
};

}  // namespace arenascope
