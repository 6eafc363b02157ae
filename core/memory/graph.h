#pragma once

#include <string>
#include <vector>

#include "core/memory/quantity.h"

namespace arenascope {

/// One operator of the network that the buffers come from.
struct Operator {
    std::string name;
    std::string type;
    Step step;  ///< when it runs
    std::vector<BufferIndex> reads;
    std::vector<BufferIndex> writes;
    friend bool operator==(const Operator&, const Operator&) = default;
};

/// The network behind a problem: operators in execution order.
struct Graph {
    std::vector<Operator> operators;
    friend bool operator==(const Graph&, const Graph&) = default;
};

}  // namespace arenascope
