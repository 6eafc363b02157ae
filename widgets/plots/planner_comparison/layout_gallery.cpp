#include "widgets/plots/planner_comparison/layout_gallery.h"

#include <algorithm>
#include <limits>

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include "core/picture/plan/thumbnail.h"
#include "qt/painting/picture_painter.h"
#include "qt/painting/theme.h"

namespace arenascope {
namespace {

constexpr int card_width = 176;
constexpr int gap = 8;
constexpr int inner = 6;  // padding of a card

/// Upper end of the scale, relative to the lowest layout. Higher parts are cut off.
constexpr double most_of_lowest = 1.6;

/// The upper end of the scale of all pictures.
std::int64_t top_of(const std::vector<LayoutGallery::Card>& cards) {
    std::int64_t lowest = std::numeric_limits<std::int64_t>::max();
    std::int64_t highest = 1;
    for (const LayoutGallery::Card& card : cards) {
        lowest = std::min(lowest, card.height);
        highest = std::max(highest, card.height);
    }
    const double most = most_of_lowest * static_cast<double>(lowest);
    return static_cast<double>(highest) <= most ? highest : static_cast<std::int64_t>(most);
}

}  // namespace

LayoutGallery::LayoutGallery(QWidget* parent) : QWidget(parent) {
    setAccessibleName(tr("Layouts of the planners on one scale"));
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::MinimumExpanding, QSizePolicy::Expanding);
}

void LayoutGallery::set_cards(std::vector<Card> cards) {
    cards_ = std::move(cards);
    top_ = top_of(cards_);
    std::erase_if(pictures_, [this](const auto& picture) {
        return std::none_of(cards_.begin(), cards_.end(),
                            [&](const Card& card) { return card.layout.get() == picture.first; });
    });
    updateGeometry();
    setMinimumWidth(sizeHint().width());
    update();
}

void LayoutGallery::set_selected(std::optional<std::size_t> entry) {
    selected_ = entry;
    update();
}

void LayoutGallery::set_theme(Theme theme) {
    theme_ = theme;
    update();
}

QSize LayoutGallery::sizeHint() const {
    return {gap + static_cast<int>(cards_.size()) * (card_width + gap), 200};
}

QRect LayoutGallery::card_rect(std::size_t entry) const {
    const auto found =
        std::find_if(cards_.begin(), cards_.end(), [&](const Card& card) { return card.entry == entry; });
    return found == cards_.end() ? QRect() : rect_at(static_cast<std::size_t>(found - cards_.begin()));
}

QRect LayoutGallery::rect_at(std::size_t position) const {
    return {gap + static_cast<int>(position) * (card_width + gap), gap, card_width, height() - 2 * gap};
}

QRect LayoutGallery::picture_rect(std::size_t position) const {
    return rect_at(position).adjusted(inner, inner + 2 * fontMetrics().height() + inner / 2, -inner, -inner);
}

void LayoutGallery::paintEvent(QPaintEvent* event) {
    const Palette& tokens = arenascope::palette(theme_);
    QPainter painter(this);
    painter.fillRect(rect(), qt_color(tokens.panel));
    if (cards_.empty()) {
        painter.setPen(qt_color(tokens.dim));
        painter.drawText(rect(), Qt::AlignCenter, tr("The layouts appear here, all on one scale"));
    }
    for (std::size_t i = 0; i < cards_.size(); ++i) {
        if (rect_at(i).intersects(event->rect())) {
            paint_card(painter, i);
        }
    }
}

void LayoutGallery::paint_card(QPainter& painter, std::size_t position) {
    const Palette& tokens = arenascope::palette(theme_);
    const Card& card = cards_[position];
    const QRect area = rect_at(position);
    const bool is_selected = selected_ == card.entry;
    painter.fillRect(area, qt_color(is_selected ? tokens.selection : tokens.ground));
    painter.setPen(QPen(qt_color(is_selected ? tokens.accent : tokens.line), is_selected ? 2 : 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(area.adjusted(0, 0, -1, -1));
    const int line = fontMetrics().height();
    const int text_width = area.width() - 2 * inner;
    painter.setPen(qt_color(tokens.ink));
    painter.drawText(QRect(area.left() + inner, area.top() + inner, text_width, line), Qt::AlignLeft,
                     fontMetrics().elidedText(card.title, Qt::ElideRight, text_width));
    painter.setPen(qt_color(tokens.dim));
    painter.drawText(QRect(area.left() + inner, area.top() + inner + line, text_width, line), Qt::AlignLeft,
                     fontMetrics().elidedText(card.figure, Qt::ElideRight, text_width));
    const QRect place = picture_rect(position);
    if (place.height() < 1) {
        return;
    }
    painter.fillRect(place, qt_color(tokens.plot));
    if (const QPixmap& picture = picture_of(card, place.size()); !picture.isNull()) {
        painter.drawPixmap(place.topLeft(), picture);
    }
}

const QPixmap& LayoutGallery::picture_of(const Card& card, QSize size) {
    std::unique_ptr<Picture>& held = pictures_[card.layout.get()];
    if (!held) {
        held = std::make_unique<Picture>();
    }
    Picture& picture = *held;
    const Look look{size, top_, theme_};
    if (picture.look == look) {
        return picture.pixels;
    }
    picture.look = look;
    const auto draw = [problem = card.problem, layout = card.layout, risks = card.risks, look] {
        return thumbnail(*problem, *layout, *risks, look.top, look.size.width(), look.size.height(), look.theme);
    };
    const auto show = [this, &picture, size](const Drawing& drawing) {
        const double ratio = devicePixelRatioF();
        picture.pixels = QPixmap(size * ratio);
        picture.pixels.setDevicePixelRatio(ratio);
        QPainter inside(&picture.pixels);
        paint(inside, drawing, Medium::pixels);
    };
    picture.pixels = {};
    picture.drawing.run(card.problem->buffers.size(), draw, [this, show](const Drawing& drawing) {
        show(drawing);
        update();
    });
    return picture.pixels;
}

const LayoutGallery::Card* LayoutGallery::card_at(QPoint point) const {
    for (std::size_t i = 0; i < cards_.size(); ++i) {
        if (rect_at(i).contains(point)) {
            return &cards_[i];
        }
    }
    return nullptr;
}

void LayoutGallery::mousePressEvent(QMouseEvent* event) {
    if (const Card* card = card_at(event->pos()); card != nullptr && event->button() == Qt::LeftButton) {
        emit chosen(card->entry);
    }
}

void LayoutGallery::mouseDoubleClickEvent(QMouseEvent* event) {
    if (const Card* card = card_at(event->pos()); card != nullptr && event->button() == Qt::LeftButton) {
        emit adopt_requested(card->entry);
    }
}

void LayoutGallery::keyPressEvent(QKeyEvent* event) {
    const auto at =
        std::find_if(cards_.begin(), cards_.end(), [this](const Card& card) { return selected_ == card.entry; });
    const bool is_enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (is_enter && at != cards_.end()) {
        emit adopt_requested(at->entry);
    } else if (event->key() == Qt::Key_Right && !cards_.empty()) {
        emit chosen((at == cards_.end() || at + 1 == cards_.end() ? cards_.begin() : at + 1)->entry);
    } else if (event->key() == Qt::Key_Left && !cards_.empty()) {
        emit chosen((at == cards_.begin() || at == cards_.end() ? cards_.end() - 1 : at - 1)->entry);
    } else {
        QWidget::keyPressEvent(event);
    }
}

}  // namespace arenascope
