#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/model/memory/layout.h"
#include "core/model/memory/problem.h"

namespace arenascope {

/// The memory use of one core.
struct CoreUse {
    RegionIndex core;
    std::size_t buffers = 0;                ///< buffers of this core, placed or not
    std::size_t unplaced = 0;               ///< how many of them are not placed
    Bytes threshold;                        ///< of all its buffers; bytes that they share count once
    Offset peak;                            ///< the highest tail
    std::optional<Step> peak_step;          ///< first step at the peak; empty: nothing that is placed takes bytes
    std::int64_t fragmentation = 0;         ///< external, in bytes · steps (see external_fragmentation)
    std::int64_t multiply_accumulates = 0;  ///< of its operators, as far as they are known
    Bytes bytes_written;                    ///< by the other operators of the core
    std::int64_t work = 0;                  ///< both together; without operators on cores 0
};

/// The use of each region, in their order. Sums of work end at 2^63 − 1. Source: docs/method.md, section "Many-core".
/// O(r · n + n log n) for r regions.
[[nodiscard]] std::vector<CoreUse> core_uses(const Problem& problem, const Layout& layout);

/// The bytes that are copied between the memories of cores; at most 2^63 − 1. Linear in transfers.
[[nodiscard]] Bytes traffic(const Problem& problem);

/// Whether a problem has cores: an operator is assigned to one, or a tensor is copied between them. Copies to a second
/// memory and back are none between cores.
[[nodiscard]] bool has_cores(const Problem& problem);

/// The operator that a buffer belongs to. It is the first that writes it, or if none does, as for a copy from another
/// core, the first that reads it. none() if no operator uses it. Linear.
[[nodiscard]] OperatorIndex operator_of(const Problem& problem, BufferIndex buffer);

}  // namespace arenascope
