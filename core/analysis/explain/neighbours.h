#pragma once

#include <vector>

#include "core/model/memory/layout.h"
#include "core/model/memory/problem.h"

namespace arenascope {

/// The buffers directly above and below another one while both are alive.
struct Neighbours {
    std::vector<BufferIndex> above;  ///< they start at its tail, rounded up to their alignment
    std::vector<BufferIndex> below;  ///< it starts at their tail, rounded up to its alignment
    friend bool operator==(const Neighbours&, const Neighbours&) = default;
};

/// The neighbours of a placed buffer, in the order of the problem; no neighbours if it is not placed. Linear.
[[nodiscard]] Neighbours neighbours_of(const Problem& problem, const Layout& layout, BufferIndex buffer);

/// All buffers that begin below a placed buffer in its memory while both are alive, in the order of the problem. Empty
/// if it is not placed. Linear.
[[nodiscard]] std::vector<BufferIndex> buffers_below(const Problem& problem, const Layout& layout, BufferIndex buffer);

}  // namespace arenascope
