#pragma once

#include <optional>

#include "core/picture/plan/viewport.h"
#include "widgets/picture/layout_view/layout_picture.h"

namespace arenascope {

/// The view of all selected buffers that are placed, with a margin; empty if there are none.
[[nodiscard]] std::optional<View> selection_view(const LayoutPicture& picture);

/// The same with what is selected in the picture beside this one.
[[nodiscard]] std::optional<View> selection_view_of_both(const LayoutPicture& picture);

/// The view of these steps and bytes of a region, with a margin; empty if the region is hidden or folded.
[[nodiscard]] std::optional<View> area_view(const LayoutPicture& picture, Lifetime steps, AddressRange bytes,
                                            RegionIndex region);

/// The view of a whole container over all steps; empty if it is hidden.
[[nodiscard]] std::optional<View> core_view(const LayoutPicture& picture, RegionIndex core);

/// A view, moved as far as it must be to show a step.
[[nodiscard]] View view_with_step(const View& view, Step step);

/// A view, moved as far as it must be to show the selected buffers, or of those that are larger than it, as much as it
/// holds. Unchanged if none is placed in a shown region.
[[nodiscard]] View view_with_selection(const LayoutPicture& picture, const View& view);

/// A view, moved as far as it must be to show an offset of a region; unchanged if the region is hidden or folded.
[[nodiscard]] View view_with_offset(const LayoutPicture& picture, const View& view, RegionIndex region, Offset offset);

}  // namespace arenascope
