#include "widgets/base/fact_sheet.h"

#include <algorithm>
#include <utility>

#include <QFontMetrics>
#include <QHBoxLayout>

#include "qt/words/tooltip.h"
#include "widgets/base/theme_follower.h"

namespace arenascope {
namespace {

/// The text with each part elided that is wider than `room`. Lines of a label break after " " and "/" only.
QString with_fitting_parts(const QString& text, const QFontMetrics& metrics, int room) {
    QStringList words = text.split(QLatin1Char(' '));
    for (QString& word : words) {
        QStringList parts = word.split(QLatin1Char('/'));
        for (QString& part : parts) {
            const QString cut = metrics.elidedText(part, Qt::ElideMiddle, room);
            if (cut != part) {
                // The word joiner keeps a line from breaking after the dots.
                part = QString(cut).replace(QStringLiteral("…"), QStringLiteral("…\u2060"));
            }
        }
        word = parts.join(QLatin1Char('/'));
    }
    return words.join(QLatin1Char(' '));
}

}  // namespace

FactSheet::FactSheet(QWidget* parent) : QWidget(parent), grid_(new QGridLayout(this)) {
    grid_->setContentsMargins(panel_margins);
    grid_->setHorizontalSpacing(6);
    grid_->setVerticalSpacing(4);
    grid_->setColumnStretch(2, 1);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    follow_theme(*this, [this](Theme theme) {
        theme_ = theme;
        is_restyled_ = true;
        for (std::size_t i = 0; i < lines_.size(); ++i) {
            colour(i);
        }
    });
}

void FactSheet::set_facts(const std::vector<Fact>& facts) {
    const bool is_restyled = std::exchange(is_restyled_, false);
    if (facts == facts_ && !is_restyled) {
        return;
    }
    const std::vector<Fact> before = std::exchange(facts_, facts);
    while (lines_.size() < facts_.size()) {
        lines_.push_back(new_line());
    }
    for (std::size_t i = 0; i < lines_.size(); ++i) {
        const bool is_same = i < before.size() && i < facts_.size() && before[i] == facts_[i];
        if (!is_same || is_restyled) {
            show_line(i);
        }
    }
    fit_values();
}

void FactSheet::show_line(std::size_t i) {
    const Line& line = lines_[i];
    const bool used = i < facts_.size();
    line.label->setVisible(used);
    line.value->setVisible(used);
    line.swatch->setVisible(used && facts_[i].risk.has_value());
    if (!used) {
        return;
    }
    const Fact& fact = facts_[i];
    line.value->setTextFormat(fact.link ? Qt::RichText : Qt::PlainText);
    line.value->setTextInteractionFlags(fact.link ? Qt::TextSelectableByMouse | Qt::LinksAccessibleByMouse |
                                                        Qt::LinksAccessibleByKeyboard
                                                  : Qt::TextInteractionFlags(Qt::TextSelectableByMouse));
    if (fact.link) {
        line.value->setText(QStringLiteral("<a href=\"%1\">%2</a>").arg(*fact.link).arg(fact.value.toHtmlEscaped()));
    }
    const QString& words = fact.tooltip.isEmpty() ? fact.value : fact.tooltip;
    line.label->setToolTip(plain_tooltip(words));
    line.value->setToolTip(plain_tooltip(words));
    line.label->setAccessibleName(fact.label);
    line.value->setAccessibleName(QStringLiteral("%1: %2").arg(fact.label, fact.value));
    // A long value takes the whole width and wraps. A value with a swatch is short and stays next to it.
    line.right->setStretch(0, fact.risk ? 1 : 0);
    line.right->setStretch(2, fact.risk ? 0 : 1);
    line.value->setWordWrap(!fact.risk);
    if (fact.risk) {
        line.swatch->set_risk(*fact.risk);
    }
    colour(i);
}

void FactSheet::fit_values() {
    const int inside = width() - panel_margins.left() - panel_margins.right() - 2 * grid_->horizontalSpacing();
    int labels = 0;
    for (std::size_t i = 0; i < facts_.size(); ++i) {
        QLabel* label = lines_[i].label;
        // A label with a long name in it leaves room for its value.
        const QString shown = label->fontMetrics().elidedText(facts_[i].label, Qt::ElideMiddle, inside * 3 / 5);
        if (shown != facts_[i].label) {
            label->setToolTip(plain_tooltip(facts_[i].label));
        }
        label->setText(shown);
        labels = std::max(labels, label->sizeHint().width());
    }
    grid_->setColumnMinimumWidth(0, labels);
    const int room = inside - labels;
    for (std::size_t i = 0; i < facts_.size(); ++i) {
        if (!facts_[i].link) {
            QLabel* value = lines_[i].value;
            value->setText(facts_[i].risk ? facts_[i].value
                                          : with_fitting_parts(facts_[i].value, value->fontMetrics(), room));
        }
    }
}

void FactSheet::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fit_values();
}

QString FactSheet::value_of(const QString& label) const {
    for (const Fact& fact : facts_) {
        if (fact.label == label) {
            return fact.value;
        }
    }
    return {};
}

FactSheet::Line FactSheet::new_line() {
    const int row = static_cast<int>(lines_.size());
    const Line line{new QLabel(this), new Swatch(this), new QLabel(this), new QHBoxLayout};
    line.label->setTextFormat(Qt::PlainText);
    line.label->setMinimumWidth(1);  // a long name in it must not widen the sheet
    connect(line.value, &QLabel::linkActivated, this,
            [this](const QString& link) { emit link_activated(link.toUInt()); });
    line.value->setAlignment(Qt::AlignRight | Qt::AlignTop);
    line.value->setWordWrap(true);
    // A very long name must not prevent a narrow dock.
    line.value->setMinimumWidth(8 * fontMetrics().averageCharWidth());
    grid_->addWidget(line.label, row, 0, Qt::AlignLeft | Qt::AlignTop);
    line.right->setSpacing(6);
    line.right->addStretch(1);
    line.right->addWidget(line.swatch, 0, Qt::AlignTop);
    line.right->addWidget(line.value, 0);
    grid_->addLayout(line.right, row, 2);
    return line;
}

void FactSheet::colour(std::size_t line) {
    apply_text_tone(*lines_[line].label, theme_, TextTone::dim);
    apply_text_tone(*lines_[line].value, theme_, line < facts_.size() ? facts_[line].tone : TextTone::plain);
}

}  // namespace arenascope
