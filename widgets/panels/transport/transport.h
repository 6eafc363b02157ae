#pragma once

#include <vector>

#include <QAction>
#include <QComboBox>
#include <QLabel>
#include <QTimer>
#include <QWidget>

#include "core/picture/plan/palette.h"
#include "widgets/panels/transport/step_slider.h"

namespace arenascope {

/// Steps through a run: first, previous, play, next, last, a slider and the position as text. Each command is a
/// QAction, so that menus show the same keys and states. It only requests steps; the owner sets the position.
class Transport final : public QWidget {
    Q_OBJECT

public:
    explicit Transport(QWidget* parent = nullptr);

    /// Allows steps 0 to count − 1; 0 disables everything.
    void set_range(int count);
    /// Whether there is a step before the first one and after the last one, on another level of the run.
    void set_beyond(bool before, bool after);
    /// False: the speed of playing is left out.
    void set_speed_offered(bool offered);
    /// Shows a step. Emits no signal.
    void set_position(int step);
    /// Names the shown step in place of its number, such as "group 2 of 5 in iteration 3". Empty: the number.
    void set_place(const QString& words);
    /// Marks steps on the slider. Ascending.
    void set_marks(std::vector<int> steps);
    [[nodiscard]] int position() const { return position_; }
    [[nodiscard]] int count() const { return count_; }
    [[nodiscard]] bool is_playing() const { return timer_->isActive(); }
    void stop();

    [[nodiscard]] QAction* first_action() const { return first_; }
    [[nodiscard]] QAction* previous_action() const { return previous_; }
    /// Checkable: play and pause. Playing from the last step starts again.
    [[nodiscard]] QAction* play_action() const { return play_; }
    [[nodiscard]] QAction* next_action() const { return next_; }
    [[nodiscard]] QAction* last_action() const { return last_; }

    /// Without the speed, which is left out if there is no room for it.
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    void range_changed();
    /// The user or the play timer requests this step.
    void step_requested(int step);
    /// The user goes beyond the last step, or else before the first one, see set_beyond().
    void beyond_requested(bool forward);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void build();
    void show_speed();
    [[nodiscard]] int speed_width() const;
    /// Also the one before the first or after the last, see set_beyond().
    void request(int step);
    void play(bool on);
    void tick();
    void refresh();
    [[nodiscard]] int interval_ms() const;
    void draw_icons();

    bool speed_offered_ = true;
    bool has_before_ = false;
    bool has_after_ = false;
    int count_ = 0;
    int position_ = 0;
    QString place_words_;  ///< empty: the number of the step
    QAction* first_;
    QAction* previous_;
    QAction* play_;
    QAction* next_;
    QAction* last_;
    StepSlider* slider_;
    QLabel* place_;
    QComboBox* speed_;
    QTimer* timer_;
    Theme theme_ = Theme::light;
};

}  // namespace arenascope
