#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/error/error.h"
#include "core/base/text/read_progress.h"
#include "core/format/document.h"
#include "core/model/network/import_options.h"

namespace arenascope {

/// Reads any file that the program can open; "-" is standard input. `options` control how a model becomes a problem,
/// and are applied to any file by with_switches(). Throws nothing. `progress` counts each byte twice: when it is read
/// and when it is parsed (only tables report parsing).
[[nodiscard]] Expected<Document> read_document(const std::string& path, const ImportOptions& options = {},
                                               const ReadProgress& progress = {});

/// The same for content in memory; `source` names it in errors.
[[nodiscard]] Expected<Document> parse_document(std::string_view content, const std::string& source,
                                                const ImportOptions& options = {}, const ReadProgress& progress = {});

/// The same for a known format, without detection.
[[nodiscard]] Expected<Document> parse_document_as(FileFormat format, std::string_view content,
                                                   const std::string& source, const ImportOptions& options = {});

/// Applies the import switches to a document, see with_import_switches(). Reads the files that `options` name. If the
/// problem changes, the trace and the provenance are dropped, because they belong to the old problem.
[[nodiscard]] Expected<Document> with_switches(Document document, const ImportOptions& options,
                                               const std::string& source);

/// Formats that this build cannot read, because their library was missing when it was built (Format::needs).
[[nodiscard]] std::vector<FileFormat> missing_formats();

}  // namespace arenascope
