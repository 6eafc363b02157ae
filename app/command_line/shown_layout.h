#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/command_line/arguments.h"
#include "core/base/error/error.h"
#include "core/format/document.h"
#include "core/model/tiers/risk.h"
#include "core/trace/placement_step.h"

namespace arenascope {

/// A file whose layout a picture shows.
struct ShownFile {
    Document document;        ///< planned if the file was a problem, then with the trace of the run
    PlannerClaims claims;     ///< of that run
    std::string note;         ///< where the layout comes from, and what was left out
    bool is_planned = false;  ///< because the file was a problem
    bool is_finding = false;  ///< see is_strict_finding()
};

/// Opens the file and plans it if it is a problem, as plan_if_needed() does. Open sizes and notes of reading go to
/// standard error. `shows_iteration`: an iteration of its trace is asked for. Errors: see open_document() and
/// plan_if_needed(); status_of_failed_planning() is their exit status.
[[nodiscard]] Expected<ShownFile> open_shown_file(const FileArguments& common, const std::string& planner,
                                                  bool shows_iteration);

/// The layout that a picture shows: the document's own, or that of a step of its trace.
struct ShownLayout {
    Layout layout;
    std::optional<Provenance> provenance;
    std::string note;       ///< which step it is, where the layout comes from, and whether it was edited by hand
    std::string step = {};  ///< the step of the run that was asked for, in words; empty: none was
    /// The same for a verdict, see step_title(); empty for the result of the run, too.
    std::string step_title = {};
    std::optional<PlacementStep> placement_step = {};
    std::vector<Move> moves = {};
    std::vector<BufferIndex> group = {};
    IndexedVector<BufferIndex, Risk> recorded_risks = {};  ///< empty: those of the layout
};

/// `iteration`: see frame_numbered(); empty: the document's own layout. `note` ends the note, `source` names the file
/// in errors. An error if there is no trace or no such step.
[[nodiscard]] Expected<ShownLayout> shown_layout(const Document& document, const std::optional<std::string>& iteration,
                                                 const std::string& note, const std::string& source);

/// The tiers of a shown layout; empty for the addresses of a recorded allocator, which nobody planned. O(n log n).
[[nodiscard]] IndexedVector<BufferIndex, Risk> shown_risks(const Problem& problem, const ShownLayout& shown);

}  // namespace arenascope
