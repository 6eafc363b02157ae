#include "widgets/base/section_header.h"

#include <QHBoxLayout>
#include <QPainter>

#include "qt/painting/theme.h"
#include "widgets/base/fitting_label.h"
#include "widgets/base/table_look.h"
#include "widgets/base/theme_follower.h"

namespace arenascope {
namespace {

template <class Label>
Label* captioned(Label* label) {
    QFont font = label->font();
    font.setBold(true);
    font.setPointSizeF(font.pointSizeF() * 0.85);
    font.setLetterSpacing(QFont::PercentageSpacing, 106);
    label->setFont(font);
    label->setTextFormat(Qt::PlainText);
    return label;
}

}  // namespace

SectionHeader::SectionHeader(const QString& title, QWidget* parent, bool has_names)
    : QWidget(parent), title_(captioned(new QLabel(this))), detail_(captioned(new FittingLabel(this))) {
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(panel_margins);
    row->addWidget(title_);
    row->addStretch();
    row->addWidget(detail_);
    QFont capitals = title_->font();
    capitals.setCapitalization(has_names ? QFont::MixedCase : QFont::AllUppercase);
    title_->setFont(capitals);
    // A long detail must not prevent a narrow dock.
    detail_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    detail_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    row->setStretch(1, 0);
    row->setStretch(2, 1);
    set_title(title);
    follow_theme(*this, [this](Theme theme) {
        apply_panel_look(*this, theme);
        apply_text_tone(*title_, theme, TextTone::dim);
        apply_text_tone(*detail_, theme, TextTone::dim);
    });
}

void SectionHeader::set_title(const QString& title) {
    title_->setText(title);
    setAccessibleName(title);
}

void SectionHeader::set_detail(const QString& detail) {
    detail_->set_parts({detail});
}

QString SectionHeader::detail() const {
    return detail_->text();
}

void SectionHeader::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.setPen(qt_color(arenascope::palette(theme_of(palette())).line));
    painter.drawLine(0, height() - 1, width(), height() - 1);
}

}  // namespace arenascope
