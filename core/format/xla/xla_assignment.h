#pragma once

#include "core/format/format.h"

namespace arenascope {

/// XLA's buffer assignment. The live ranges are in the same text, or in another one of the dump, `…live-range.txt`
/// beside `…buffer-assignment.txt`:
///
///   allocation 2: size 3072, preallocated-temp:                      HloLiveRange (max 3):
///    value: <4 dot.1 @0> (size=1024,offset=0): f32[16,16]{1,0}         InstructionSequence:
///                                                                        0:dot.1
///                                                                      BufferLiveRange:
///                                                                        dot.1{}:0-2       the end is inclusive
///
/// Each allocation is a region with its size as capacity. Parameters are inputs, and values that may live out are
/// outputs. The instructions name the steps. Constants, thread-local memory and values without a live range are left
/// out with a note. Values with exactly the same bytes at the same time share them. O(n log n). Errors name file and
/// line, or the missing text.
[[nodiscard]] Format xla_assignment_format();

}  // namespace arenascope
