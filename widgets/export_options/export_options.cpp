#include "widgets/export_options/export_options.h"

#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>

#include "core/picture/page.h"
#include "widgets/style/table_look.h"
#include "widgets/style/theme.h"

namespace arenascope {
namespace {

constexpr int largest_side = 16384;

}  // namespace

ExportOptions::ExportOptions(QWidget* parent)
    : QWidget(parent),
      format_(new QComboBox(this)),
      extent_(new QComboBox(this)),
      width_(new QSpinBox(this)),
      height_(new QSpinBox(this)),
      scale_(new QDoubleSpinBox(this)),
      picture_theme_(new QComboBox(this)),
      title_(new QLineEdit(this)) {
    format_->addItems({tr("PNG, pixels"), tr("SVG, text stays text"), tr("PDF, text stays text")});
    extent_->addItems({tr("the whole plan"), tr("the visible part")});
    picture_theme_->addItems({tr("light"), tr("dark")});
    for (QSpinBox* side : {width_, height_}) {
        side->setGroupSeparatorShown(true);
        connect(side, &QSpinBox::valueChanged, this, &ExportOptions::changed);
    }
    width_->setRange(static_cast<int>(least_page_width), largest_side);
    height_->setRange(static_cast<int>(least_page_height), largest_side);
    width_->setAccessibleName(tr("Width in pixels"));
    height_->setAccessibleName(tr("Height in pixels"));
    scale_->setRange(0.25, 8.0);
    scale_->setSingleStep(0.25);
    scale_->setSuffix(tr(" ×"));
    title_->setPlaceholderText(tr("name of the file"));
    for (QComboBox* box : {format_, extent_, picture_theme_}) {
        connect(box, &QComboBox::currentIndexChanged, this, &ExportOptions::changed);
    }
    connect(scale_, &QDoubleSpinBox::valueChanged, this, &ExportOptions::changed);
    connect(title_, &QLineEdit::textChanged, this, &ExportOptions::changed);

    auto* size = new QHBoxLayout;
    size->addWidget(width_);
    size->addWidget(new QLabel(QStringLiteral("×"), this));
    size->addWidget(height_);
    size->addStretch(1);
    auto* rows = new QFormLayout(this);
    rows->setContentsMargins({});
    rows->addRow(tr("&Format"), format_);
    rows->addRow(tr("&Show"), extent_);
    rows->addRow(tr("Size"), size);
    rows->addRow(tr("S&cale"), scale_);
    rows->addRow(tr("&Theme"), picture_theme_);
    rows->addRow(tr("T&itle"), title_);
    set_choices({});
    follow_theme(*this, [this](Theme theme) { apply_panel_look(*this, theme); });
}

void ExportOptions::set_choices(const ExportChoices& choices) {
    filling_ = true;
    format_->setCurrentIndex(static_cast<int>(choices.format));
    extent_->setCurrentIndex(static_cast<int>(choices.extent));
    width_->setValue(choices.width);
    height_->setValue(choices.height);
    scale_->setValue(choices.scale);
    picture_theme_->setCurrentIndex(static_cast<int>(choices.theme));
    title_->setText(choices.title);
    filling_ = false;
}

ExportChoices ExportOptions::choices() const {
    return {static_cast<ExportChoices::Format>(format_->currentIndex()),
            static_cast<ExportChoices::Extent>(extent_->currentIndex()),
            width_->value(),
            height_->value(),
            scale_->value(),
            static_cast<Theme>(picture_theme_->currentIndex()),
            title_->text()};
}

void ExportOptions::changed() {
    if (!filling_) {
        emit choices_changed(choices());
    }
}

}  // namespace arenascope
