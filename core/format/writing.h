#pragma once

#include <optional>
#include <string>

#include "core/error/error.h"
#include "core/format/document.h"

namespace arenascope {

/// The format in which a plan is written there: by suffix; "-", standard output, takes MiniMalloc CSV. Errors: another
/// suffix.
[[nodiscard]] Expected<FileFormat> plan_format_of(const std::string& path);

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
