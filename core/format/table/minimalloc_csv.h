#pragma once

#include <string>
#include <string_view>

#include "core/error/error.h"
#include "core/format/document.h"
#include "core/text/read_progress.h"

namespace arenascope {

/// Whether the first row of a CSV text names at least one column that only a list of buffers has.
[[nodiscard]] bool is_minimalloc_header(std::string_view first_line);

/// Whether it names both ends of a lifetime, which settles that it is a list of buffers whatever else it names.
[[nodiscard]] bool names_lifetimes(std::string_view first_line);

/// Reads MiniMalloc CSV, the field's common exchange format:
///
///   id,lower,upper,size[,alignment][,hint][,gaps][,offset]     header required, columns in any order
///   conv1,0,4,4096,64,-1,1-2 2-3@0:512,8192
///
/// Other names of the columns: buffer, buffer_id; begin, start; `end`, which unlike `upper` is inclusive, in gaps too.
/// An own addition are the columns kind, region and pin; height and depth of textures, whose size is then the width;
/// and may_take_over, a list of names (see name_list.h and UsageGraph). Unknown columns are ignored with a note. An
/// empty offset: not placed. Every error names the line. About 0.5 µs a row.
[[nodiscard]] Expected<Document> parse_minimalloc_csv(std::string_view content, const std::string& source,
                                                      const ReadProgress& progress = {});

/// Writes
/// `id,lower,upper,size[,height][,depth][,alignment][,hint][,gaps][,kind][,region][,pin][,may_take_over],offset`; what
/// no buffer needs is left out. A region's alignment goes into its buffers', because the format has no regions of its
/// own.
[[nodiscard]] std::string minimalloc_csv_text(const Problem& problem, const Layout& layout);

}  // namespace arenascope
