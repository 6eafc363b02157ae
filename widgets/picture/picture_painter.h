#pragma once

#include <QFont>

#include "core/picture/drawing.h"
#include "core/picture/scene.h"

class QPainter;

namespace arenascope {

/// The font of a text in pictures: the application's own, in the size and weight of the style.
[[nodiscard]] QFont picture_font(TextStyle style);

/// Measures text as `paint` sets it. Needs a QGuiApplication. Keep one for many texts: it remembers its fonts.
[[nodiscard]] MeasureText picture_text_measure();

/// Paints a drawing at the painter's origin, on a screen, an image, an SVG or a PDF alike. For Medium::pixels edges are
/// put on whole pixels. Patterns are lines of their own and text stays text, so that both stay sharp in SVG and PDF.
void paint(QPainter& painter, const Drawing& drawing, Medium medium);

}  // namespace arenascope
