#pragma once

#include <optional>

#include "core/picture/viewport.h"
#include "widgets/layout_view/layout_picture.h"

namespace arenascope {

/// The view of all selected buffers that are placed, with a margin; nothing where none is.
[[nodiscard]] std::optional<View> selection_view(const LayoutPicture& picture);

/// The view of some steps and bytes of a region, with a margin; nothing where the region is hidden or folded.
[[nodiscard]] std::optional<View> area_view(const LayoutPicture& picture, Lifetime steps, AddressRange bytes,
                                            RegionIndex region);

/// The view of all of a container over the whole time; nothing where it is hidden.
[[nodiscard]] std::optional<View> core_view(const LayoutPicture& picture, RegionIndex core);

}  // namespace arenascope
