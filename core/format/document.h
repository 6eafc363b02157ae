#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/format/file_format.h"
#include "core/graph/network_problem.h"
#include "core/memory/layout.h"
#include "core/memory/problem.h"
#include "core/trace/trace.h"

namespace arenascope {

/// One opened file: a problem, with as many placements as the file gives.
struct Document {
    FileFormat format = FileFormat::plan_json;
    Problem problem;                           ///< validated
    Layout layout;                             ///< complete, partial, or with nothing placed
    std::optional<Provenance> provenance;      ///< what made the layout, where the file says so
    std::optional<Trace> trace;                ///< trace files only; validated
    std::optional<ImportReport> import;        ///< models only: what was folded, assumed and left out
    std::vector<std::string> notes;            ///< what was left out or assumed in reading, for people
    std::vector<std::string> dimensions = {};  ///< names that the switch `dim.NAME` takes
    /// Values that take memory in a run and are in no figure, beside the unknown sizes of the graph: notes say which.
    std::size_t left_out = 0;
    /// Of the notes those on what the switches of the import came to, where they were given: with the file that each is
    /// about in front.
    std::vector<std::string> switch_notes = {};
};

/// How many sizes of a document are not exactly those of a run.
struct OpenSizes {
    std::size_t unknown = 0;   ///< tensors in no figure because their size is unknown
    std::size_t assumed = 0;   ///< dimensions that the file leaves open
    std::size_t left_out = 0;  ///< other values in no figure
    std::size_t bounded = 0;   ///< sizes at their largest: no figure can be too small because of them
};

[[nodiscard]] OpenSizes open_sizes(const Document& document);
/// The same of a problem and of Document::left_out.
[[nodiscard]] OpenSizes open_sizes(const Problem& problem, std::size_t left_out);

/// Whether figures of the document may be too small: sizes are unknown, assumed or left out.
[[nodiscard]] bool has_uncertain_sizes(const Document& document);

}  // namespace arenascope
