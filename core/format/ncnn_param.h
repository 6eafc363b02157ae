#pragma once

#include <string>
#include <string_view>

#include "core/error/error.h"
#include "core/graph/network.h"

namespace arenascope {

/// Whether a text begins with the number that opens each ncnn .param file.
[[nodiscard]] bool is_ncnn_param(std::string_view content);

/// Reads an ncnn .param file, in which order is execution order:
///
///   7767517
///   75 83                                                       layers, blobs
///   Convolution conv1 1 1 data conv1_out -23330=4,3,112,112,64  type, name, inputs, outputs, names of blobs,
///   parameters
///
/// Sizes come from the shape hints under -23330 (per output the number of dimensions, then w, h, c, or w, h, d, c);
/// without them they are unknown. Elements are float32. Input layers become inputs, MemoryData constants; a Split
/// hands out references: its outputs are its operand under other names, and so are a Noop's. A blob that no layer that
/// does something reads is an output.
/// Linear. Every error names the line.
[[nodiscard]] Expected<Network> parse_ncnn_param(std::string_view content, const std::string& source);

}  // namespace arenascope
