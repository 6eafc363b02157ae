#pragma once

#include <QProxyStyle>

namespace arenascope {

/// Fusion, with outlines around text fields, choices, numbers and check boxes that stand out on a dark ground: Fusion's
/// own are darker than what they lie on, whatever that is. Buttons of dialogs have no icons: those of the desktop are
/// drawn for one ground only.
class OutlinedStyle final : public QProxyStyle {
    Q_OBJECT

public:
    OutlinedStyle();

    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget = nullptr) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                            const QWidget* widget = nullptr) const override;
    int styleHint(StyleHint hint, const QStyleOption* option = nullptr, const QWidget* widget = nullptr,
                  QStyleHintReturn* answer = nullptr) const override;
};

}  // namespace arenascope
