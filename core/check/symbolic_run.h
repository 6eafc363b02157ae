#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/memory/address_range.h"
#include "core/model/memory/deployment.h"
#include "core/model/memory/problem.h"
#include "core/model/memory/quantity.h"

namespace arenascope {

/// Something that a deployed network does otherwise than the network of the model.
struct DataflowFinding {
    enum class Kind : std::uint8_t {
        overwritten,      ///< the bytes of an operand are those of another tensor
        unwritten,        ///< nobody wrote the bytes of an operand before it is read
        shifted,          ///< an operand lies elsewhere in the region than it is read
        written_in_read,  ///< the operator itself writes over an operand or scratch that it still uses
        unplaced,         ///< an operand or a result has no address
        other_operands,   ///< operands or results differ in number or size from the model's
        other_part,       ///< an operator runs other rows, or with other padding, than the model's
        unknown,          ///< the model has no such operator, input or output
        missing,          ///< an operator or an output of the model is not in the deployment
        other_model,      ///< hardly any operator of the deployment is in the model
    };
    Kind kind = Kind::overwritten;
    std::string operator_name;        ///< the reader; empty: the caller, who reads outputs and variables
    std::string tensor;               ///< of the model; empty: the finding is about the whole operator
    std::string overwritten_by = {};  ///< the operator that wrote the bytes last; empty: the caller, or nobody
    std::string region = {};
    AddressRange bytes = {};      ///< the first bytes that are wrong, or where a shifted operand lies; empty: none
    Bytes shift = {};             ///< shifted: how much too high it is read; negative: too low
    std::string difference = {};  ///< other_part: what part_difference() says
    std::size_t known = 0;        ///< other_model: the operators of the deployment that are in the model
    std::size_t listed = 0;       ///< other_model: all operators of the deployment
    friend bool operator==(const DataflowFinding&, const DataflowFinding&) = default;
};

[[nodiscard]] std::string_view name_of(DataflowFinding::Kind kind);

/// The finding as a sentence: "conv4 does not find concat: conv3 wrote arena 30 to 60".
[[nodiscard]] std::string sentence_of(const DataflowFinding& finding);

/// Runs a deployment symbolically over its addresses: every operator reads and writes the bytes that the list gives it,
/// and each read must find the value that the model's network wrote (NetworkValues).
///
///   model        conv0 ─▶ c0 ─▶ concat ─▶ relu         deployment   relu reads 60 bytes at 0
///                conv1 ─▶ c1 ─┘                        memory       0 │ c0 │ c1 │ 60       as concat(c0, c1): right
///
/// - Operators are found in the model by the buffers that they write, else by their names. Views and merges may be
/// missing, because their readers are checked.
/// - Operators that write the same buffer are parts of one: what the earlier ones wrote must be there when the next one
/// writes.
/// - A part that tells its rows and its padding must have those of the model.
/// - An operand must stay intact until the operator has written its last byte. Only operands that the model allows to
/// be overwritten in place are exempt, from their first byte on.
/// - An operator may use its scratch before it has read its operands, until it has written its last byte (ScratchUse).
/// - Scratch that is an operand belongs to its first operator, and so does anything else that nobody writes and that
/// lives only later. What lies in the arena of an accelerator's operator is its own affair.
/// - An operand that lies intact elsewhere in the region is read at a shifted address (shifted_read()).
/// - At the end the caller must find the outputs and the variables.
/// After a finding the run goes on as if the operator had read the right value, so that each fault is found once.
/// If at most a tenth of the operators is in the model, the first finding says so, and a few operators follow.
/// O(n log n) for n operands and the values that they are made of.
///
/// Source: 001_e2575c4dd07d4c13, deployment; docs/method.md, "Operator sharing", step 5.
[[nodiscard]] std::vector<DataflowFinding> dataflow_findings(const Deployment& deployment, const Problem& model);

}  // namespace arenascope
