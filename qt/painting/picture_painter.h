#pragma once

#include <QFont>

#include "core/picture/plan/drawing.h"
#include "core/picture/plan/scene.h"

class QPainter;

namespace arenascope {

/// The font of a text in pictures: the application's font in the size and weight of the style.
[[nodiscard]] QFont picture_font(TextStyle style);

/// Measures text as `paint` draws it. Needs a QGuiApplication. Reuse one measure for many texts, because it caches
/// fonts.
[[nodiscard]] MeasureText picture_text_measure();

/// Paints a drawing at the painter's origin, on a screen, an image, an SVG or a PDF. For Medium::pixels, edges are
/// placed on whole pixels. Patterns are drawn as lines and text stays text, so both stay sharp in SVG and PDF.
void paint(QPainter& painter, const Drawing& drawing, Medium medium);

}  // namespace arenascope
