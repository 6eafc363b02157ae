#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/analysis/verdict/verdict.h"
#include "core/check/overlap_checker.h"
#include "core/format/annotations.h"
#include "core/format/file_format.h"
#include "core/picture/plan/page_content.h"
#include "core/picture/report/reproduction.h"

namespace arenascope {

/// What a report is about. The command line and the window fill it in, each from its own state; the same content gives
/// the same bytes.
struct ReportContent {
    /// The picture and what it belongs to: problem, layout, tiers, overlaps, title, provenance, colours. The whole plan
    /// is shown; marks of a window are left out. The note follows from the rest, so that all front ends say the same.
    PageContent page;
    const CheckReport* check = nullptr;         ///< of the layout; never null
    Verdict verdict = {};                       ///< on the layout, see verdict_on_file()
    FileFormat format = FileFormat::plan_json;  ///< of the file that the plan comes from
    bool is_model = false;                      ///< that file is a model, so that its operators are the steps
    std::size_t left_out = 0;                   ///< values that no figure counts, see Document
    std::vector<std::string> notes = {};        ///< sentences of the reader and of the planner
    Annotations annotations = {};               ///< what people changed, and the notes that they pinned
    std::string step = {};                      ///< which step of a run is shown, see frame_caption(); empty: none
    std::optional<Theme> theme = {};            ///< empty: the reader's
    Reproduction reproduction;                  ///< how to make the plan again
};

}  // namespace arenascope
