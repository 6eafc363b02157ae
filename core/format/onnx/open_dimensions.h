#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "core/format/onnx/tensor_type.h"
#include "core/graph/import_options.h"

namespace arenascope::onnx_file {

/// The dimensions that a model leaves open, and what they are taken as: what is given for their name, else for an input
/// the option for unknown ones. A dimension without a name is called INPUT.POSITION.
class OpenDimensions {
public:
    explicit OpenDimensions(const ImportOptions& options) : options_(options) {}

    /// The type of an input of the model; every extent is known then.
    [[nodiscard]] TensorType type_of_input(const DeclaredValue& input);

    /// The type that the file declares for another value; what it leaves open stays unknown, unless an input has it
    /// too.
    [[nodiscard]] TensorType type_of_value(const DeclaredType& declared) const;

    /// Names of those that were taken as one for want of better, in the order of the inputs.
    [[nodiscard]] const std::vector<std::string>& assumed() const { return assumed_; }

    /// Names that may be given: those that the inputs leave open, and others that were given and found. Ascending.
    [[nodiscard]] std::vector<std::string> names() const;

    /// What to say of names that were given and that no input has.
    [[nodiscard]] std::vector<std::string> notes() const;

private:
    [[nodiscard]] std::int64_t extent_of(const std::string& name);

    const ImportOptions& options_;
    std::set<std::string, std::less<>> open_;
    mutable std::set<std::string, std::less<>> used_;
    std::vector<std::string> assumed_;
};

}  // namespace arenascope::onnx_file
