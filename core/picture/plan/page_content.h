#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/check/overlap_area.h"
#include "core/check/overlap_checker.h"
#include "core/model/memory/layout.h"
#include "core/model/memory/pinned_note.h"
#include "core/model/memory/problem.h"
#include "core/model/tiers/risk.h"
#include "core/picture/plan/coloring.h"
#include "core/picture/plan/container_choice.h"
#include "core/picture/plan/object_band.h"
#include "core/picture/plan/page_figures.h"
#include "core/picture/plan/page_marks.h"
#include "core/picture/plan/unit.h"
#include "core/picture/plan/viewport.h"
#include "core/trace/frame.h"
#include "core/trace/placement_step.h"
#include "core/trace/trace.h"

namespace arenascope {

/// The content of a page. It must be understandable alone, without the program.
struct PageContent {
    const Problem* problem = nullptr;
    const Layout* layout = nullptr;
    std::span<const Risk> risks;                 ///< by buffer; empty: unknown
    std::span<const Overlap> overlaps;           ///< all pairs if they are few (see OverlapMarks)
    std::span<const OverlapArea> overlap_areas;  ///< the bytes and steps of all pairs
    std::uint64_t overlap_count = 0;             ///< the number of all pairs
    std::string title;                           ///< the name of the file
    std::optional<Provenance> provenance;        ///< planner and options
    std::string note;  ///< such as "planned here, the file has no layout" or "iteration 3 of 12"; may be empty
    /// Figures at the top for a picture of several plans, whose sums have no meaning; the legend then has no counts.
    /// Empty: the figures of the layout.
    std::vector<PageFigure> figures = {};
    std::span<const ObjectIndex> object_numbers = {};  ///< see object_bands()
    ColorBy color_by = ColorBy::risk;
    std::optional<Unit> unit;                          ///< empty: chosen by the height
    std::optional<View> view;                          ///< empty: the whole plan
    std::optional<PlacementStep> placement_step = {};  ///< the candidates of a many-core step
    std::span<const Move> moves = {};                  ///< of the shown step, see moves_in(); empty: none
    std::span<const BufferIndex> group = {};           ///< of the shown step, see group_at(); empty: none
    std::optional<RegionIndex> live_core = {};         ///< the memory whose live size is shown; empty: all memories
    ContainerChoice containers = {};                   ///< which memories are shown, and how
    std::optional<Step> free_areas_at = {};            ///< the step whose free areas are shown; empty: none
    PageMarks marks = {};
    std::span<const PinnedNote> pinned_notes = {};  ///< with flags, and listed below the caption
    bool has_legend = true;
    bool has_caption = true;  ///< what is shown, and how it was made; title and figures are always there
};

}  // namespace arenascope
