#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/memory/indexed_vector.h"
#include "core/memory/quantity.h"

namespace arenascope {

/// What an operator may do with the memory of its operands (method.md 3).
enum class OperatorFeature : std::uint8_t {
    ordinary,   ///< its outputs must not overlap its operands
    in_place,   ///< computes, and its output may take the memory of an operand
    removable,  ///< does no work: its outputs are views of one operand; it may have none, where others read the operand
    merge,      ///< its operands can be written side by side straight into its output
};

[[nodiscard]] std::string_view name_of(OperatorFeature feature);
[[nodiscard]] std::optional<OperatorFeature> operator_feature_named(std::string_view name);

/// One operator of the network that the buffers come from.
struct Operator {
    std::string name;
    std::string type;
    Step step;                        ///< when it runs
    std::vector<BufferIndex> reads;   ///< in operand order, as often as it is an operand; then what inner graphs use
    std::vector<BufferIndex> writes;  ///< in the order of its outputs
    std::vector<std::string> constants = {};  ///< names of its constant operands
    OperatorFeature feature = OperatorFeature::ordinary;
    /// Positions in `reads` whose memory the output may take: of an in-place operator one or more, of a removable one
    /// exactly one, of a merge all.
    std::vector<std::uint32_t> shareable = {};
    /// Of a removable operator: where in the operand each output begins; empty: all at its first byte.
    std::vector<Bytes> positions = {};
    /// Names of operands and of outputs that have no buffer though they are no constants: the caller holds them,
    /// their size is not known, or they are empty.
    std::vector<std::string> reads_outside = {};
    std::vector<std::string> writes_outside = {};
    RegionIndex core = RegionIndex::none();  ///< of a chip of many cores: the memory of the one that it runs on
    friend bool operator==(const Operator&, const Operator&) = default;
};

/// Whether the operator runs on an accelerator that works in an arena of its own: it gets the arena as scratch, and
/// lays its operands and outputs into it on purpose. This is `ethos-u`, the custom operator of TFLite.
[[nodiscard]] bool works_in_arena(const Operator& one);

/// What the network says of a buffer beyond its size.
struct TensorFacts {
    std::string type;                 ///< of its elements, such as float32; empty where nothing is known
    std::vector<std::int64_t> shape;  ///< empty for a scalar
    friend bool operator==(const TensorFacts&, const TensorFacts&) = default;
};

/// A tensor whose size is not known, and why. It has no buffer, so that no figure counts it.
struct UnknownSize {
    std::string tensor;
    std::string behind;  ///< the operator that stopped it: the first whose operands are known and whose output is not
    std::string type;    ///< of that operator
    std::string reason;
    friend bool operator==(const UnknownSize&, const UnknownSize&) = default;
};

/// A buffer whose size depends on the data of a run. It has the largest size that its operator allows.
struct BoundedSize {
    std::string tensor;
    std::string behind;  ///< the operator that writes it
    std::string type;    ///< of that operator
    friend bool operator==(const BoundedSize&, const BoundedSize&) = default;
};

/// The network behind a problem: operators in execution order.
struct Graph {
    IndexedVector<OperatorIndex, Operator> operators;
    IndexedVector<BufferIndex, TensorFacts> tensors =
        {};  ///< by BufferIndex; empty where the source says nothing of them
    std::vector<UnknownSize> unknown_sizes = {};
    std::vector<std::string> assumed_dimensions = {};  ///< that the network leaves open and that were taken as given
    std::vector<BoundedSize> bounded_sizes = {};
    friend bool operator==(const Graph&, const Graph&) = default;
};

}  // namespace arenascope
