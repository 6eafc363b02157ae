#include "widgets/panels/option_form/whole_number_box.h"

#include <algorithm>

#include <QLineEdit>
#include <QStyleOptionSpinBox>

#include "core/base/text/decimal_number.h"
#include "qt/words/wording.h"

namespace arenascope {
namespace {

constexpr QChar thousands_mark = u',';

}  // namespace

WholeNumberBox::WholeNumberBox(std::int64_t minimum, std::int64_t maximum, const QString& word_for_zero,
                               QWidget* parent)
    : QAbstractSpinBox(parent), minimum_(minimum), maximum_(maximum), has_word_for_zero_(!word_for_zero.isEmpty()) {
    lineEdit()->setPlaceholderText(word_for_zero);
    connect(lineEdit(), &QLineEdit::textChanged, this, &WholeNumberBox::value_changed);
    connect(this, &QAbstractSpinBox::editingFinished, this, [this] { set_value(value()); });
}

QString WholeNumberBox::value() const {
    QString text = lineEdit()->text().trimmed();
    text.remove(thousands_mark);
    return text.isEmpty() && has_word_for_zero_ ? QStringLiteral("0") : text;
}

std::optional<std::int64_t> WholeNumberBox::number() const {
    return whole_number(value().toStdString());
}

void WholeNumberBox::set_value(const QString& value) {
    const auto number = whole_number(value.toStdString());
    const QString text = !number ? value : *number == 0 && has_word_for_zero_ ? QString() : grouped_text(*number);
    if (text != lineEdit()->text()) {
        lineEdit()->setText(text);
    }
}

void WholeNumberBox::stepBy(int steps) {
    const std::int64_t now = std::clamp(number().value_or(minimum_), minimum_, maximum_);
    const std::int64_t room = steps > 0 ? maximum_ - now : now - minimum_;
    set_value(QString::number(now + (steps > 0 ? 1 : -1) * std::min<std::int64_t>(room, std::abs(steps))));
    selectAll();
}

QAbstractSpinBox::StepEnabled WholeNumberBox::stepEnabled() const {
    const auto now = number();
    StepEnabled directions = StepNone;
    directions.setFlag(StepUpEnabled, !now || *now < maximum_);
    directions.setFlag(StepDownEnabled, !now || *now > minimum_);
    return directions;
}

QSize WholeNumberBox::sizeHint() const {
    const QString longest = QStringLiteral("000,000,000,000");
    const int width = std::max(fontMetrics().horizontalAdvance(longest),
                               fontMetrics().horizontalAdvance(lineEdit()->placeholderText()));
    QStyleOptionSpinBox option;
    initStyleOption(&option);
    constexpr int cursor_and_margins = 12;
    return style()->sizeFromContents(QStyle::CT_SpinBox, &option,
                                     {width + cursor_and_margins, lineEdit()->sizeHint().height()}, this);
}

QSize WholeNumberBox::minimumSizeHint() const {
    return sizeHint();
}

}  // namespace arenascope
