#pragma once

#include <vector>

#include "core/memory/layout.h"
#include "core/memory/problem.h"

namespace arenascope {

/// The buffers that touch one in address while both are alive.
struct Neighbours {
    std::vector<BufferIndex> above;  ///< they start at its tail, aligned to what they need
    std::vector<BufferIndex> below;  ///< it starts at their tail, aligned to what it needs
    friend bool operator==(const Neighbours&, const Neighbours&) = default;
};

/// Neighbours of a placed buffer, in the order of the problem; none for an unplaced one. Linear.
[[nodiscard]] Neighbours neighbours_of(const Problem& problem, const Layout& layout, BufferIndex buffer);

}  // namespace arenascope
