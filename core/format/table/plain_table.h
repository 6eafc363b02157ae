#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/text/read_progress.h"
#include "core/format/document.h"
#include "core/format/table/buffer_columns.h"

namespace arenascope {

/// Rows that are not plain, read by another reader.
struct OtherRows {
    std::vector<Buffer> buffers;
    std::vector<OptionalPlacement> placements;
    std::vector<std::string> regions;  ///< by the RegionIndex of these buffers
};

/// Reads rows that are not plain. Nothing if one has an error, or the text does not end with the end of a row. May be
/// called by several threads.
using ReadOtherRows = std::function<std::optional<OtherRows>(std::string_view rows)>;

/// The document of rows below a header, read by PlainRows on several threads and validated. A part with a row that is
/// not plain is read by `read_other`. Nothing if that is not possible or the problem is not valid: the general reader
/// then reads all rows, or names the error.
///
/// Parts end with lines, and a quoted cell may go on in the next line. If one is cut, its part has no end of a row, so
/// nothing is returned.
[[nodiscard]] std::optional<Document> plain_document(std::string_view rows, const BufferColumns& columns,
                                                     const ReadProgress& progress,
                                                     const ReadOtherRows& read_other = {});

/// The bytes of the shortest row of a buffer.
inline constexpr std::size_t shortest_row = std::string_view("a,0,1,1\n").size();

}  // namespace arenascope
