#pragma once

#include <vector>

#include "core/picture/legend.h"
#include "widgets/layout_view/layout_picture.h"

namespace arenascope {

/// The legend of what the picture shows; empty without a problem. The names have no counts. Linear in the containers.
[[nodiscard]] std::vector<LegendEntry> layout_legend(const LayoutPicture& picture);

}  // namespace arenascope
