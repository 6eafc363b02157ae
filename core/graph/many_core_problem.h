#pragma once

#include <string>
#include <vector>

#include "core/error/error.h"
#include "core/graph/core_assignment.h"
#include "core/memory/layout.h"
#include "core/memory/problem.h"

namespace arenascope {

/// When a tensor that another core reads is brought there.
enum class TransferTime : std::uint8_t {
    late,   ///< in the step of the first operator there that reads it: the source lives until then
    early,  ///< in the step of the operator that writes it: the copy lives from then on
};

/// A problem split into the memories of cores.
struct ManyCoreProblem {
    Problem problem;                      ///< validated
    Layout layout;                        ///< the placements of buffers that stay in their region
    bool has_changed = false;             ///< whether it differs from what came in
    std::vector<std::string> facts = {};  ///< what the split came to, for people
    std::vector<std::string> notes = {};  ///< what it left out or took for granted, for people
};

/// Splits a problem into the memories of the cores that its operators run on.
///
///   core 0   ├── x ──────┤                 x is written on core 0
///   core 1           ├── x@core 1 ────┤    and read on core 1, through a copy
///                     ↑ transfer: both live in its step
///
/// A buffer lies on the core of the first operator that writes it; one that none writes, such as an input, on that of
/// its first reader; one that nobody names on the first core. Each other core that reads it gets a copy of its own,
/// alive from the transfer to its last reader there; the operators read the copy, so that what shares memory stays
/// within a core. What only other cores still read ends with the last transfer; outputs, variables and whatever else
/// lives throughout keep their lifetimes. What an operator of another core writes is not carried to where it lies: how
/// many tensors that concerns is a note, and so is how many lie elsewhere than in the region that the file gives them.
/// A problem without operators only deals its buffers out: nothing crosses.
///
/// A problem that is split already comes out as it is. Placements stay where a buffer stays in a region of that name;
/// pins go with them. Linear in operands, times the copies of a buffer. Errors: what `validate` says of the whole.
/// Source: 003_8153cae81998554d; method 5, which leaves open how a tensor crosses: this is the project's choice.
[[nodiscard]] Expected<ManyCoreProblem> many_core_problem(Problem problem, Layout layout,
                                                          const CoreAssignment& assignment, TransferTime transfers);

}  // namespace arenascope
