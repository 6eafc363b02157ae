#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/memory/external_fragmentation.h"
#include "core/picture/coloring.h"
#include "core/picture/container.h"
#include "core/picture/memory_rectangle.h"
#include "core/picture/reserved_area.h"
#include "core/picture/sharing_frame.h"
#include "core/picture/tray.h"
#include "widgets/layout_view/layout_content.h"

namespace arenascope {

/// The containers and rectangles computed from a LayoutContent. They are kept, because computing them takes longer than
/// a frame.
struct LayoutShapes {
    std::vector<Container> stack;
    std::vector<std::int64_t> shifts;  ///< by region
    View whole;                        ///< the view that shows the whole plan
    std::vector<MemoryRectangle> rectangles;
    std::vector<MemoryRectangle> group;  ///< outlined, see group_rectangles()
    std::vector<MemoryRectangle> moved;  ///< outlined, see moved_rectangles()
    SharingFrames frames;
    Tray tray;
    Coloring coloring;
    Coloring tray_coloring;
    std::optional<FragmentationProfile> fragmentation;  ///< of the live core
    std::optional<ReservedArea> reserved;               ///< of a recorded allocator, whose segments share one live plot
};

/// Computes the containers with their rectangles, and the tray. O(n log n).
[[nodiscard]] LayoutShapes layout_shapes(const LayoutContent& content);

/// Renews the colours of existing shapes. Linear.
void color(LayoutShapes& shapes, const LayoutContent& content);

/// The buffers without an offset. If a core is picked, only its buffers; otherwise those of all open containers.
[[nodiscard]] Tray shown_tray(const LayoutContent& content);

/// The live core, whose live size is shown: the only core, the picked one, or the one under the pointer. Null: the live
/// sizes of all cores are shown.
[[nodiscard]] const Container* live_core(const LayoutShapes& shapes, const LayoutContent& content);

/// The fragmentation of the live core. Empty: there is no live core, or the problem has only one region.
[[nodiscard]] std::optional<FragmentationProfile> live_fragmentation(const LayoutShapes& shapes,
                                                                     const LayoutContent& content);

}  // namespace arenascope
