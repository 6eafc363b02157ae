#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/containers/indexed_vector.h"
#include "core/model/memory/buffer.h"
#include "core/model/memory/graph.h"
#include "core/model/memory/layout.h"
#include "core/model/memory/region.h"

namespace arenascope {

/// Operators between the first and the last one of scratch that do not use it, or only a window of it.
struct DeployedGap {
    std::uint32_t first = 0;  ///< positions in the list of operators
    std::uint32_t last = 0;
    std::optional<Window> window = {};  ///< the bytes that stay in use; empty: no byte is in use
    friend bool operator==(const DeployedGap&, const DeployedGap&) = default;
};

/// A buffer of a deployment, and where it lies.
struct DeployedBuffer {
    std::string name;
    Bytes size;
    OptionalPlacement place;  ///< empty: the plan was incomplete
    /// Of what no operator writes: the position of the first and of the last operator that needs it. Empty for the
    /// first: the caller sets it; for the last: the last one that reads it.
    std::optional<std::uint32_t> first = {};
    std::optional<std::uint32_t> last = {};
    bool overlay = false;                ///< scratch that may lie inside other such scratch of the same operators
    std::vector<DeployedGap> gaps = {};  ///< of scratch; between its first and last operator, in order
    friend bool operator==(const DeployedBuffer&, const DeployedBuffer&) = default;
};

/// A range of bytes in a buffer of a deployment.
struct DeployedPart {
    std::string buffer;
    Bytes position;
    Bytes size;
    friend bool operator==(const DeployedPart&, const DeployedPart&) = default;
};

/// A tensor that an operator or the caller reads: `size` bytes from `place` on. The parts say which buffers hold them.
struct DeployedTensor {
    std::vector<DeployedPart> parts;
    Bytes size;
    OptionalPlacement place;
    friend bool operator==(const DeployedTensor&, const DeployedTensor&) = default;
};

/// An operator that runs. Transfers between cores are operators of type `Transfer`, named after the copy.
struct DeployedOperator {
    std::string name;
    std::string type;
    OperatorFeature feature = OperatorFeature::ordinary;
    std::vector<std::uint32_t> shareable = {};  ///< positions in `reads` that an in-place operator may overwrite
    std::vector<DeployedTensor> reads;
    std::vector<DeployedBuffer> writes;
    std::vector<std::string> constants = {};
    std::vector<std::string> reads_outside = {};
    std::vector<std::string> writes_outside = {};
    std::optional<OperatorPart> part = {};  ///< empty: it runs whole, or the list does not tell
    friend bool operator==(const DeployedOperator&, const DeployedOperator&) = default;
};

/// An output of the network: the caller reads it after the last operator.
struct DeployedOutput {
    std::string name;
    DeployedTensor tensor;
    friend bool operator==(const DeployedOutput&, const DeployedOutput&) = default;
};

/// A network as it runs on a device: the operators in execution order, and the addresses that each reads and writes.
struct Deployment {
    IndexedVector<RegionIndex, Region> regions;
    std::vector<DeployedBuffer> inputs;     ///< set by the caller before the first operator, or before its `first`
    std::vector<DeployedBuffer> variables;  ///< keep their value from run to run
    std::vector<DeployedBuffer> scratch;    ///< hold nothing before their first operator
    std::vector<DeployedOutput> outputs;
    std::vector<DeployedOperator> operators;
    std::vector<std::string> removed = {};        ///< operators of the network that need not run
    std::vector<std::string> unknown_sizes = {};  ///< tensors without a place, because their size is unknown
    friend bool operator==(const Deployment&, const Deployment&) = default;
};

}  // namespace arenascope
