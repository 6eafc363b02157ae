#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/base/error/error.h"
#include "core/base/text/read_progress.h"
#include "core/format/format.h"
#include "core/planner/peak_suppression/rectangle_converter.h"

namespace arenascope {

/// Whether the first row of a CSV text belongs to a memory-operation sequence: it has a column op, or it is an
/// operation, because the header is missing. A row that names lifetimes does not.
[[nodiscard]] bool is_sequence_header(std::string_view first_line);

/// A memory-operation sequence, which is converted to buffers:
///
///   op,name,size[,alignment]     columns in any order; without a header, in this order
///   alloc,a,64,16
///   free,a,,                     or just free,a
///
/// Every error names the line.
[[nodiscard]] Format sequence_csv_format();

/// The kind of operation named `text`: alloc, allocate or free, in upper or lower case. Empty: another word.
[[nodiscard]] std::optional<MemoryOperation::Kind> operation_kind_named(std::string_view text);

/// The document of a sequence, with nothing placed.
[[nodiscard]] Expected<Document> document_of(std::span<const MemoryOperation> operations, const std::string& source);

}  // namespace arenascope
