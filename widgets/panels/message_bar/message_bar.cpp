#include "widgets/panels/message_bar/message_bar.h"

#include <QAccessible>
#include <QHBoxLayout>
#include <QPainter>

#include "qt/painting/theme.h"
#include "qt/words/tooltip.h"
#include "widgets/base/table_look.h"
#include "widgets/base/theme_follower.h"

namespace arenascope {
namespace {

constexpr int strip_width = 4;

}  // namespace

MessageBar::MessageBar(QWidget* parent)
    : QWidget(parent),
      sign_(new QLabel(this)),
      text_(new QLabel(this)),
      action_(new QPushButton(this)),
      close_(new QToolButton(this)) {
    text_->setWordWrap(true);
    text_->setMinimumWidth(12 * fontMetrics().averageCharWidth());  // a long word must not widen the window
    text_->setTextFormat(Qt::PlainText);
    text_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    close_->setText(QStringLiteral("✕"));
    close_->setAutoRaise(true);
    close_->setAccessibleName(tr("Close this message"));
    close_->setToolTip(plain_tooltip(close_->accessibleName()));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(12, 8, 8, 8);
    row->setSpacing(8);
    row->addWidget(sign_);
    row->addWidget(text_, 1);
    row->addWidget(action_);
    row->addWidget(close_);
    connect(action_, &QPushButton::clicked, this, &MessageBar::action_triggered);
    connect(close_, &QToolButton::clicked, this, [this] {
        hide();
        emit closed();
    });
    follow_theme(*this, [this](Theme theme) {
        theme_ = theme;
        refresh();
    });
    hide();
}

void MessageBar::show_message(Severity severity, const QString& text, const QString& action) {
    severity_ = severity;
    text_->setText(text);
    text_->setAccessibleName(text);
    text_->setToolTip(plain_tooltip(text));  // a long file name may not fit in a narrow window
    setAccessibleName(text);
    action_->setText(action);
    action_->setVisible(!action.isEmpty());
    refresh();
    show();
    QAccessibleEvent event(this, QAccessible::Alert);
    QAccessible::updateAccessibility(&event);
}

void MessageBar::show_error(const Error& error, const QString& action) {
    show_message(Severity::error, QString::fromStdString(to_string(error)), action);
}

void MessageBar::refresh() {
    const bool calm = severity_ == Severity::information;
    sign_->setText(calm ? tr("Note") : (severity_ == Severity::warning ? tr("Warning") : tr("Error")));
    apply_text_tone(*sign_, theme_, calm ? TextTone::dim : TextTone::risk);
    apply_text_tone(*text_, theme_, TextTone::plain);
    update();
}

// Not by a style sheet, which would keep the palette of the theme that it was set under.
void MessageBar::paintEvent(QPaintEvent* /*event*/) {
    const Palette& tokens = arenascope::palette(theme_);
    const Color strip = severity_ == Severity::information ? tokens.accent : tokens.high_over.edge;
    QPainter painter(this);
    painter.fillRect(rect(), qt_color(tokens.panel));
    painter.fillRect(0, 0, strip_width, height(), qt_color(strip));
    painter.fillRect(0, height() - 1, width(), 1, qt_color(tokens.line));
}

}  // namespace arenascope
