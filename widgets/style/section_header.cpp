#include "widgets/style/section_header.h"

#include <QHBoxLayout>

#include "widgets/theme.h"

namespace arenascope {
namespace {

QLabel* new_caption(QWidget* parent) {
    auto* label = new QLabel(parent);
    QFont font = label->font();
    font.setBold(true);
    font.setPointSizeF(font.pointSizeF() * 0.85);
    font.setLetterSpacing(QFont::PercentageSpacing, 106);
    font.setCapitalization(QFont::AllUppercase);
    label->setFont(font);
    label->setTextFormat(Qt::PlainText);
    return label;
}

}  // namespace

SectionHeader::SectionHeader(const QString& title, QWidget* parent)
    : QWidget(parent), title_(new_caption(this)), detail_(new_caption(this)) {
    setObjectName(QStringLiteral("section_header"));
    setAttribute(Qt::WA_StyledBackground);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(12, 8, 12, 8);
    row->addWidget(title_);
    row->addStretch();
    row->addWidget(detail_);
    // A long name at the right must not keep the dock from being made narrow.
    detail_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    detail_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    row->setStretch(1, 0);
    row->setStretch(2, 1);
    set_title(title);
    set_theme(Theme::light);
}

void SectionHeader::set_title(const QString& title) {
    title_->setText(title);
    setAccessibleName(title);
}

void SectionHeader::set_detail(const QString& detail) {
    detail_->setText(detail);
    detail_->setToolTip(detail);
}

void SectionHeader::set_theme(Theme theme) {
    const Palette& tokens = arenascope::palette(theme);
    setStyleSheet(QStringLiteral("#section_header { background: %1; border: none; border-bottom: 1px solid %2; }"
                                 "QLabel { color: %3; }")
                      .arg(qt_color(tokens.panel).name(), qt_color(tokens.line).name(), qt_color(tokens.dim).name()));
}

}  // namespace arenascope
