#pragma once

#include <algorithm>

#include <QAbstractButton>
#include <QComboBox>
#include <QFontMetrics>
#include <QLabel>
#include <QLineEdit>
#include <QScrollArea>
#include <QStringList>
#include <QStyle>
#include <QStyleOptionComboBox>
#include <QWidget>

#include "widgets/base/fitting_label.h"
#include "widgets/base/wrapped_label.h"

namespace arenascope::test {

/// The width that a label, a button, an empty field or a box needs for its text; 0: it may be narrow.
inline int width_for_text(const QWidget& widget) {
    if (qobject_cast<const WrappedLabel*>(&widget) != nullptr ||
        qobject_cast<const FittingLabel*>(&widget) != nullptr) {
        return 1;  // they break or elide what does not fit
    }
    if (const auto* label = qobject_cast<const QLabel*>(&widget)) {
        if (!label->wordWrap()) {
            return label->text().isEmpty() ? 0 : label->sizeHint().width();
        }
        int longest = 0;
        for (const QString& word : label->text().split(QLatin1Char(' '))) {
            longest = std::max(longest, label->fontMetrics().horizontalAdvance(word));
        }
        return longest;
    }
    if (const auto* button = qobject_cast<const QAbstractButton*>(&widget)) {
        return button->text().isEmpty() ? 0 : button->sizeHint().width();
    }
    if (const auto* field = qobject_cast<const QLineEdit*>(&widget)) {
        const QMargins margins = field->textMargins();
        const int frame = field->sizeHint().height() - field->fontMetrics().height();
        return field->text().isEmpty() && !field->placeholderText().isEmpty()
                   ? field->fontMetrics().horizontalAdvance(field->placeholderText()) + margins.left() +
                         margins.right() + frame
                   : 0;
    }
    if (const auto* box = qobject_cast<const QComboBox*>(&widget)) {
        QStyleOptionComboBox option;
        option.initFrom(box);
        const QRect room =
            box->style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, box);
        return box->width() - room.width() + box->fontMetrics().horizontalAdvance(box->currentText());
    }
    return 0;
}

/// The texts in a widget that are not seen whole: too narrow or too low for their words, or beyond the side of what
/// they lie in. What is below the end of a list that scrolls is no fault.
inline QStringList cut_texts(const QWidget& parent) {
    QStringList cut;
    for (const QWidget* widget : parent.findChildren<QWidget*>()) {
        const int width = widget->isVisible() ? width_for_text(*widget) : 0;
        if (width == 0) {
            continue;
        }
        const auto* label = qobject_cast<const QLabel*>(widget);
        const auto* button = qobject_cast<const QAbstractButton*>(widget);
        const auto* box = qobject_cast<const QComboBox*>(widget);
        const auto* field = qobject_cast<const QLineEdit*>(widget);
        const QString text = label != nullptr    ? label->text()
                             : button != nullptr ? button->text()
                             : box != nullptr    ? box->currentText()
                                                 : field->placeholderText();
        if (width > widget->width()) {
            cut << QStringLiteral("%1 (%2 of %3 pixels)").arg(text).arg(widget->width()).arg(width);
        } else if (label != nullptr && label->wordWrap() && label->heightForWidth(label->width()) > label->height()) {
            cut << QStringLiteral("%1 (%2 of %3 pixels high)")
                       .arg(text)
                       .arg(label->height())
                       .arg(label->heightForWidth(label->width()));
        }
        for (const QWidget* around = widget->parentWidget(); around != nullptr; around = around->parentWidget()) {
            const QRect place(widget->mapTo(around, QPoint(0, 0)), widget->size());
            if (place.left() < 0 || place.right() >= around->width()) {
                cut << QStringLiteral("%1 (beyond the side)").arg(text);
                break;
            }
            if (around == &parent) {
                break;
            }
        }
    }
    return cut;
}

}  // namespace arenascope::test
