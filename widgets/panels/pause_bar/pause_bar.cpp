#include "widgets/panels/pause_bar/pause_bar.h"

#include <QAccessible>
#include <QHBoxLayout>
#include <QPainter>

#include "qt/painting/theme.h"
#include "qt/words/tooltip.h"
#include "widgets/base/table_look.h"
#include "widgets/base/theme_follower.h"

namespace arenascope {
namespace {

constexpr int pause_strip_width = 4;

/// The button that most people press next.
void apply_chief_look(QPushButton& button, Theme theme) {
    const Palette& tokens = arenascope::palette(theme);
    QPalette colours;
    colours.setColor(QPalette::Button, qt_color(tokens.accent));
    colours.setColor(QPalette::ButtonText, qt_color(tokens.accent_ink));
    button.setPalette(colours);
}

}  // namespace

PauseBar::PauseBar(QWidget* parent)
    : QWidget(parent),
      sign_(new QLabel(tr("●"), this)),
      text_(new QLabel(this)),
      resume_(new QPushButton(tr("Continue"), this)),
      step_(new QPushButton(tr("Step"), this)),
      cancel_(new QPushButton(tr("Cancel"), this)) {
    text_->setWordWrap(true);
    text_->setMinimumWidth(12 * fontMetrics().averageCharWidth());  // a long condition must not widen the window
    text_->setTextFormat(Qt::PlainText);
    text_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    QFont bold = text_->font();
    bold.setBold(true);
    text_->setFont(bold);
    resume_->setToolTip(tr("Goes on until a breakpoint stops the run again"));
    step_->setToolTip(tr("Goes on until the next step has ended: a rearrangement, a group or an iteration"));
    cancel_->setToolTip(tr("Stops the run and keeps the best layout so far"));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(panel_margins);
    row->setSpacing(8);
    row->addWidget(sign_);
    row->addWidget(text_, 1);
    for (QPushButton* button : {resume_, step_, cancel_}) {
        row->addWidget(button);
    }
    connect(resume_, &QPushButton::clicked, this, &PauseBar::resume_requested);
    connect(step_, &QPushButton::clicked, this, &PauseBar::step_requested);
    connect(cancel_, &QPushButton::clicked, this, &PauseBar::cancel_requested);
    follow_theme(*this, [this](Theme theme) {
        theme_ = theme;
        apply_text_tone(*sign_, theme, is_paused_ ? TextTone::risk : TextTone::good);
        apply_text_tone(*text_, theme, TextTone::plain);
        apply_chief_look(*resume_, theme);
        update();
    });
    hide();
}

void PauseBar::set_keys(const QString& resume, const QString& step) {
    resume_->setText(tr("Continue %1").arg(resume));
    step_->setText(tr("Step %1").arg(step));
}

void PauseBar::set_words(const QString& cancel, const QString& cancel_tooltip, const QString& resume_tooltip) {
    cancel_->setText(cancel);
    cancel_->setToolTip(plain_tooltip(cancel_tooltip));
    resume_->setToolTip(plain_tooltip(resume_tooltip));
}

void PauseBar::show_text(const QString& text, bool is_paused) {
    text_->setText(text);
    text_->setAccessibleName(text);
    setAccessibleName(text);
    resume_->setVisible(is_paused);
    step_->setVisible(is_paused);
    if (is_paused_ != is_paused) {
        is_paused_ = is_paused;
        apply_text_tone(*sign_, theme_, is_paused ? TextTone::risk : TextTone::good);
        update();
    }
    show();
}

void PauseBar::show_going_on(const QString& text) {
    show_text(text, false);
}

void PauseBar::show_pause(const QString& text) {
    if (!isHidden() && is_paused_ && text_->text() == text) {
        return;
    }
    show_text(text, true);
    QAccessibleEvent event(this, QAccessible::Alert);
    QAccessible::updateAccessibility(&event);
}

// Not by a style sheet, which would keep the palette of the theme that it was set under.
void PauseBar::paintEvent(QPaintEvent* /*event*/) {
    const Palette& tokens = arenascope::palette(theme_);
    QPainter painter(this);
    painter.fillRect(rect(), qt_color(tokens.panel));
    painter.fillRect(0, 0, pause_strip_width, height(), qt_color(is_paused_ ? tokens.high_over.edge : tokens.accent));
    painter.fillRect(0, height() - 1, width(), 1, qt_color(tokens.line));
}

}  // namespace arenascope
