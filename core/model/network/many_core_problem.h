#pragma once

#include <string>
#include <vector>

#include "core/base/error/error.h"
#include "core/model/memory/layout.h"
#include "core/model/memory/problem.h"
#include "core/model/network/core_assignment.h"

namespace arenascope {

/// When a tensor is copied to another core that reads it.
enum class TransferTime : std::uint8_t {
    late,   ///< in the step of the first operator that reads it there; the source lives until then
    early,  ///< in the step of the operator that writes it; the copy lives from then on
};

/// A problem split into the memories of cores.
struct ManyCoreProblem {
    Problem problem;                      ///< validated
    Layout layout;                        ///< placements of the buffers that stay in their region
    bool has_changed = false;             ///< whether it differs from the original
    std::vector<std::string> facts = {};  ///< the results of the split, for people
    std::vector<std::string> notes = {};  ///< what was ignored or assumed, for people
};

/// Splits a problem onto the memories of the cores that run its operators.
///
///   core 0   ├── x ──────┤                 x is written on core 0
///   core 1           ├── x@core 1 ────┤    and read on core 1, through a copy
///                     ↑ transfer: both are alive in its step
///
/// A buffer lies on the core of the first operator that writes it. If none writes it, as for an input, it lies on the
/// core of its first reader, and otherwise on the first core.
/// Every other core that reads it gets its own copy, alive from the transfer to the last reader there. Operators read
/// the copy, so that memory is shared only within a core. If only other cores still read the source, it ends with the
/// last transfer. Outputs, variables and buffers that live all the time keep their lifetimes.
/// An output that is written on another core than its buffer lies on is not copied. Notes count such tensors, and the
/// buffers that are not in the region that the file gives them. A problem without operators is only distributed:
/// nothing is copied.
///
/// A problem that is already split stays as it is. A placement is kept if the buffer stays in the region of the same
/// name, and so is its pin. Linear in operands, times the copies of a buffer. Errors: those of `validate` for the
/// result. Source: docs/method.md, section "Many-core". It leaves open how a tensor is copied; this is a choice of this
/// project.
[[nodiscard]] Expected<ManyCoreProblem> many_core_problem(Problem problem, Layout layout,
                                                          const CoreAssignment& assignment, TransferTime transfers);

}  // namespace arenascope
