#pragma once

#include <vector>

#include "core/base/containers/indexed_vector.h"
#include "core/model/memory/quantity.h"

namespace arenascope {

/// Which buffers may take over memory from which. If operators can run in parallel, the end of a lifetime does not mean
/// that the memory is free. Memory is handed on only along an edge.
///
///   a ──► c      c may take over from a, and from no other buffer
///   b
///
/// Of the two buffers of an edge, the later one takes over. An edge between buffers that are alive together, or from a
/// buffer to itself, has no effect. Source: docs/method.md, section "TensorFlow's strategies".
struct UsageGraph {
    IndexedVector<BufferIndex, std::vector<BufferIndex>>
        may_take_over;  ///< by BufferIndex: the buffers whose memory it may take over
    friend bool operator==(const UsageGraph&, const UsageGraph&) = default;
};

}  // namespace arenascope
