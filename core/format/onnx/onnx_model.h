#pragma once

#include <string>
#include <string_view>

#include "core/error/error.h"
#include "core/graph/import_options.h"
#include "core/graph/network.h"

namespace arenascope {

/// Reads an ONNX model: the operators of its main graph in file order, the types of all values, and which of them are
/// constant. Initializers and what Constant operators put out are constants; weights, in the file or outside it, are
/// never loaded. Types are inferred from the inputs on, whose open dimensions the options give. Graphs inside operators
/// (If, Loop, Scan) are their bodies, and what they use from outside are captures. Operators that are out of order are
/// put into order, and a note says so. Linear but for that. Errors: a damaged file, by byte; a value that is put out
/// twice; a subgraph asked for that is not there.
[[nodiscard]] Expected<Network> parse_onnx(std::string_view content, const std::string& source,
                                           const ImportOptions& options);

}  // namespace arenascope
