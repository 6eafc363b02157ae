#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/model/memory/external_fragmentation.h"
#include "core/picture/plan/container.h"
#include "core/picture/plan/hit_index.h"
#include "core/picture/plan/live_legend.h"
#include "core/picture/plan/memory_rectangle.h"
#include "core/picture/plan/sharing_frame.h"
#include "core/picture/plan/tray.h"
#include "widgets/picture/layout_view/layout_content.h"

namespace arenascope {

/// The containers and rectangles computed from a LayoutContent. They are kept, because computing them takes longer than
/// a frame. Copies share the rectangles.
struct LayoutShapes {
    std::vector<Container> stack;
    std::vector<std::int64_t> shifts;  ///< by region
    View own;                          ///< the view that shows the whole plan
    View whole;                        ///< the same with the least extent of the content
    std::shared_ptr<const HitIndex> index = std::make_shared<const HitIndex>();  ///< the rectangles; never null
    std::shared_ptr<const HitIndex> moved = index;  ///< outlined, see moved_rectangles(); never null
    SharingFrames frames;
    std::vector<MemoryRectangle> carriers;  ///< of the peak, see peak_carriers()
    std::optional<ReservedArea> reserved;   ///< of a recorded allocator, whose segments share one live plot
};

/// The tray as it is shown.
struct ShownTray {
    Tray tray;
    std::shared_ptr<const HitIndex> index = std::make_shared<const HitIndex>();  ///< its rectangles; never null
    std::size_t unplaced = 0;  ///< the buffers that no tray leaves out
};

/// Computes the containers with their rectangles. O(n log n).
[[nodiscard]] LayoutShapes layout_shapes(const LayoutContent& content);

/// The buffers without an offset. If a core is picked, only its buffers; otherwise those of all open containers.
[[nodiscard]] Tray shown_tray(const LayoutContent& content);

/// The live core, whose live size is shown: the only core, the picked one, or the one under the pointer. Null: the live
/// sizes of all cores are shown.
[[nodiscard]] const Container* live_core(const LayoutShapes& shapes, const LayoutContent& content);

/// The fragmentation of the live core. Empty: there is no live core, or the problem has only one region.
[[nodiscard]] std::optional<FragmentationProfile> live_fragmentation(const LayoutShapes& shapes,
                                                                     const LayoutContent& content);

}  // namespace arenascope
