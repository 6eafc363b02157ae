#pragma once

#include <string>
#include <string_view>

#include "core/picture/plan/drawing.h"

namespace arenascope {

/// Estimates the width of a text in a browser. Nobody knows the reader's sans-serif font, so this is the width in a
/// rather wide one, and texts have room in others. It needs no font, so a report has the same bytes everywhere.
[[nodiscard]] MeasureText browser_text_measure();

/// A name from a file as a report shows it: without invisible characters, and shortened in its middle if it is longer
/// than about 200 characters.
[[nodiscard]] std::string report_name(std::string_view name);

}  // namespace arenascope
