#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/model/memory/address_range.h"
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
        unknown,          ///< the model has no such operator, input or output
        missing,          ///< an operator or an output of the model is not in the deployment
        other_model,      ///< hardly any operator of the deployment is in the model
    };
    Kind kind = Kind::overwritten;
    std::string operator_name;        ///< the reader; empty: the caller, who reads outputs and variables
    std::string tensor;               ///< of the model; empty: the finding is about the whole operator
    std::string overwritten_by = {};  ///< the operator that wrote the bytes last; empty: the caller, or nobody
    std::string region = {};
    AddressRange bytes = {};  ///< the first bytes that are wrong, or where a shifted operand lies; empty: none
    Bytes shift = {};         ///< shifted: how much too high it is read; negative: too low
    std::size_t known = 0;    ///< other_model: the operators of the deployment that are in the model
    std::size_t listed = 0;   ///< other_model: all operators of the deployment
    friend bool operator==(const DataflowFinding&, const DataflowFinding&) = default;
};

[[nodiscard]] std::string_view name_of(DataflowFinding::Kind kind);

/// The finding as a sentence: "conv4 does not find concat: conv3 wrote arena 30 to 60".
[[nodiscard]] std::string sentence_of(const DataflowFinding& finding);

}  // namespace arenascope
