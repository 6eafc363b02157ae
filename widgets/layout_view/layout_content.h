#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/check/overlap_area.h"
#include "core/check/overlap_checker.h"
#include "core/memory/layout.h"
#include "core/memory/problem.h"
#include "core/memory/risk.h"
#include "core/picture/coloring.h"
#include "core/picture/container_choice.h"
#include "core/picture/unit.h"
#include "core/trace/placement_step.h"

namespace arenascope {

/// What a layout view is given to show. The large parts are shared with whoever gave them.
struct LayoutContent {
    std::shared_ptr<const Problem> problem;                                   ///< null: an empty picture
    std::shared_ptr<const Layout> layout = std::make_shared<const Layout>();  ///< never null
    /// Never null; empty: none known.
    std::shared_ptr<const IndexedVector<BufferIndex, Risk>> risks =
        std::make_shared<const IndexedVector<BufferIndex, Risk>>();
    std::vector<BufferIndex> moved;  ///< lie elsewhere than in the step before: outlined
    bool is_under_way = false;       ///< buffers without an offset come later in the run that is shown
    std::shared_ptr<const std::vector<Overlap>> overlaps;           ///< the listed pairs (see OverlapMarks); null: none
    std::shared_ptr<const std::vector<OverlapArea>> overlap_areas;  ///< the areas of all pairs; null: none
    std::optional<BufferIndex> placed;            ///< scratch that the step shown has placed; its free area is outlined
    std::string placed_words;                     ///< the rule that placed it
    std::optional<PlacementStep> placement_step;  ///< of a many-core run, with its candidates

    std::vector<BufferIndex> selection;  ///< outlined; what shares no time with any of them is put aside
    std::vector<bool> filter;            ///< by buffer, false: put aside; empty: no filter
    std::optional<Step> time_cursor;
    ContainerChoice containers;
    std::optional<RegionIndex> picked_core;   ///< its live size is shown alone
    std::optional<RegionIndex> pointed_core;  ///< under the pointer; counts where no core is picked
    std::optional<Step> pointed_step;         ///< under the pointer, known while free areas are shown

    bool shows_free_areas = false;
    Unit unit = Unit::kibibytes;
    Theme theme = Theme::light;
    ColorBy color_by = ColorBy::risk;
};

/// The step whose free areas are shown: the time cursor's or, without one, the pointer's. Nothing where none are shown.
[[nodiscard]] std::optional<Step> free_areas_step(const LayoutContent& content);

/// Linear in the selection.
[[nodiscard]] bool is_selected(const LayoutContent& content, BufferIndex buffer);

/// By buffer, 1: put aside by the selection or the filter. Empty: none is. Linear, and O(n) for each selected buffer.
[[nodiscard]] std::vector<std::uint8_t> dimmed_buffers(const LayoutContent& content);

}  // namespace arenascope
