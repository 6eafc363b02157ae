#pragma once

#include <cstddef>
#include <vector>

#include <QString>

#include "core/picture/plan/viewport.h"
#include "widgets/picture/layout_view/layout_picture.h"

namespace arenascope {

/// A container of the picture, or the tray, with buffers to read out one by one.
struct ListedContainer {
    RegionIndex region;                ///< none(): the tray, whose buffers are not placed
    std::vector<BufferIndex> buffers;  ///< by first step, then by offset
    std::size_t in_view = 0;           ///< how many there are, also those that are left out
    friend bool operator==(const ListedContainer&, const ListedContainer&) = default;
};

/// The containers from the bottom up with the buffers in view, and then the tray if it holds any. Of more than `most`
/// in a container, the largest are listed. Those in view are visited once each.
[[nodiscard]] std::vector<ListedContainer> picture_listing(const LayoutPicture& picture, const View& view,
                                                           std::size_t most);

/// The name of a listed container, and its figures as a sentence.
[[nodiscard]] QString spoken_name(const LayoutPicture& picture, RegionIndex region);
[[nodiscard]] QString spoken_figures(const LayoutPicture& picture, const ListedContainer& listed);

/// Says of the buffer at `index` what a picture shows: size, steps, offset, tier, what lies on it, what it overlaps.
/// Linear.
[[nodiscard]] QString spoken_figures(const LayoutPicture& picture, BufferIndex index);

}  // namespace arenascope
