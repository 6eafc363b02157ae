#include "widgets/base/expression_line.h"

#include <QFontDatabase>
#include <QHBoxLayout>

#include "qt/words/tooltip.h"
#include "widgets/base/filter_keys.h"
#include "widgets/base/theme_follower.h"

namespace arenascope {

ExpressionLine::ExpressionLine(const QString& accessible_name, const QString& placeholder, QAbstractItemView& rows,
                               QWidget* parent)
    : QWidget(parent),
      field_(new QLineEdit(this)),
      completer_(new ExpressionCompleter(*field_)),
      verdict_(new FittingLabel(this)) {
    field_->setAccessibleName(accessible_name);
    field_->setPlaceholderText(placeholder);
    QFont fixed = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    fixed.setPointSizeF(QFontInfo(font()).pointSizeF());
    field_->setFont(fixed);
    verdict_->setTextFormat(Qt::PlainText);
    verdict_->setAccessibleName(tr("What the expression gives"));
    new FilterKeys(*field_, rows);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(field_margins);
    row->addWidget(field_, 3);
    row->addWidget(verdict_, 2);
    setFocusProxy(field_);
    connect(field_, &QLineEdit::textChanged, this, [this] { emit typed(text()); });
    connect(field_, &QLineEdit::returnPressed, this, [this] {
        if (!text().isEmpty()) {
            emit entered(text());
        }
    });
    follow_theme(*this, [this](Theme theme) {
        theme_ = theme;
        apply_panel_look(*this, theme);
        apply_text_tone(*verdict_, theme, tone_);
    });
}

QString ExpressionLine::text() const {
    return field_->text().trimmed();
}

void ExpressionLine::clear() {
    field_->clear();
}

void ExpressionLine::set_verdict(const QString& words, TextTone tone) {
    tone_ = tone;
    verdict_->setText(words);
    verdict_->setToolTip(plain_tooltip(words));
    apply_text_tone(*verdict_, theme_, tone);
}

void ExpressionLine::focus_field() {
    field_->setFocus(Qt::ShortcutFocusReason);
    field_->selectAll();
}

}  // namespace arenascope
