#pragma once

#include "core/format/format.h"

namespace arenascope {

/// The tables that Vela prints with `--verbose-allocation` in a log, which may hold other output. Each memory area has
/// a heading, column names and rows:
///
///   Start Time -   End Time: Start Addr -   End Addr: Tensor Size: Memory Usage: Purpose: Name
///            0 -          1:        0x0 -     0x2400:        9216:        46080: FeatureMap: input
///
/// Vela for Ethos-U85 leaves the purpose out, or prints the tensor's format instead:
///
///            0 -          1:        0x0 -     0x2400:        9216:        46080 : input
///
/// Each area becomes a region. A later table with the same heading replaces the first, with a note. The column Memory
/// Usage shows whether End Time is inclusive; if it does not, End Time is taken as inclusive. Tensors with exactly the
/// same addresses at the same time are one tensor with several names. O(n log n). Errors name the line.
[[nodiscard]] Format vela_log_format();

}  // namespace arenascope
