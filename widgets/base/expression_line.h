#pragma once

#include <QAbstractItemView>
#include <QLineEdit>
#include <QWidget>

#include "widgets/base/expression_completer.h"
#include "widgets/base/fitting_label.h"
#include "widgets/base/table_look.h"

namespace arenascope {

/// A line to type an expression that becomes a row of a table, with a verdict on it while one types. Enter adds it, Esc
/// clears it, Down goes to the rows.
///
///   [ peak < before(peak)        ]  12 hits in this run, first at 1.1.88
class ExpressionLine final : public QWidget {
    Q_OBJECT

public:
    ExpressionLine(const QString& accessible_name, const QString& placeholder, QAbstractItemView& rows,
                   QWidget* parent = nullptr);

    [[nodiscard]] QString text() const;
    void clear();
    /// Empty words: no verdict.
    void set_verdict(const QString& words, TextTone tone);
    [[nodiscard]] QString verdict() const { return verdict_->text(); }
    [[nodiscard]] TextTone tone() const { return tone_; }
    /// The names that the completion knows beside the words of the language.
    void set_names(const QList<OfferedName>& names) { completer_->set_names(names); }
    /// Gives the field the keyboard.
    void focus_field();

signals:
    /// The text without spaces around it.
    void typed(const QString& text);
    /// Enter on a text that is not empty.
    void entered(const QString& text);

private:
    QLineEdit* field_;
    ExpressionCompleter* completer_;
    FittingLabel* verdict_;
    TextTone tone_ = TextTone::dim;
    Theme theme_ = Theme::light;
};

}  // namespace arenascope
