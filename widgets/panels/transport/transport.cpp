#include "widgets/panels/transport/transport.h"

#include <algorithm>
#include <utility>

#include <QHBoxLayout>
#include <QPainter>
#include <QPainterPath>
#include <QSignalBlocker>
#include <QToolButton>

#include "qt/painting/theme.h"
#include "qt/words/tooltip.h"
#include "widgets/base/accessible_names.h"
#include "widgets/base/theme_follower.h"

namespace arenascope {
namespace {

constexpr int icon_side = 16;

enum class Sign { first, previous, play, pause, next, last };

void add_triangle(QPainterPath& path, double left, double right) {
    path.moveTo(left, 3);
    path.lineTo(right, 8);
    path.lineTo(left, 13);
    path.closeSubpath();
}

QPainterPath shape_of(Sign sign) {
    QPainterPath path;
    switch (sign) {
        case Sign::first:
            path.addRect(3, 3, 2, 10);
            add_triangle(path, 13, 6);
            break;
        case Sign::previous:
            add_triangle(path, 12, 4);
            break;
        case Sign::play:
            add_triangle(path, 4, 13);
            break;
        case Sign::pause:
            path.addRect(4, 3, 3, 10);
            path.addRect(9, 3, 3, 10);
            break;
        case Sign::next:
            add_triangle(path, 4, 12);
            break;
        case Sign::last:
            add_triangle(path, 3, 10);
            path.addRect(11, 3, 2, 10);
            break;
    }
    return path;
}

/// Drawn here, so that all five match and follow the theme.
QIcon icon_of(Sign sign, Theme theme) {
    QIcon icon;
    for (const auto mode : {QIcon::Normal, QIcon::Disabled}) {
        constexpr int scale = 2;
        QPixmap pixmap(icon_side * scale, icon_side * scale);
        pixmap.fill(Qt::transparent);
        pixmap.setDevicePixelRatio(scale);
        QPainter painter(&pixmap);
        painter.setRenderHint(QPainter::Antialiasing);
        const Palette& tokens = palette(theme);
        painter.fillPath(shape_of(sign), qt_color(mode == QIcon::Normal ? tokens.ink : tokens.line));
        painter.end();
        icon.addPixmap(pixmap, mode);
    }
    return icon;
}

}  // namespace

Transport::Transport(QWidget* parent)
    : QWidget(parent),
      first_(new QAction(tr("&First Iteration"), this)),
      previous_(new QAction(tr("&Previous Iteration"), this)),
      play_(new QAction(tr("P&lay"), this)),
      next_(new QAction(tr("&Next Iteration"), this)),
      last_(new QAction(tr("L&ast Iteration"), this)),
      slider_(new StepSlider(this)),
      place_(new QLabel(this)),
      speed_(new QComboBox(this)),
      timer_(new QTimer(this)) {
    build();
    connect(first_, &QAction::triggered, this, [this] { request(0); });
    connect(previous_, &QAction::triggered, this, [this] { request(position_ - 1); });
    connect(next_, &QAction::triggered, this, [this] { request(position_ + 1); });
    connect(last_, &QAction::triggered, this, [this] { request(count_ - 1); });
    connect(play_, &QAction::toggled, this, &Transport::play);
    connect(slider_, &QSlider::valueChanged, this, &Transport::request);
    connect(timer_, &QTimer::timeout, this, &Transport::tick);
    connect(speed_, &QComboBox::currentIndexChanged, this, [this] { timer_->setInterval(interval_ms()); });
    follow_theme(*this, [this](Theme theme) {
        theme_ = theme;
        draw_icons();
    });
    refresh();
}

void Transport::build() {
    play_->setCheckable(true);
    slider_->setAccessibleName(tr("Iteration"));
    slider_->setMinimumWidth(6 * fontMetrics().averageCharWidth());
    slider_->setFocusPolicy(Qt::TabFocus);
    place_->setAccessibleName(tr("Iteration and last iteration"));
    speed_->setAccessibleName(tr("Speed of playing"));
    speed_->setFocusPolicy(Qt::TabFocus);
    speed_->setToolTip(tr("Iterations per second while playing"));
    for (const int steps_a_second : {1, 2, 5, 10, 30}) {
        speed_->addItem(tr("%1 / s").arg(steps_a_second), 1000 / steps_a_second);
    }
    speed_->setCurrentIndex(1);
    timer_->setInterval(interval_ms());

    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(4);
    const auto add_button = [&](QAction* action) {
        auto* button = new QToolButton(this);
        button->setDefaultAction(action);
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::TabFocus);
        button->setAccessibleName(action->text().remove(QLatin1Char('&')));
        row->addWidget(button);
    };
    add_button(first_);
    add_button(previous_);
    add_button(play_);
    row->addWidget(slider_, 1);
    add_button(next_);
    add_button(last_);
    row->addWidget(place_);
    row->addWidget(speed_);
}

int Transport::speed_width() const {
    return speed_->minimumSizeHint().width() + layout()->spacing();
}

QSize Transport::minimumSizeHint() const {
    const QSize least = layout()->minimumSize();
    return {least.width() - (speed_->isHidden() ? 0 : speed_width()), least.height()};
}

void Transport::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    show_speed();
}

void Transport::show_speed() {
    speed_->setVisible(speed_offered_ && width() >= minimumSizeHint().width() + speed_width());
}

void Transport::set_speed_offered(bool offered) {
    speed_offered_ = offered;
    show_speed();
}

void Transport::set_range(int count) {
    count_ = std::max(0, count);
    position_ = std::clamp(position_, 0, std::max(0, count_ - 1));
    if (count_ == 0) {
        stop();
    }
    refresh();
    emit range_changed();
}

void Transport::set_beyond(bool before, bool after) {
    has_before_ = before;
    has_after_ = after;
    refresh();
}

void Transport::set_position(int step) {
    position_ = std::clamp(step, 0, std::max(0, count_ - 1));
    refresh();
}

void Transport::set_place(const QString& words) {
    place_words_ = words;
    refresh();
}

void Transport::set_marks(std::vector<int> steps) {
    slider_->set_marks(std::move(steps));
}

void Transport::stop() {
    play_->setChecked(false);
}

void Transport::request(int step) {
    if (step < 0 ? has_before_ : step >= count_ && has_after_) {
        emit beyond_requested(step > 0);
        return;
    }
    const int wanted = std::clamp(step, 0, std::max(0, count_ - 1));
    if (count_ == 0 || wanted == position_) {
        return;
    }
    set_position(wanted);
    emit step_requested(wanted);
}

void Transport::play(bool on) {
    if (on && position_ >= count_ - 1) {
        request(0);
    }
    on ? timer_->start() : timer_->stop();
    draw_icons();
}

void Transport::tick() {
    request(position_ + 1);
    if (position_ >= count_ - 1) {
        stop();
    }
}

void Transport::refresh() {
    const QSignalBlocker quiet(slider_);
    slider_->setRange(0, std::max(0, count_ - 1));
    slider_->setValue(position_);
    slider_->setEnabled(count_ > 1);
    first_->setEnabled(position_ > 0);
    previous_->setEnabled(position_ > 0 || has_before_);
    next_->setEnabled(position_ + 1 < count_ || has_after_);
    last_->setEnabled(position_ + 1 < count_);
    play_->setEnabled(count_ > 1);
    const QString before = place_->text();
    place_->setText(count_ == 0              ? QStringLiteral("–")
                    : place_words_.isEmpty() ? QStringLiteral("%1 / %2").arg(position_).arg(count_ - 1)
                                             : place_words_);
    if (place_->text() != before) {
        tell_text_changed(*place_);
    }
    // Fits the longest text, so that the toolbar does not move while stepping.
    place_->setMinimumWidth(fontMetrics().horizontalAdvance(QStringLiteral("%1 / %1").arg(std::max(count_, 99))));
    // A narrow tool bar cuts the end of the words; the tooltip has all of them.
    place_->setAlignment((place_words_.isEmpty() ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    place_->setToolTip(plain_tooltip(place_words_));
}

int Transport::interval_ms() const {
    return speed_->currentData().toInt();
}

void Transport::draw_icons() {
    first_->setIcon(icon_of(Sign::first, theme_));
    previous_->setIcon(icon_of(Sign::previous, theme_));
    play_->setIcon(icon_of(play_->isChecked() ? Sign::pause : Sign::play, theme_));
    play_->setText(play_->isChecked() ? tr("P&ause") : tr("P&lay"));
    next_->setIcon(icon_of(Sign::next, theme_));
    last_->setIcon(icon_of(Sign::last, theme_));
}

}  // namespace arenascope
