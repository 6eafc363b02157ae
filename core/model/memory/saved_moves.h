#pragma once

#include <cstddef>

#include "core/model/memory/layout.h"
#include "core/model/memory/problem.h"

namespace arenascope {

/// The moves of data that sharing saves in one run of the network.
///
///   view      x ─▶ y      y is the bytes of x: they need not be copied
///   merge     x, z ─▶ w   x and z are written where they lie in w: only an operand that lies elsewhere is copied
struct SavedMoves {
    Bytes bytes;               ///< at most 2^63 − 1
    std::size_t views = 0;     ///< operators whose outputs are bytes of their operand
    std::size_t operands = 0;  ///< of merges, in their place already
};

/// Found by the offsets of a layout. Linear in operands. Source: docs/method.md, "Operator sharing", step 5.
[[nodiscard]] SavedMoves saved_moves(const Problem& problem, const Layout& layout);

}  // namespace arenascope
