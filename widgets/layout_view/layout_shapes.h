#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/memory/external_fragmentation.h"
#include "core/picture/coloring.h"
#include "core/picture/container.h"
#include "core/picture/memory_rectangle.h"
#include "core/picture/sharing_frame.h"
#include "core/picture/tray.h"
#include "widgets/layout_view/layout_content.h"

namespace arenascope {

/// What follows from a LayoutContent, kept because it takes more than a frame to make: containers and rectangles.
struct LayoutShapes {
    std::vector<Container> stack;
    std::vector<std::int64_t> shifts;  ///< by region
    View whole;                        ///< all of the plan
    std::vector<MemoryRectangle> rectangles;
    SharingFrames frames;
    Tray tray;
    Coloring coloring;
    Coloring tray_coloring;
    std::optional<FragmentationProfile> fragmentation;  ///< of the core that the live size is of
};

/// The containers and all that lies in them, and the tray. O(n log n).
[[nodiscard]] LayoutShapes layout_shapes(const LayoutContent& content);

/// Colours anew what is there. Linear.
void color(LayoutShapes& shapes, const LayoutContent& content);

/// The buffers without an offset, of the picked core or else of the containers that are open.
[[nodiscard]] Tray shown_tray(const LayoutContent& content);

/// The core that the live size is of: the only one, the picked one, or the one under the pointer. Null: all of them.
[[nodiscard]] const Container* live_core(const LayoutShapes& shapes, const LayoutContent& content);

/// The fragmentation of the live core. Nothing for several cores, and where the problem has a single region.
[[nodiscard]] std::optional<FragmentationProfile> live_fragmentation(const LayoutShapes& shapes,
                                                                     const LayoutContent& content);

/// The rectangles of some buffers, buffer by buffer. O(log n) for each.
[[nodiscard]] std::vector<MemoryRectangle> rectangles_of(const std::vector<MemoryRectangle>& rectangles,
                                                         const std::vector<BufferIndex>& buffers);

}  // namespace arenascope
