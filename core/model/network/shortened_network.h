#pragma once

#include <cstdint>
#include <vector>

#include "core/model/memory/problem.h"

namespace arenascope {

/// A range of bytes in a buffer.
struct HeldBytes {
    BufferIndex buffer;
    Bytes position;
    Bytes size;
    friend bool operator==(const HeldBytes&, const HeldBytes&) = default;
};

/// The bytes of a tensor in order, as ranges in the buffers that contain them.
using HeldTensor = std::vector<HeldBytes>;

/// An operator that still runs, and where the bytes of each of its `reads` are.
struct ShortenedOperator {
    OperatorIndex node;
    std::vector<HeldTensor> reads;
    friend bool operator==(const ShortenedOperator&, const ShortenedOperator&) = default;
};

/// A copy of a tensor to the memory of another core, and where its bytes are in the source memory.
struct ShortenedTransfer {
    BufferIndex copy;
    HeldTensor held;
    std::size_t before = 0;  ///< position in `operators` of the next operator to run
    friend bool operator==(const ShortenedTransfer&, const ShortenedTransfer&) = default;
};

/// Where the caller finds an output.
struct ShortenedOutput {
    BufferIndex output;
    HeldTensor held;
    friend bool operator==(const ShortenedOutput&, const ShortenedOutput&) = default;
};

/// A network without the operators that need not run. Each of its buffers is written by a remaining operator or a
/// transfer, or exists before the first operator runs: an input, a variable or scratch.
struct ShortenedNetwork {
    std::vector<BufferIndex> inputs;  ///< set by the caller; includes buffers that are read but never written
    std::vector<ShortenedOutput> outputs;
    std::vector<BufferIndex> variables;
    std::vector<BufferIndex> scratch;
    std::vector<ShortenedOperator> operators;  ///< in execution order
    std::vector<ShortenedTransfer> transfers;  ///< in order of time
};

/// Leaves out the removed operators and connects their operands to their consumers. The consumer of a view reads the
/// operand, from the position of the view. The consumer of a merge reads its parts, one after another.
///
///   conv1 ─▶ split1 ─▶ conv2      conv1 ─────────▶ conv2      reads conv1 from its first byte
///   conv0, conv2 ─▶ concat ─▶ conv4   conv0, conv2 ─▶ conv4   reads conv0 and conv2 as one operand
///
/// Without a graph, the result has no operators, inputs or outputs. Linear in operands and in the ranges that hold
/// them. Source: docs/method.md, section "Operator sharing", step 5.
[[nodiscard]] ShortenedNetwork shortened_network(const Problem& problem, const std::vector<OperatorIndex>& removed);

}  // namespace arenascope
