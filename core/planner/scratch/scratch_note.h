#pragma once

#include <string>

#include "core/memory/problem.h"
#include "core/planner/scratch/scratch_trial.h"

namespace arenascope {

/// The note of one placement in a trace, with offsets raised by `shift`.
[[nodiscard]] std::string scratch_note(const Problem& problem, const QueuedScratch& scratch, const ScratchPlace& place,
                                       Bytes shift);

}  // namespace arenascope
