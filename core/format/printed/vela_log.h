#pragma once

#include <string>
#include <string_view>

#include "core/error/error.h"
#include "core/format/document.h"

namespace arenascope {

/// Whether a line is a row of an allocation table as Vela prints it, as far as its first columns tell.
[[nodiscard]] bool is_vela_line(std::string_view line);

/// Reads the tables that Vela prints under `--verbose-allocation` out of a log that may hold other output: for each
/// memory area a heading, the names of the columns, and rows
///
///   Start Time -   End Time: Start Addr -   End Addr: Tensor Size: Memory Usage: Purpose: Name
///            0 -          1:        0x0 -     0x2400:        9216:        46080: FeatureMap: input
///
/// Vela for Ethos-U85 leaves the purpose out, or prints the tensor's format in its place:
///
///            0 -          1:        0x0 -     0x2400:        9216:        46080 : input
///
/// Each area becomes a region; a table that comes again under the same heading replaces the first, with a note. Whether
/// End Time is still a time of use shows in the column of the usage; where it shows nothing, it is. Tensors at exactly
/// the same addresses at the same time are one under several names. O(n log n). Errors name the line.
[[nodiscard]] Expected<Document> parse_vela_log(std::string_view content, const std::string& source);

}  // namespace arenascope
