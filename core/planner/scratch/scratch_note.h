#pragma once

#include <string>

#include "core/model/memory/problem.h"
#include "core/planner/scratch/scratch_trial.h"

namespace arenascope {

/// The note of the placement at a position of the queue in a trace, with offsets raised by `shift`.
[[nodiscard]] std::string scratch_note(const Problem& problem, const ScratchQueue& queue, std::size_t position,
                                       const ScratchPlace& place, Bytes shift);

}  // namespace arenascope
