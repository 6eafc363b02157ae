#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "core/format/document.h"
#include "core/format/table/buffer_columns.h"
#include "core/text/read_progress.h"

namespace arenascope {

/// The document of rows below a header, read by PlainRows on several threads and validated. Nothing if a row is not
/// plain or the problem is not valid: the general reader then reads the rows, or names the error.
[[nodiscard]] std::optional<Document> plain_document(std::string_view rows, const BufferColumns& columns,
                                                     const ReadProgress& progress);

/// The bytes of the shortest row of a buffer.
inline constexpr std::size_t shortest_row = std::string_view("a,0,1,1\n").size();

}  // namespace arenascope
