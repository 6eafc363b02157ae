#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/check/overlap_area.h"
#include "core/check/overlap_checker.h"
#include "core/memory/layout.h"
#include "core/memory/problem.h"
#include "core/memory/risk.h"
#include "core/picture/coloring.h"
#include "core/picture/container_choice.h"
#include "core/picture/drawing.h"
#include "core/picture/page_figures.h"
#include "core/picture/scene.h"
#include "core/picture/unit.h"
#include "core/picture/viewport.h"
#include "core/trace/placement_step.h"
#include "core/trace/trace.h"

namespace arenascope {

/// Everything that a whole picture says: it is to be understood alone, without the program.
struct PageContent {
    const Problem* problem = nullptr;
    const Layout* layout = nullptr;
    std::span<const Risk> risks;                 ///< by buffer; empty: none known
    std::span<const Overlap> overlaps;           ///< pairs, all where they are few (see OverlapMarks)
    std::span<const OverlapArea> overlap_areas;  ///< what all pairs share
    std::uint64_t overlap_count = 0;             ///< of all pairs
    std::string title;                           ///< the file
    std::optional<Provenance> provenance;        ///< planner and options
    std::string note;  ///< "planned here, the file has no layout", "step 3 of 12"; may be empty
    /// At the head of a picture that shows several plans, for which sums say nothing; the legend then counts nothing
    /// either. Empty: those of the layout.
    std::vector<PageFigure> figures = {};
    std::span<const ObjectIndex> object_numbers = {};  ///< see object_bands()
    ColorBy color_by = ColorBy::risk;
    std::optional<Unit> unit;                          ///< none: what suits the height
    std::optional<View> view;                          ///< none: the whole plan
    std::optional<PlacementStep> placement_step = {};  ///< of a many-core run, with its candidates
    std::optional<RegionIndex> live_core = {};  ///< of several memories the one whose live size is shown; none: all
    ContainerChoice containers = {};            ///< which of several memories are shown, and how
    std::optional<Step> free_areas_at = {};     ///< the step whose free areas are shown; none: none are
};

/// How large, in which colours, and for what.
struct PageFormat {
    double width = 1600;  ///< pixels of the drawing, before `scale`
    double height = 1000;
    Theme theme = Theme::light;
    Medium medium = Medium::pixels;
    std::int32_t scale = 1;  ///< pixels of the medium for one of the drawing
};

/// The smallest page on which title, axes and a container have room; what else does not fit is left out.
inline constexpr double least_page_width = 320;
inline constexpr double least_page_height = 240;

/// Composes title, caption, legend, the containers with axes and lines, and below on the same time axis the live-size
/// curve and the names of the steps, where there is room for them. The same content and format give the same drawing.
[[nodiscard]] Drawing compose_page(const PageContent& content, const PageFormat& format, const MeasureText& measure);

}  // namespace arenascope
