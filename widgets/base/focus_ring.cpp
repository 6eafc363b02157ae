#include "widgets/base/focus_ring.h"

#include <utility>

#include <QAbstractSpinBox>
#include <QApplication>
#include <QEvent>
#include <QLineEdit>
#include <QPainter>

namespace arenascope {
namespace {

constexpr int ring_width = 3;
constexpr int edge_width = 1;  ///< inside the ring, so that it is also seen on a widget of its own colour

bool has_own_outline(const QWidget& widget) {
    return qobject_cast<const QLineEdit*>(&widget) != nullptr ||
           qobject_cast<const QAbstractSpinBox*>(&widget) != nullptr;
}

}  // namespace

FocusRing::FocusRing(QWidget& window) : QWidget(&window), window_(window) {
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
    hide();
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget* /*before*/, QWidget* now) { follow(now); });
}

void FocusRing::follow(QWidget* focus) {
    for (const QPointer<QWidget>& each : std::exchange(watched_, {})) {
        if (each) {
            each->removeEventFilter(this);
        }
    }
    const bool is_ours = focus != nullptr && focus->window() == &window_ && focus != &window_;
    const bool is_stop = is_ours && (focus->focusPolicy() & Qt::TabFocus) != 0 && !has_own_outline(*focus);
    focus_ = is_stop ? focus : nullptr;
    for (QWidget* each = focus_; each != nullptr && each != &window_; each = each->parentWidget()) {
        each->installEventFilter(this);
        watched_.append(each);
    }
    fit();
}

void FocusRing::fit() {
    if (!focus_ || !focus_->isVisible()) {
        hide();
        return;
    }
    QRect area(focus_->mapTo(&window_, QPoint()), focus_->size());
    for (const QWidget* around = focus_->parentWidget(); around != nullptr && around != &window_;
         around = around->parentWidget()) {
        area &= QRect(around->mapTo(&window_, QPoint()), around->size());
    }
    area &= window_.rect();
    if (area.isEmpty()) {
        hide();
        return;
    }
    setGeometry(area);
    // Only the ring itself covers the widget, so that redrawing the widget redraws nothing else.
    const QRect inside = rect().marginsRemoved({ring_width, ring_width, ring_width, ring_width});
    setMask(QRegion(rect()) - QRegion(inside));
    show();
    raise();
}

bool FocusRing::eventFilter(QObject* watched, QEvent* event) {
    switch (event->type()) {
        case QEvent::Move:
        case QEvent::Resize:
        case QEvent::Show:
        case QEvent::Hide:
        case QEvent::ParentChange:
        case QEvent::ZOrderChange:
            fit();
            break;
        default:
            break;
    }
    return QWidget::eventFilter(watched, event);
}

void FocusRing::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.fillRect(rect(), palette().color(QPalette::Base));
    constexpr int strong = ring_width - edge_width;
    painter.setClipRegion(QRegion(rect()) - QRegion(rect().marginsRemoved({strong, strong, strong, strong})));
    painter.fillRect(rect(), palette().color(QPalette::Highlight));
}

}  // namespace arenascope
