#include "widgets/panels/recovery_bar/recovery_bar.h"

#include <algorithm>

#include <QAccessible>
#include <QHBoxLayout>
#include <QPainter>
#include <QPushButton>
#include <QScrollBar>

#include "qt/painting/theme.h"
#include "qt/words/tooltip.h"
#include "widgets/base/steady_scroll_area.h"
#include "widgets/base/table_look.h"
#include "widgets/base/theme_follower.h"
#include "widgets/base/wrapped_label.h"

namespace arenascope {
namespace {

constexpr int recovery_strip_width = 4;
constexpr int most_height = 220;
constexpr int least_words = 45;  ///< letters in a line, where the buttons stand beside it

}  // namespace

RecoveryBar::RecoveryBar(QWidget* parent) : QWidget(parent), area_(new SteadyScrollArea) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(recovery_strip_width, 0, 0, 1);
    column->addWidget(area_);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    follow_theme(*this, [this](Theme theme) {
        theme_ = theme;
        apply_panel_look(*area_, theme);
        update();
    });
    hide();
}

void RecoveryBar::set_rows(const std::vector<Row>& rows) {
    lines_ = new QWidget;
    parts_.clear();
    auto* column = new QVBoxLayout(lines_);
    column->setContentsMargins(panel_margins);
    column->setSpacing(8);
    QStringList texts;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        column->addWidget(new_line(rows[i], static_cast<int>(i)));
        texts << rows[i].text;
    }
    area_->setWidget(lines_);  // deletes the former one
    area_->show();
    setVisible(!rows.empty());
    fit_height();
    setAccessibleName(texts.join(QLatin1Char(' ')));
    if (!rows.empty()) {
        QAccessibleEvent event(this, QAccessible::Alert);
        QAccessible::updateAccessibility(&event);
    }
}

QWidget* RecoveryBar::new_line(const Row& row, int position) {
    auto* line = new QWidget;
    auto* parts = new QBoxLayout(QBoxLayout::LeftToRight, line);
    parts->setContentsMargins(0, 0, 0, 0);
    parts->setSpacing(8);
    parts_.push_back(parts);
    auto* words = new QVBoxLayout;
    words->setSpacing(2);
    words->setContentsMargins(0, 0, 0, 0);
    const auto add_words = [words, &row](const QString& text, TextTone tone) {
        auto* label = new WrappedLabel(text);
        label->setToolTip(plain_tooltip(row.path));
        follow_theme(*label, [label, tone](Theme theme) { apply_text_tone(*label, theme, tone); });
        words->addWidget(label);
    };
    add_words(row.text, TextTone::plain);
    if (!row.detail.isEmpty()) {
        add_words(row.detail, TextTone::dim);
    }
    parts->addLayout(words, 1);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    const auto add_button = [this, buttons, &row, position](const QString& text, const QString& tooltip,
                                                            void (RecoveryBar::*requested)(int)) {
        auto* button = new QPushButton(text);
        button->setToolTip(plain_tooltip(tooltip));
        button->setAccessibleName(tr("%1: %2").arg(text, row.text));
        button->setEnabled(row.is_enabled);
        buttons->addWidget(button, 0, Qt::AlignTop);
        // Queued, because the answer replaces the button.
        connect(
            button, &QPushButton::clicked, this, [this, requested, position] { emit(this->*requested)(position); },
            Qt::QueuedConnection);
    };
    if (row.can_recover) {
        add_button(tr("Recover"), tr("Opens the plan with these edits"), &RecoveryBar::recover_requested);
    }
    add_button(tr("Discard"), tr("Deletes these edits"), &RecoveryBar::discard_requested);
    add_button(tr("Later"), tr("Asks again at the next start"), &RecoveryBar::later_requested);
    buttons->addStretch();
    parts->addLayout(buttons);
    return line;
}

/// Beside the words, unless these would get too narrow.
void RecoveryBar::place_buttons(int width) {
    const int words = least_words * fontMetrics().averageCharWidth();
    for (QBoxLayout* parts : parts_) {
        const int buttons = parts->itemAt(parts->count() - 1)->minimumSize().width();
        const auto direction = width < words + buttons ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight;
        if (parts->direction() != direction) {
            parts->setDirection(direction);
            parts->parentWidget()->updateGeometry();  // its height at this width was kept
        }
    }
}

void RecoveryBar::fit_height() {
    if (lines_ == nullptr) {
        return;
    }
    const auto height_at = [this](int width) {
        place_buttons(width);
        return lines_->hasHeightForWidth() ? lines_->heightForWidth(width) : lines_->sizeHint().height();
    };
    // The width of the bar, because that of the area is wrong before it is shown.
    const int inside = std::max(1, width() - recovery_strip_width);
    int wanted = height_at(inside);
    if (wanted > most_height) {
        wanted = height_at(std::max(1, inside - area_->verticalScrollBar()->sizeHint().width()));
    }
    setFixedHeight(std::min(wanted, most_height) + 1);
}

void RecoveryBar::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    if (isVisible()) {
        fit_height();
    }
}

// Not before it is shown, because Qt drops a change of the size that comes within the first resize event.
void RecoveryBar::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    fit_height();
}

// Not by a style sheet, which would keep the palette of the theme that it was set under.
void RecoveryBar::paintEvent(QPaintEvent* /*event*/) {
    const Palette& tokens = arenascope::palette(theme_);
    QPainter painter(this);
    painter.fillRect(rect(), qt_color(tokens.panel));
    painter.fillRect(0, 0, recovery_strip_width, height(), qt_color(tokens.high_over.edge));
    painter.fillRect(0, height() - 1, width(), 1, qt_color(tokens.line));
}

}  // namespace arenascope
