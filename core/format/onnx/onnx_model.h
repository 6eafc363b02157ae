#pragma once

#include <string>
#include <string_view>

#include "core/base/error/error.h"
#include "core/format/format.h"
#include "core/model/network/import_options.h"
#include "core/model/network/network.h"

namespace arenascope {

/// Reads an ONNX model: the operators of its main graph in file order, and the types of all values. Initializers and
/// outputs of Constant operators are constants. Weights are never loaded, whether they are in the file or external.
/// Types are inferred, starting from the inputs; `options` give their open dimensions. The subgraphs of If, Loop and
/// Scan become bodies, and the outer values that they use become captures. Operators in the wrong order are sorted,
/// with a note.
/// Linear, except for sorting. Errors: a damaged file, with the byte; a value with two producers; an unknown subgraph.
[[nodiscard]] Expected<Network> parse_onnx(std::string_view content, const std::string& source,
                                           const ImportOptions& options);

/// The format of such models.
[[nodiscard]] Format onnx_format();

}  // namespace arenascope
