#pragma once

#include <cstdint>
#include <string_view>

#include "core/base/error/error.h"
#include "core/base/text/csv_rows.h"

namespace arenascope {

// What OmniMalloc adds to the CSV of MiniMalloc:
//
//   # pool_offset=4096                        the address of offset 0
//   id,lower,upper,size,offset,kind
//   a,0,2,64,0,workspace                      see table_kind_named()
//   b,3:0,4:1,64,,constant                    a vector time: a place in several streams

/// Whether a text begins with such a comment, and a header of a list of buffers follows.
[[nodiscard]] bool begins_with_pool_comment(std::string_view text);

/// Whether the current row is such a comment.
[[nodiscard]] bool is_pool_comment(const CsvRows& row);

/// The number of the current row, which is such a comment. An error if it is no number from 0 on.
[[nodiscard]] Expected<std::int64_t> pool_offset_in(const CsvRows& row);

/// Whether the text of a step is a vector time, as in `3:0`.
[[nodiscard]] bool is_vector_time(std::string_view text);

}  // namespace arenascope
