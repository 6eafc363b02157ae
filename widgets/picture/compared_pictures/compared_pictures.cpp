#include "widgets/picture/compared_pictures/compared_pictures.h"

#include <cmath>

#include <QEvent>
#include <QHBoxLayout>
#include <QRegion>
#include <QToolButton>

#include "widgets/base/section_header.h"
#include "widgets/base/table_look.h"
#include "widgets/base/theme_follower.h"

namespace arenascope {
namespace {

constexpr int curtain_parts = 1000;

enum Row { title_row, picture_row, difference_row, bar_row };

}  // namespace

ComparedPictures::ComparedPictures(QWidget* first, QWidget* second, QWidget* difference, QWidget* parent)
    : QWidget(parent),
      first_(first),
      second_(second),
      difference_(difference),
      first_title_(new SectionHeader({}, this, true)),
      second_title_(new SectionHeader({}, this, true)),
      grid_(new QGridLayout(this)),
      bar_(new QWidget(this)),
      choices_(new QButtonGroup(this)),
      curtain_(new QSlider(Qt::Horizontal, bar_)),
      hint_(new QLabel(tr("linked: zoom, cursor, selection · dashed: its place in the other plan"), bar_)) {
    grid_->setContentsMargins({});
    grid_->setSpacing(0);
    grid_->setRowStretch(picture_row, 1);
    for (QWidget* picture : {first_, second_}) {
        picture->setParent(this);
        picture->installEventFilter(this);
    }
    difference_->setParent(this);
    build_bar();
    setFocusProxy(first_);
    follow_theme(*this, [this](Theme theme) {
        apply_panel_look(*this, theme);
        apply_text_tone(*hint_, theme, TextTone::dim);
        // Set it each time, because a style sheet keeps the colours of the palette at that time. Fusion's own look of a
        // checked button is hard to tell from the others on a dark ground.
        bar_->setStyleSheet(
            QStringLiteral("QToolButton { border: 1px solid palette(mid); border-radius: 3px; padding: 2px 10px; }"
                           "QToolButton:checked { background: palette(highlight); color: palette(highlighted-text); }"
                           "QToolButton:focus { border-color: palette(highlight); }"));
    });
    arrange();
}

void ComparedPictures::build_bar() {
    auto* row = new QHBoxLayout(bar_);
    row->setContentsMargins(field_margins);
    const std::pair<PictureArrangement, QString> texts[] = {{PictureArrangement::side_by_side, tr("Side by Side")},
                                                            {PictureArrangement::overlaid, tr("Overlaid")},
                                                            {PictureArrangement::difference, tr("Difference")}};
    for (const auto& [arrangement, text] : texts) {
        auto* button = new QToolButton(bar_);
        button->setText(text);
        button->setCheckable(true);
        button->setChecked(arrangement == arrangement_);
        choices_->addButton(button, static_cast<int>(arrangement));
        row->addWidget(button);
    }
    curtain_->setRange(0, curtain_parts);
    curtain_->setValue(curtain_parts / 2);
    curtain_->setAccessibleName(tr("Curtain between A and B"));
    curtain_->setToolTip(tr("A is seen left of the curtain, B right of it"));
    curtain_->setMinimumWidth(4 * fontMetrics().horizontalAdvance(tr("Overlaid")));
    row->addWidget(curtain_, 1);
    row->addStretch(0);
    hint_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    row->addWidget(hint_, 2);
    // A screen reader toggles a button without a click.
    connect(choices_, &QButtonGroup::idToggled, this, [this](int chosen, bool is_chosen) {
        if (is_chosen) {
            set_arrangement(static_cast<PictureArrangement>(chosen));
        }
    });
    connect(curtain_, &QSlider::valueChanged, this, &ComparedPictures::draw_curtain);
}

void ComparedPictures::set_comparing(bool comparing) {
    if (comparing != is_comparing_) {
        is_comparing_ = comparing;
        arrange();
    }
}

void ComparedPictures::set_first_title(const QString& title, const QString& detail) {
    first_title_->set_title(title);
    first_title_->set_detail(detail);
}

void ComparedPictures::set_second_title(const QString& title, const QString& detail) {
    second_title_->set_title(title);
    second_title_->set_detail(detail);
}

void ComparedPictures::set_arrangement(PictureArrangement arrangement) {
    choices_->button(static_cast<int>(arrangement))->setChecked(true);
    if (arrangement != arrangement_) {
        arrangement_ = arrangement;
        arrange();
        emit arrangement_changed();
    }
}

void ComparedPictures::set_curtain(double share) {
    curtain_->setValue(static_cast<int>(std::lround(share * curtain_parts)));
}

void ComparedPictures::arrange() {
    const bool is_apart = is_comparing_ && arrangement_ == PictureArrangement::side_by_side;
    const bool is_overlaid = is_comparing_ && arrangement_ == PictureArrangement::overlaid;
    const bool is_difference = is_comparing_ && arrangement_ == PictureArrangement::difference;
    for (QWidget* each : {static_cast<QWidget*>(first_title_), static_cast<QWidget*>(second_title_), first_, second_,
                          difference_, bar_}) {
        grid_->removeWidget(each);
    }
    grid_->setColumnStretch(0, 1);
    grid_->setColumnStretch(1, is_comparing_ ? 1 : 0);
    grid_->addWidget(first_title_, title_row, 0);
    grid_->addWidget(second_title_, title_row, 1);
    grid_->addWidget(first_, picture_row, 0, 1, is_apart ? 1 : 2);
    grid_->addWidget(second_, picture_row, is_apart ? 1 : 0, 1, is_apart ? 1 : 2);
    grid_->addWidget(difference_, difference_row, 0, 1, 2);
    grid_->addWidget(bar_, bar_row, 0, 1, 2);
    second_->raise();
    first_title_->setVisible(is_comparing_);
    second_title_->setVisible(is_comparing_);
    first_->setVisible(!is_difference);
    second_->setVisible(is_comparing_);
    difference_->setVisible(is_comparing_);
    bar_->setVisible(is_comparing_);
    curtain_->setVisible(is_overlaid);
    setFocusProxy(is_difference ? second_ : first_);
    draw_curtain();
}

void ComparedPictures::draw_curtain() {
    // Qt does not cut opaque children by the mask of their parent: without masks of their own, it would take what lies
    // behind the curtain for hidden and never paint it again.
    const auto children = second_->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly);
    if (!is_comparing_ || arrangement_ != PictureArrangement::overlaid) {
        second_->clearMask();
        for (QWidget* child : children) {
            child->clearMask();
        }
        return;
    }
    const int left = second_->width() * curtain_->value() / curtain_parts;
    const QRegion seen(left, 0, second_->width() - left, second_->height());
    if (seen.isEmpty()) {
        second_->hide();  // an empty mask would be none
        return;
    }
    second_->show();
    second_->setMask(seen);
    for (QWidget* child : children) {
        child->setMask(seen.translated(-child->pos()));
    }
}

bool ComparedPictures::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize || event->type() == QEvent::Move) {
        draw_curtain();
        emit resized();
    }
    return QWidget::eventFilter(watched, event);
}

}  // namespace arenascope
