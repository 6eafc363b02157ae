#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/format/annotations.h"
#include "core/format/file_format.h"
#include "core/model/edit/hand_edit.h"
#include "core/model/memory/arena_recording.h"
#include "core/model/memory/deployment.h"
#include "core/model/memory/layout.h"
#include "core/model/memory/pinned_note.h"
#include "core/model/memory/problem.h"
#include "core/model/network/network_problem.h"
#include "core/trace/bookmark.h"
#include "core/trace/trace.h"

namespace arenascope {

/// One opened file: a problem, and the placements that the file gives.
struct Document {
    FileFormat format = FileFormat::plan_json;
    Problem problem;                           ///< validated
    Layout layout;                             ///< complete, partial or empty
    std::optional<Provenance> provenance;      ///< what made the layout; empty: the file does not say
    std::optional<Trace> trace;                ///< trace files only; validated
    std::optional<ImportReport> import;        ///< models only: what was folded, assumed and left out
    std::vector<std::string> notes;            ///< sentences for people: what the reader left out or assumed
    std::vector<std::string> dimensions = {};  ///< dimension names for the switch `dim.NAME`
    /// Values that take memory in a run but are in no figure; unknown sizes of the graph are not among them. `notes`
    /// say which.
    std::size_t left_out = 0;
    /// The subset of `notes` about import switches. Each begins with the file that it refers to.
    std::vector<std::string> switch_notes = {};
    /// How the runtime divided its arena, if it recorded it: a file, or the log that the switch `arena-log` names.
    std::optional<ArenaRecording> arena = {};
    std::optional<Deployment> deployment = {};  ///< deployments only: what runs, and where
    std::vector<HandEdit> hand_edits = {};      ///< what a person changed of the plan, in the order of time
    std::vector<PinnedNote> pinned_notes = {};  ///< what people wrote on it, in the order of their numbers
    std::vector<Bookmark> bookmarks = {};       ///< views that people kept; in a trace also of its steps
};

/// What people added to a document.
[[nodiscard]] Annotations annotations_of(const Document& document);

/// How many sizes of a document may differ from those of a run.
struct OpenSizes {
    std::size_t unknown = 0;   ///< tensors of unknown size, in no figure
    std::size_t assumed = 0;   ///< dimensions that the file leaves open
    std::size_t left_out = 0;  ///< other values in no figure
    std::size_t bounded = 0;   ///< sizes taken at their maximum: they make no figure too small
};

[[nodiscard]] OpenSizes open_sizes(const Document& document);
/// The same for a problem; `left_out` as in Document.
[[nodiscard]] OpenSizes open_sizes(const Problem& problem, std::size_t left_out);

/// Whether no tensor of the network has a known size. Nothing can then be planned or checked.
[[nodiscard]] bool lacks_all_sizes(const Problem& problem);

/// Whether figures of the document may be too small because sizes are unknown, assumed or left out.
[[nodiscard]] bool has_uncertain_sizes(const Document& document);

}  // namespace arenascope
