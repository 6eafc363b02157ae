#include "core/check/dataflow_finding.h"

namespace arenascope {
namespace {

using Kind = DataflowFinding::Kind;

std::string place_text(const DataflowFinding& finding) {
    return finding.region + " " + std::to_string(finding.bytes.from.value()) + " to " +
           std::to_string(finding.bytes.to.value());
}

/// "4 bytes too high".
std::string shift_text(Bytes shift) {
    const std::int64_t count = shift < Bytes(0) ? -shift.value() : shift.value();
    return std::to_string(count) + (count == 1 ? " byte too " : " bytes too ") + (shift < Bytes(0) ? "low" : "high");
}

}  // namespace

std::string_view name_of(DataflowFinding::Kind kind) {
    switch (kind) {
        case Kind::overwritten:
            return "overwritten";
        case Kind::unwritten:
            return "unwritten";
        case Kind::shifted:
            return "shifted";
        case Kind::written_in_read:
            return "written-in-read";
        case Kind::unplaced:
            return "unplaced";
        case Kind::other_operands:
            return "other-operands";
        case Kind::unknown:
            return "unknown";
        case Kind::missing:
            return "missing";
        case Kind::other_model:
            return "other-model";
    }
    return {};
}

std::string sentence_of(const DataflowFinding& finding) {
    const std::string reader = finding.operator_name.empty() ? "the caller" : finding.operator_name;
    const std::string writer = finding.overwritten_by.empty() ? "the caller" : finding.overwritten_by;
    switch (finding.kind) {
        case Kind::overwritten:
            return reader + " does not find " + finding.tensor + ": " + writer + " wrote " + place_text(finding);
        case Kind::unwritten:
            return reader + " does not find " + finding.tensor + ": nothing wrote " + place_text(finding);
        case Kind::shifted:
            return reader + " reads " + finding.tensor + " " + shift_text(finding.shift) + ": it lies at " +
                   place_text(finding);
        case Kind::written_in_read:
            return reader + " writes over " + finding.tensor + " while it reads it: " + place_text(finding);
        case Kind::unplaced:
            return reader + " has no address for " + finding.tensor;
        case Kind::other_operands:
            return reader + " has operands or results other than the model's" +
                   (finding.tensor.empty() ? "" : ": " + finding.tensor);
        case Kind::unknown:
            return "the model has no " + (finding.tensor.empty() ? "operator " + reader : "tensor " + finding.tensor);
        case Kind::missing:
            return finding.tensor.empty() ? reader + " does not run" : "the caller is not given " + finding.tensor;
        case Kind::other_model:
            return "the deployment is not of this model: " + std::to_string(finding.known) + " of " +
                   std::to_string(finding.listed) + " operators are in it";
    }
    return {};
}

}  // namespace arenascope
