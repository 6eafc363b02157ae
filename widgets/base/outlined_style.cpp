#include "widgets/base/outlined_style.h"

#include <QPainter>
#include <QStyleOption>
#include <QWidget>

namespace arenascope {
namespace {

constexpr double corner = 2.0;

void draw_outline(const QStyleOption& option, QPainter& painter) {
    const QPalette& colours = option.palette;
    if (colours.color(QPalette::Window).lightness() > colours.color(QPalette::WindowText).lightness()) {
        return;
    }
    const bool focus = option.state.testFlag(QStyle::State_HasFocus);
    const bool enabled = option.state.testFlag(QStyle::State_Enabled);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(colours.color(focus ? QPalette::Highlight : (enabled ? QPalette::Dark : QPalette::Mid)));
    painter.drawRoundedRect(QRectF(option.rect).adjusted(0.5, 0.5, -0.5, -0.5), corner, corner);
    painter.restore();
}

}  // namespace

OutlinedStyle::OutlinedStyle() : QProxyStyle(QStringLiteral("Fusion")) {}

void OutlinedStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                                  const QWidget* widget) const {
    QProxyStyle::drawPrimitive(element, option, painter, widget);
    if (element == PE_FrameLineEdit || element == PE_IndicatorCheckBox) {
        draw_outline(*option, *painter);
    }
}

void OutlinedStyle::drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                                       const QWidget* widget) const {
    QProxyStyle::drawComplexControl(control, option, painter, widget);
    if (control == CC_SpinBox || control == CC_ComboBox) {
        draw_outline(*option, *painter);
    }
}

int OutlinedStyle::styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                             QStyleHintReturn* answer) const {
    switch (hint) {
        case SH_ComboBox_Popup:
            // Fusion's own lists cover the box and can be longer than the screen.
            if (widget != nullptr && widget->property(opens_below).toBool()) {
                return 0;
            }
            break;
        case SH_DialogButtonBox_ButtonsHaveIcons:
            return 0;
        case SH_Slider_AbsoluteSetButtons:
            return Qt::LeftButton;
        case SH_Slider_PageSetButtons:
            return Qt::NoButton;
        default:
            break;
    }
    return QProxyStyle::styleHint(hint, option, widget, answer);
}

}  // namespace arenascope
