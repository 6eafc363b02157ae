#pragma once

#include <optional>
#include <string>

#include "core/base/error/error.h"
#include "core/model/memory/layout.h"
#include "core/model/memory/problem.h"
#include "core/picture/plan/palette.h"
#include "core/trace/trace.h"

namespace arenascope {

/// What a picture of a plan shows beside it.
struct PlanPicture {
    std::string title;                          ///< the name of the file or of the problem
    std::string verdict;                        ///< Verdict::text(), below the title
    std::optional<Provenance> provenance = {};  ///< planner and options; empty: not known
    Theme theme = Theme::light;
};

/// The picture of a plan as one SVG file: title, verdict, containers, live size, legend and caption. It has the shapes
/// of a report's picture, and each buffer has its words as a tooltip. It needs no style sheet, no font and no script,
/// and none of its names meets those of another picture, so that a page may hold several of them. The same plan gives
/// the same bytes. O(n log n). Error: see report_picture().
[[nodiscard]] Expected<std::string> plan_svg(const Problem& problem, const Layout& layout, const PlanPicture& picture);

}  // namespace arenascope
