#pragma once

#include <cstdint>
#include <vector>

#include "core/memory/problem.h"

namespace arenascope {

/// Bytes that lie in a buffer: `size` of them from `position` on.
struct HeldBytes {
    BufferIndex buffer;
    Bytes position;
    Bytes size;
    friend bool operator==(const HeldBytes&, const HeldBytes&) = default;
};

/// The bytes of one tensor, in order, by the buffers that really hold them.
using HeldTensor = std::vector<HeldBytes>;

/// An operator that is left to run, with each of its `reads` wired to what holds it.
struct ShortenedOperator {
    OperatorIndex node;
    std::vector<HeldTensor> reads;
    friend bool operator==(const ShortenedOperator&, const ShortenedOperator&) = default;
};

/// A tensor that is brought to another core's memory, and what holds it there where it comes from.
struct ShortenedTransfer {
    BufferIndex copy;
    HeldTensor held;
    std::size_t before = 0;  ///< the position in `operators` of the one that runs next
    friend bool operator==(const ShortenedTransfer&, const ShortenedTransfer&) = default;
};

/// What the caller finds where.
struct ShortenedOutput {
    BufferIndex output;
    HeldTensor held;
    friend bool operator==(const ShortenedOutput&, const ShortenedOutput&) = default;
};

/// A network without the operators that do nothing at run time. Each buffer that it names is written by an operator
/// that is left, brought there by a transfer, or is there before the first one runs: an input, a variable or scratch.
struct ShortenedNetwork {
    std::vector<BufferIndex> inputs;  ///< what the caller puts in; also read where no operator writes it
    std::vector<ShortenedOutput> outputs;
    std::vector<BufferIndex> variables;
    std::vector<BufferIndex> scratch;
    std::vector<ShortenedOperator> operators;  ///< in execution order
    std::vector<ShortenedTransfer> transfers;  ///< in the order in which they happen
};

/// Takes the removed operators out and wires what they read to their consumers: a view's consumer reads the operand,
/// from where the view begins; a merge's consumer reads its parts, one after the other.
///
///   conv1 ─▶ split1 ─▶ conv2      conv1 ─────────▶ conv2      reads conv1 from its first byte
///   conv0, conv2 ─▶ concat ─▶ conv4   conv0, conv2 ─▶ conv4   reads conv0 and conv2 as one operand
///
/// A problem without a graph has no operators, inputs or outputs. Linear in operands and in the parts that they are
/// held by. Source: 001_e2575c4dd07d4c13, its deployment.
[[nodiscard]] ShortenedNetwork shortened_network(const Problem& problem, const std::vector<OperatorIndex>& removed);

}  // namespace arenascope
