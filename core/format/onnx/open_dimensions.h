#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "core/format/onnx/known_value.h"
#include "core/model/network/dimension_wildcard.h"
#include "core/model/network/import_options.h"

namespace arenascope::onnx_file {

/// The open dimensions of a model and their values. A dimension gets the value given for its name, else an input's gets
/// that of `dim.*` or the default for unknown dimensions. A dimension without a name is called INPUT.POSITION.
class OpenDimensions {
public:
    explicit OpenDimensions(const ImportOptions& options) : options_(options), wildcard_(options) {}

    /// The type of a model input, or of an output of a custom operator. All its extents become known: those of its
    /// shape, where that is given, else one by one.
    [[nodiscard]] TensorType type_of_input(const DeclaredValue& input);

    /// The declared type of another value. An open dimension stays unknown unless it has a value or occurs in an input.
    [[nodiscard]] TensorType type_of_value(const DeclaredType& declared) const;

    /// Whether a model input has an open dimension.
    [[nodiscard]] bool has_open_input() const { return !open_.empty(); }

    /// Names of dimensions that got the default, in the order of the inputs.
    [[nodiscard]] const std::vector<std::string>& assumed() const { return assumed_; }

    /// All names that may be given a value, sorted: open dimensions of inputs, and others that were given and occur.
    [[nodiscard]] std::vector<std::string> names() const;

    /// Notes about given names that do not occur in the model.
    [[nodiscard]] std::vector<std::string> notes() const;

private:
    [[nodiscard]] std::int64_t extent_of(const std::string& name, bool is_first);

    const ImportOptions& options_;
    DimensionWildcard wildcard_;
    std::set<std::string, std::less<>> open_;
    mutable std::set<std::string, std::less<>> used_;
    std::set<std::string, std::less<>> used_shapes_;
    std::vector<std::string> assumed_;
};

}  // namespace arenascope::onnx_file
