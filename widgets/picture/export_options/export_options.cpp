#include "widgets/picture/export_options/export_options.h"

#include <initializer_list>

#include <QFormLayout>
#include <QHBoxLayout>

#include "core/picture/plan/page.h"
#include "qt/words/tooltip.h"
#include "widgets/base/table_look.h"
#include "widgets/base/theme_follower.h"

namespace arenascope {
namespace {

constexpr int largest_side = 16384;

}  // namespace

ExportOptions::ExportOptions(QWidget* parent)
    : QWidget(parent),
      format_(new QComboBox(this)),
      extent_(new QComboBox(this)),
      paper_(new QComboBox(this)),
      marks_(new QCheckBox(tr("&Marks: selection, dimming, time cursor"), this)),
      seen_marks_(new QLabel(this)),
      legend_(new QCheckBox(tr("&Legend"), this)),
      caption_(new QCheckBox(tr("&Caption"), this)),
      notes_(new QCheckBox(tr("&Notes"), this)),
      width_(new QSpinBox(this)),
      height_(new QSpinBox(this)),
      scale_(new QDoubleSpinBox(this)),
      picture_theme_(new QComboBox(this)),
      title_(new QLineEdit(this)) {
    format_->addItems({tr("PNG, pixels"), tr("SVG, text stays text"), tr("PDF, text stays text")});
    extent_->addItems({tr("the whole plan"), QString()});
    paper_->addItems({tr("none: a page of the size below"), tr("A4, across"), tr("Letter, across")});
    picture_theme_->addItems({tr("light"), tr("dark")});
    legend_->setToolTip(tr("What the colours and outlines mean"));
    caption_->setToolTip(tr("What is shown, and how it was made: the part, the marks, the iteration, the planner"));
    notes_->setToolTip(tr("The flags of the notes in the picture, and the list of them"));
    for (QSpinBox* side : {width_, height_}) {
        side->setGroupSeparatorShown(true);
        connect(side, &QSpinBox::valueChanged, this, &ExportOptions::changed);
    }
    width_->setRange(static_cast<int>(least_page_width), largest_side);
    height_->setRange(static_cast<int>(least_page_height), largest_side);
    scale_->setRange(0.25, 8.0);
    scale_->setSingleStep(0.25);
    scale_->setSuffix(tr(" ×"));
    title_->setPlaceholderText(tr("name of the file"));
    format_->setAccessibleName(tr("Format"));
    extent_->setAccessibleName(tr("Show"));
    paper_->setAccessibleName(tr("Paper"));
    width_->setAccessibleName(tr("Width in pixels"));
    height_->setAccessibleName(tr("Height in pixels"));
    scale_->setAccessibleName(tr("Scale"));
    picture_theme_->setAccessibleName(tr("Theme"));
    title_->setAccessibleName(tr("Title"));
    connect(extent_, &QComboBox::currentIndexChanged, this, &ExportOptions::follow_extent);
    for (QComboBox* box : {format_, paper_}) {
        connect(box, &QComboBox::currentIndexChanged, this, &ExportOptions::follow_paper);
    }
    for (QComboBox* box : {format_, extent_, paper_, picture_theme_}) {
        connect(box, &QComboBox::currentIndexChanged, this, &ExportOptions::changed);
    }
    for (QCheckBox* box : {marks_, legend_, caption_, notes_}) {
        connect(box, &QCheckBox::clicked, this, &ExportOptions::changed);
    }
    connect(scale_, &QDoubleSpinBox::valueChanged, this, &ExportOptions::changed);
    connect(title_, &QLineEdit::textChanged, this, &ExportOptions::changed);
    seen_marks_->setWordWrap(true);
    seen_marks_->setTextFormat(Qt::PlainText);
    QSizePolicy policy = seen_marks_->sizePolicy();
    policy.setHorizontalPolicy(QSizePolicy::Ignored);  // a long name must not widen the dialog
    seen_marks_->setSizePolicy(policy);
    lay_out();
    set_seen(false, {});
    offer_notes(false);
    set_choices({});
    follow_theme(*this, [this](Theme theme) {
        apply_panel_look(*this, theme);
        apply_text_tone(*seen_marks_, theme, TextTone::dim);
    });
}

void ExportOptions::lay_out() {
    auto* size = new QHBoxLayout;
    size->addWidget(width_);
    size->addWidget(new QLabel(QStringLiteral("×"), this));
    size->addWidget(height_);
    size->addStretch(1);
    auto* parts = new QHBoxLayout;
    parts->addWidget(legend_);
    parts->addWidget(caption_);
    parts->addWidget(notes_);
    parts->addStretch(1);
    auto* size_label = new QLabel(tr("Si&ze"), this);
    size_label->setBuddy(width_);
    auto* rows = new QFormLayout(this);
    rows->setContentsMargins({});
    rows->addRow(tr("&Format"), format_);
    rows->addRow(tr("&Show"), extent_);
    rows->addRow(QString(), marks_);
    rows->addRow(QString(), seen_marks_);
    rows->addRow(QString(), parts);
    rows->addRow(tr("&Paper"), paper_);
    rows->addRow(size_label, size);
    rows->addRow(tr("Sc&ale"), scale_);
    rows->addRow(tr("&Theme"), picture_theme_);
    rows->addRow(tr("T&itle"), title_);
}

void ExportOptions::set_seen(bool is_part, const QStringList& marks) {
    extent_->setItemText(static_cast<int>(ExportChoices::Extent::what_is_seen),
                         is_part ? tr("what you see, a part of the plan") : tr("what you see, all of the plan"));
    marks_->setEnabled(!marks.isEmpty());
    const QString text = marks.isEmpty() ? tr("The window marks nothing.") : marks.join(tr(" · "));
    seen_marks_->setText(text);
    seen_marks_->setToolTip(plain_tooltip(text));
    marks_->setAccessibleDescription(text);
}

void ExportOptions::offer_notes(bool offered) {
    notes_->setEnabled(offered);
}

void ExportOptions::set_choices(const ExportChoices& choices) {
    filling_ = true;
    format_->setCurrentIndex(static_cast<int>(choices.format));
    extent_->setCurrentIndex(static_cast<int>(choices.extent));
    paper_->setCurrentIndex(static_cast<int>(choices.paper));
    marks_->setChecked(choices.marks);
    legend_->setChecked(choices.legend);
    caption_->setChecked(choices.caption);
    notes_->setChecked(choices.notes);
    width_->setValue(choices.width);
    height_->setValue(choices.height);
    scale_->setValue(choices.scale);
    picture_theme_->setCurrentIndex(static_cast<int>(choices.theme));
    title_->setText(choices.title);
    follow_paper();
    filling_ = false;
}

ExportChoices ExportOptions::choices() const {
    return {static_cast<ExportChoices::Format>(format_->currentIndex()),
            static_cast<ExportChoices::Extent>(extent_->currentIndex()),
            static_cast<Paper>(paper_->currentIndex()),
            width_->value(),
            height_->value(),
            scale_->value(),
            static_cast<Theme>(picture_theme_->currentIndex()),
            title_->text(),
            marks_->isChecked(),
            legend_->isChecked(),
            caption_->isChecked(),
            notes_->isChecked()};
}

void ExportOptions::follow_extent() {
    if (!filling_) {
        marks_->setChecked(extent_->currentIndex() == static_cast<int>(ExportChoices::Extent::what_is_seen));
    }
}

void ExportOptions::follow_paper() {
    const ExportChoices chosen = choices();
    const bool is_pdf = chosen.format == ExportChoices::Format::pdf;
    paper_->setEnabled(is_pdf);
    for (QWidget* field : std::initializer_list<QWidget*>{width_, height_, scale_}) {
        field->setEnabled(!is_pdf || chosen.paper == Paper::none);
    }
}

void ExportOptions::changed() {
    if (!filling_) {
        emit choices_changed(choices());
    }
}

}  // namespace arenascope
