#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/containers/indexed_vector.h"
#include "core/model/memory/operator_part.h"
#include "core/model/memory/quantity.h"

namespace arenascope {

/// How an operator may share memory with its operands (docs/method.md, section "Operator sharing").
enum class OperatorFeature : std::uint8_t {
    ordinary,   ///< its outputs must not overlap its operands
    in_place,   ///< its output may take the memory of an operand
    removable,  ///< does no work: its outputs, if any, are views of one operand
    merge,      ///< its operands can be written directly into its output, one after another
};

[[nodiscard]] std::string_view name_of(OperatorFeature feature);
[[nodiscard]] std::optional<OperatorFeature> operator_feature_named(std::string_view name);

/// One operator of the network.
struct Operator {
    std::string name;
    std::string type;
    Step step;                        ///< when it runs
    std::vector<BufferIndex> reads;   ///< operands in order, with repetitions; then the tensors that inner graphs use
    std::vector<BufferIndex> writes;  ///< outputs in order
    std::vector<std::string> constants = {};  ///< names of its constant operands
    OperatorFeature feature = OperatorFeature::ordinary;
    /// Positions in `reads` whose memory the output may take. An in-place operator has one or more, a removable one
    /// exactly one, a merge all of them.
    std::vector<std::uint32_t> shareable = {};
    /// For a removable operator, where each output begins in the operand; empty: all begin at its first byte.
    std::vector<Bytes> positions = {};
    /// Operands and outputs that are not constants and have no buffer. Either the caller holds them, their size is
    /// unknown, or they are empty.
    std::vector<std::string> reads_outside = {};
    std::vector<std::string> writes_outside = {};
    RegionIndex core = RegionIndex::none();  ///< on a many-core chip, the memory of the core that runs the operator
    std::optional<std::int64_t> multiply_accumulates = {};  ///< in one run; empty: not known
    /// It has effects beside its outputs, draws random numbers, or nothing is known of it. All such operators run in
    /// the order of the file.
    bool keeps_order = false;
    /// Empty: it runs whole. Its reads are by position in `reads`.
    std::optional<OperatorPart> part = {};
    friend bool operator==(const Operator&, const Operator&) = default;
};

/// Whether the operator runs on an accelerator with an arena of its own. Its scratch is that arena, and its operands
/// and outputs may lie in it on purpose. This holds for `ethos-u`, the custom operator of TFLite.
[[nodiscard]] bool works_in_arena(const Operator& one);

/// The element type and shape of a tensor.
struct TensorFacts {
    std::string type;                 ///< of the elements, such as float32; empty: nothing is known
    std::vector<std::int64_t> shape;  ///< empty for a scalar
    friend bool operator==(const TensorFacts&, const TensorFacts&) = default;
};

/// A tensor of unknown size. It has no buffer, so it counts in no figure.
struct UnknownSize {
    std::string tensor;
    std::string
        operator_name;  ///< the operator where shape inference stopped: its operands are known, its output is not
    std::string type;   ///< of that operator
    std::string reason;
    friend bool operator==(const UnknownSize&, const UnknownSize&) = default;
};

/// A buffer whose size depends on data at run time. It has the largest size that its operator allows.
struct BoundedSize {
    std::string tensor;
    std::string operator_name;  ///< the operator that writes it
    std::string type;           ///< of that operator
    friend bool operator==(const BoundedSize&, const BoundedSize&) = default;
};

/// The network of a problem: operators in execution order.
struct Graph {
    IndexedVector<OperatorIndex, Operator> operators;
    IndexedVector<BufferIndex, TensorFacts> tensors =
        {};  ///< by BufferIndex; empty: the file does not describe tensors
    std::vector<UnknownSize> unknown_sizes = {};
    std::vector<std::string> assumed_dimensions = {};  ///< open dimensions with assumed values
    std::vector<BoundedSize> bounded_sizes = {};
    /// The runtime needs memory beside the buffers: scratch of its kernels, and what it keeps for itself. The file does
    /// not say how much, so that no figure counts it.
    bool has_only_tensors = false;
    /// Lifetimes follow from what operators read and write at addresses. They end where an operator takes the memory of
    /// an operand over, so that its own uses prove nothing wrong.
    bool has_derived_lifetimes = false;
    friend bool operator==(const Graph&, const Graph&) = default;
};

}  // namespace arenascope
