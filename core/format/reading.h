#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/error/error.h"
#include "core/format/document.h"
#include "core/graph/import_options.h"
#include "core/text/read_progress.h"

namespace arenascope {

/// Reads any file that the product opens; "-" is standard input. `options` say how a model becomes a problem, and of
/// any file what with_import_switches() makes of it. No exception leaves it. `progress` counts each byte twice: when
/// it comes from the disk, and when it is understood (only CSV tells that).
[[nodiscard]] Expected<Document> read_document(const std::string& path, const ImportOptions& options = {},
                                               const ReadProgress& progress = {});

/// The same from memory; `source` names it in errors.
[[nodiscard]] Expected<Document> parse_document(std::string_view content, const std::string& source,
                                                const ImportOptions& options = {}, const ReadProgress& progress = {});

/// The same where the format is known, and the content is not asked which one it is.
[[nodiscard]] Expected<Document> parse_document_as(FileFormat format, std::string_view content,
                                                   const std::string& source, const ImportOptions& options = {});

/// What the switches of the import make of a document, see with_import_switches(). Where they change the problem, a
/// trace and what made the layout, which belong to the one from before, are left out. Files that the options name are
/// read here.
[[nodiscard]] Expected<Document> with_switches(Document document, const ImportOptions& options,
                                               const std::string& source);

/// Formats that this build can not read, because a library was not there when it was built.
[[nodiscard]] std::vector<FileFormat> missing_formats();

/// What has to be installed before the program is built so that it reads a format: Debian's packages, in words; empty
/// for a format that it always reads.
[[nodiscard]] std::string_view needed_for(FileFormat format);

}  // namespace arenascope
