#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/error/error.h"
#include "core/format/atomic_file.h"
#include "core/format/read_progress.h"
#include "core/graph/import_options.h"
#include "core/graph/network_problem.h"
#include "core/memory/layout.h"
#include "core/memory/problem.h"
#include "core/trace/trace.h"

namespace arenascope {

/// What a file is, told by its content.
enum class FileFormat : std::uint8_t {
    minimalloc_csv,
    sequence_csv,
    sequence_json,
    plan_json,
    trace_json,
    onnx,
    tflite,
    ncnn_param,
    tflm_log,
    vela_log,
    xla_assignment,
    executorch,
};

[[nodiscard]] std::string_view name_of(FileFormat format);

/// Whether a file of this format is a plan that another tool has made: its names need not be those of the model.
[[nodiscard]] bool is_printed_plan(FileFormat format);

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

/// Whether figures of the document may be too small: sizes are unknown, assumed or left out.
[[nodiscard]] bool has_uncertain_sizes(const Document& document);

/// Reads any file that the product opens; "-" is standard input. `options` say how a model becomes a problem, and of
/// any file what with_problem_switches() makes of it. No exception leaves it. `progress` counts each byte twice: when
/// it comes from the disk, and when it is understood (only CSV tells that).
[[nodiscard]] Expected<Document> read_document(const std::string& path, const ImportOptions& options = {},
                                               const ReadProgress& progress = {});

/// The same from memory; `source` names it in errors.
[[nodiscard]] Expected<Document> parse_document(std::string_view content, const std::string& source,
                                                const ImportOptions& options = {}, const ReadProgress& progress = {});

/// The same where the format is known, and the content is not asked which one it is.
[[nodiscard]] Expected<Document> parse_document_as(FileFormat format, std::string_view content,
                                                   const std::string& source, const ImportOptions& options = {});

/// Formats that this build can not read, because a library was not there when it was built.
[[nodiscard]] std::vector<FileFormat> missing_formats();

/// What has to be installed before the program is built so that it reads a format: Debian's packages, in words; empty
/// for a format that it always reads.
[[nodiscard]] std::string_view needed_for(FileFormat format);

/// Writes a layout; the suffix picks the format (`.csv` MiniMalloc CSV, `.json` the product's own plan); "-" is
/// standard output and takes the CSV.
/// Atomic: on any failure the old file is still there, whole.
[[nodiscard]] Expected<void> write_document(const std::string& path, const Problem& problem, const Layout& layout,
                                            const std::optional<Provenance>& provenance);

/// Writes the execution list of a network in a layout, without the operators that are removed. Atomic.
[[nodiscard]] Expected<void> write_deployment(const std::string& path, const Problem& problem, const Layout& layout);

/// Whether `write_document` could write there now: a suffix that picks a format, and a place that can be written to.
[[nodiscard]] Expected<void> check_plan_path(const std::string& path);

/// What a document holds and `write_document` would leave out there, for people; empty where nothing is lost.
[[nodiscard]] std::string lost_in(const std::string& path, const Document& document);

/// Writes a trace with the problem that it belongs to, so that the file opens by itself. Of the layout that the run
/// ended with only what it shares is written; where the buffers lie follows from the trace. Atomic.
[[nodiscard]] Expected<void> write_trace(const std::string& path, const Problem& problem, const Layout& layout,
                                         const Trace& trace);

}  // namespace arenascope
