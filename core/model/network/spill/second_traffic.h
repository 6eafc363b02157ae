#pragma once

#include <cstdint>

#include "core/model/memory/problem.h"

namespace arenascope {

/// The bytes that a run reads, writes and copies in second memories (Region::second); at most 2^63 − 1:
/// - size of each buffer that lies there, for each operator that reads or writes it,
/// - size of each copy that a transfer makes, from there or to there,
/// - twice the size of a buffer there that no operator and no transfer names: it is written and read once.
/// What the caller writes into an input or reads from an output is not of the run. Linear in operands.
[[nodiscard]] std::int64_t second_traffic(const Problem& problem);

}  // namespace arenascope
