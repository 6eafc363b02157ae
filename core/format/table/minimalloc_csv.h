#pragma once

#include <string>
#include <string_view>

#include "core/base/error/error.h"
#include "core/base/text/read_progress.h"
#include "core/base/text/text_source.h"
#include "core/format/format.h"

namespace arenascope {

/// Reads MiniMalloc CSV, the common exchange format of the field:
///
///   id,lower,upper,size[,alignment][,hint][,gaps][,offset]     header required, columns in any order
///   conv1,0,4,4096,64,-1,1-2 2-3@0:512,8192
///
/// The column id may also be called buffer or buffer_id, and lower may be called begin or start. A column `end`
/// replaces `upper` and is inclusive, also for gaps.
/// Columns of our own: kind, region, pin; height and depth of textures, whose `size` is the width, or batch, height
/// and channels of those with four dimensions; may_take_over, a list of names (see name_list.h and UsageGraph). Unknown
/// columns are ignored with a note. The first line may be `# pool_offset=N`, the base of all regions. An empty offset:
/// not placed. Errors name the line. About 0.5 µs a row.
[[nodiscard]] Expected<Document> parse_minimalloc_csv(std::string_view content, const std::string& source,
                                                      const ReadProgress& progress = {});

/// Writes
/// `id,lower,upper,size[,height][,depth][,batch,channels][,alignment][,hint][,gaps][,kind][,region][,pin][,may_take_over],offset`,
/// without columns that no buffer needs. The format has no regions, so each buffer gets the alignment of its region.
/// With AddressColumn::written a last column `address` holds base + offset.
/// Rows are made on several threads.
void write_minimalloc_csv(const TextSink& sink, const Problem& problem, const Layout& layout,
                          AddressColumn addresses = AddressColumn::left_out);

/// The whole text.
[[nodiscard]] std::string minimalloc_csv_text(const Problem& problem, const Layout& layout,
                                              AddressColumn addresses = AddressColumn::left_out);

/// The format of such files.
[[nodiscard]] Format minimalloc_csv_format();

}  // namespace arenascope
