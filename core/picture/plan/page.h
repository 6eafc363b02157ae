#pragma once

#include <cstdint>

#include "core/picture/plan/drawing.h"
#include "core/picture/plan/page_content.h"
#include "core/picture/plan/scene.h"

namespace arenascope {

/// The size, colours and medium of a page.
struct PageFormat {
    double width = 1600;  ///< pixels of the drawing, before `scale`
    double height = 1000;
    Theme theme = Theme::light;
    Medium medium = Medium::pixels;
    std::int32_t scale = 1;  ///< pixels of the medium for each pixel of the drawing
};

/// The smallest page, in pixels. Title, axes and a container fit; other parts are left out if they do not.
inline constexpr double least_page_width = 320;
inline constexpr double least_page_height = 240;

/// Composes a page: title, figures, caption, notes, legend and the containers with axes and lines. Below them are the
/// live-size curve and the names of the steps, on the same time axis. Parts without space are left out. The same
/// content and format give the same drawing.
/// If it is outdated, the page is incomplete.
[[nodiscard]] Drawing compose_page(const PageContent& content, const PageFormat& format, const MeasureText& measure,
                                   const IsOutdated& is_outdated = {});

}  // namespace arenascope
