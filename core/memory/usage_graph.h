#pragma once

#include <vector>

#include "core/memory/indexed_vector.h"
#include "core/memory/quantity.h"

namespace arenascope {

/// Which buffers may hand their memory on to which. Where operators may run side by side, that a lifetime has ended
/// in the list of steps does not say that its memory is free: only along an edge it is.
///
///   a ──► c      c may take over from a, and from nobody else
///   b
///
/// An edge joins two buffers; which of them takes over follows from their lifetimes: the later one. Two buffers that
/// are alive together, and a buffer and itself, hand nothing on, whatever is said of them.
/// Source: 002_9765a5815b5de446 (the usage, or reallocation, graph); method 4.
struct UsageGraph {
    IndexedVector<BufferIndex, std::vector<BufferIndex>>
        may_take_over;  ///< by BufferIndex: the buffers that it may take over from
    friend bool operator==(const UsageGraph&, const UsageGraph&) = default;
};

}  // namespace arenascope
