#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/error/error.h"
#include "core/format/document.h"
#include "core/memory/rectangle_converter.h"
#include "core/text/read_progress.h"

namespace arenascope {

/// Whether the first row of a CSV text is the header of a memory-operation sequence (it has a column op), or, where the
/// header was left out, its first operation.
[[nodiscard]] bool is_sequence_header(std::string_view first_line);

/// Reads a memory-operation sequence:
///
///   op,name,size[,alignment]     columns in any order; without a header in this one
///   alloc,a,64,16
///   free,a,,                     or just free,a
///
/// and converts it to buffers. Every error names the line.
[[nodiscard]] Expected<Document> parse_sequence_csv(std::string_view content, const std::string& source,
                                                    const ReadProgress& progress = {});

/// The kind of operation that a file calls `text`: alloc or free, upper and lower case alike.
[[nodiscard]] std::optional<MemoryOperation::Kind> operation_kind_named(std::string_view text);

/// The document that a sequence stands for; nothing is placed in it.
[[nodiscard]] Expected<Document> document_of(std::span<const MemoryOperation> operations, FileFormat format,
                                             const std::string& source);

}  // namespace arenascope
