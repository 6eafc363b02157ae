#pragma once

#include <vector>

#include "core/picture/plan/legend.h"
#include "widgets/picture/layout_view/layout_picture.h"

namespace arenascope {

/// The legend of what the picture shows; empty without a problem. The names have no counts. Linear in the containers.
[[nodiscard]] std::vector<LegendEntry> layout_legend(const LayoutPicture& picture);

/// The entries of two legends, those of the same name once: risks first, the most urgent on top, then the others of the
/// first and what only the second has.
[[nodiscard]] std::vector<LegendEntry> joined_legends(std::vector<LegendEntry> first, std::vector<LegendEntry> second);

}  // namespace arenascope
