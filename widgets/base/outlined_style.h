#pragma once

#include <QProxyStyle>

namespace arenascope {

/// The Fusion style with visible outlines around text fields, combo boxes, spin boxes and check boxes on a dark
/// background. Fusion's own outlines are always darker than the background. Dialog buttons have no icons, because the
/// desktop's icons suit only one theme. The handle of a slider goes where one clicks. The list of a combo box with the
/// property `opens_below` opens below the box and scrolls.
class OutlinedStyle final : public QProxyStyle {
    Q_OBJECT

public:
    OutlinedStyle();

    static constexpr const char* opens_below = "opens_below";

    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget = nullptr) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                            const QWidget* widget = nullptr) const override;
    int styleHint(StyleHint hint, const QStyleOption* option = nullptr, const QWidget* widget = nullptr,
                  QStyleHintReturn* answer = nullptr) const override;
};

}  // namespace arenascope
