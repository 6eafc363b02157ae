#pragma once

#include "core/format/format.h"

namespace arenascope {

/// What XLA prints when a program runs out of memory: the buffers that are alive at its peak. It may stand anywhere in
/// a log.
///
///   BufferAssignment OOM Debugging.          Program hbm requirement 17.08G:
///        total allocation:   21.00MiB          Largest program allocations in hbm:
///   Peak buffers:                              1. Size: 512.00M
///     Buffer 1:                                   Operator: op_type="OneHot" op_name="one_hot"
///       Size: 6.00MiB                             Shape: f32[4,128,128,9,18]{4,3,0,2,1:T(8,128)}
///       Operator: op_name="jit(f)/add"            Unpadded size: 40.50M
///         source_file="m.py" source_line=12       XLA label: %fusion.1668 = …
///       XLA Label: fusion                         Allocation type: HLO temp
///       Shape: f32[4096,128,3]                    ==========================
///       ==========================
///
/// On the left a GPU, on the right a TPU. The document has one step and no offsets. A buffer has the name of its
/// operator, and its stack is the path of this name with the source line innermost (AllocatorHistory). Each memory
/// space is a region. K, M and G are binary. Notes give the totals that the text states, the padding, and by how much
/// rounding may change the sum. Of several such texts the last one with buffers is read. Linear, but for names.
/// Errors name the line of a size.
[[nodiscard]] Format xla_out_of_memory_format();

}  // namespace arenascope
