#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/model/memory/external_fragmentation.h"
#include "core/model/memory/short_names.h"
#include "core/picture/plan/coloring.h"
#include "widgets/picture/layout_view/layout_content.h"
#include "widgets/picture/layout_view/layout_shapes.h"

namespace arenascope {

/// Of a larger selection, only the buffers that are drawn singly are outlined.
inline constexpr std::size_t most_outlined = 20'000;

/// Everything that a picture computes from its content. Parts never change, so that any thread may read them, and a
/// copy shares them.
struct PictureParts {
    std::shared_ptr<const LayoutShapes> shapes = std::make_shared<const LayoutShapes>();  ///< never null
    std::shared_ptr<const ShownTray> tray = std::make_shared<const ShownTray>();          ///< never null
    std::shared_ptr<const Coloring> coloring = std::make_shared<const Coloring>();        ///< never null
    ColorBy color_by = ColorBy::risk;                                                     ///< what `coloring` shows
    std::shared_ptr<const Coloring> tray_coloring = coloring;                             ///< never null
    /// By buffer, see dimmed_buffers(). Never null.
    std::shared_ptr<const std::vector<std::uint8_t>> dimmed = std::make_shared<const std::vector<std::uint8_t>>();
    /// By buffer, whether it is selected. Never null. Empty: the selection is small, see most_outlined.
    std::shared_ptr<const std::vector<bool>> selected = std::make_shared<const std::vector<bool>>();
    /// Outlined, see group_rectangles(). Never null.
    std::shared_ptr<const std::vector<MemoryRectangle>> group = std::make_shared<const std::vector<MemoryRectangle>>();
    std::shared_ptr<const FragmentationProfile> fragmentation;  ///< of the live core; null: see there
    std::shared_ptr<const ShortNames> names = std::make_shared<const ShortNames>();  ///< of the buffers; never null
    bool are_there = true;          ///< false: the parts of a new problem are still being computed
    bool is_out_of_memory = false;  ///< they could not be computed
};

/// The parts that a change of the content makes outdated.
struct OutdatedParts {
    bool names = false;
    bool shapes = false;
    bool extent = false;  ///< only the whole view of the shapes
    bool tray = false;
    bool colors = false;
    bool dimmed = false;
    bool group = false;
    bool fragmentation = false;
    friend bool operator==(const OutdatedParts&, const OutdatedParts&) = default;
};

/// The parts of a new problem: all.
inline constexpr OutdatedParts all_parts{true, true, true, true, true, true, true, true};

/// The parts that either change makes outdated.
[[nodiscard]] OutdatedParts joined(OutdatedParts a, OutdatedParts b);

/// Computes the outdated parts anew. The layout of the content must be one of its problem. O(n log n).
void renew(PictureParts& parts, const LayoutContent& content, OutdatedParts outdated);

}  // namespace arenascope
