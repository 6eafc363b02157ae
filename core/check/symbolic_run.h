#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/memory/deployment.h"
#include "core/memory/problem.h"

namespace arenascope {

/// Something that a deployed network does otherwise than the network of the model.
struct DataflowFinding {
    enum class Kind : std::uint8_t {
        overwritten,      ///< the bytes of an operand are those of another tensor
        unwritten,        ///< nobody wrote the bytes of an operand before it is read
        written_in_read,  ///< the operator itself writes over an operand or scratch that it still uses
        unplaced,         ///< an operand or a result has no address
        other_operands,   ///< operands or results differ in number or size from the model's
        unknown,          ///< the model has no such operator, input or output
        missing,          ///< an operator or an output of the model is not in the deployment
    };
    Kind kind = Kind::overwritten;
    std::string operator_name;        ///< the reader; empty: the caller, who reads outputs and variables
    std::string tensor;               ///< of the model; empty: the finding is about the whole operator
    std::string overwritten_by = {};  ///< the operator that wrote the bytes last; empty: the caller, or nobody
    std::string region = {};
    AddressRange bytes = {};  ///< the first bytes that are wrong; empty if there are none
    friend bool operator==(const DataflowFinding&, const DataflowFinding&) = default;
};

[[nodiscard]] std::string_view name_of(DataflowFinding::Kind kind);

/// The finding as a sentence: "concat reads conv2 at arena 30 to 60, but conv3 wrote over it".
[[nodiscard]] std::string sentence_of(const DataflowFinding& finding);

/// Runs a deployment symbolically over its addresses: every operator reads and writes the bytes that the list gives it,
/// and each read must find the value that the model's network wrote (NetworkValues).
///
///   model        conv0 ─▶ c0 ─▶ concat ─▶ relu         deployment   relu reads 60 bytes at 0
///                conv1 ─▶ c1 ─┘                        memory       0 │ c0 │ c1 │ 60       as concat(c0, c1): right
///
/// - Operators are found in the model by the buffers that they write, else by their names. Views and merges may be
/// missing, because their readers are checked.
/// - An operand must stay intact until the operator has written its last byte. Only operands that the model allows to
/// be overwritten in place are exempt, from their first byte on.
/// - An operator may use its scratch before it has read its operands, until it has written its last byte.
/// - Scratch that is an operand belongs to its first operator, and so does anything else that nobody writes and that
/// lives only later. What lies in the arena of an accelerator's operator is its own affair.
/// - At the end the caller must find the outputs and the variables.
/// After a finding the run goes on as if the operator had read the right value, so that each fault is found once.
/// O(n log n) for n operands and the values that they are made of.
///
/// Source: 001_e2575c4dd07d4c13, deployment; docs/method.md, "Operator sharing", step 5.
[[nodiscard]] std::vector<DataflowFinding> dataflow_findings(const Deployment& deployment, const Problem& model);

}  // namespace arenascope
