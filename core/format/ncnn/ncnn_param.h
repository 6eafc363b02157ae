#pragma once

#include <string>
#include <string_view>

#include "core/base/error/error.h"
#include "core/format/format.h"
#include "core/model/network/network.h"

namespace arenascope {

/// Reads an ncnn .param file. The order of layers is the execution order.
///
///   7767517                                                     magic number
///   75 83                                                       number of layers, number of blobs
///   Convolution conv1 1 1 data conv1_out -23330=4,3,112,112,64  type, name, inputs, outputs, blobs, parameters
///
/// Sizes come from the shape hints under -23330: for each output the number of dimensions, then w, h, c or w, h, d, c.
/// Where there are none, they follow from the operands (ncnn_shapes()); those of inputs from their layers, or from
/// `options.shapes`, which makes every hint void. Elements are float32.
/// Input layers become inputs, and MemoryData becomes constants. Outputs of Split and Noop are their operands under
/// other names. A blob that no layer reads is an output; Split and Noop do not count as readers.
/// Linear. Every error names the line, or the input that there is not.
[[nodiscard]] Expected<Network> parse_ncnn_param(std::string_view content, const ImportOptions& options,
                                                 const std::string& source);

/// The format of such files.
[[nodiscard]] Format ncnn_param_format();

}  // namespace arenascope
