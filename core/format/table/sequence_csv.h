#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/base/error/error.h"
#include "core/base/text/read_progress.h"
#include "core/format/document.h"
#include "core/planner/peak_suppression/rectangle_converter.h"

namespace arenascope {

/// Whether the first row of a CSV text belongs to a memory-operation sequence: it has a column op, or it is an
/// operation, because the header is missing.
[[nodiscard]] bool is_sequence_header(std::string_view first_line);

/// Reads a memory-operation sequence and converts it to buffers:
///
///   op,name,size[,alignment]     columns in any order; without a header, in this order
///   alloc,a,64,16
///   free,a,,                     or just free,a
///
/// Every error names the line.
[[nodiscard]] Expected<Document> parse_sequence_csv(std::string_view content, const std::string& source,
                                                    const ReadProgress& progress = {});

/// The kind of operation named `text`: alloc, allocate or free, in upper or lower case. Empty: another word.
[[nodiscard]] std::optional<MemoryOperation::Kind> operation_kind_named(std::string_view text);

/// The document of a sequence, with nothing placed.
[[nodiscard]] Expected<Document> document_of(std::span<const MemoryOperation> operations, FileFormat format,
                                             const std::string& source);

}  // namespace arenascope
