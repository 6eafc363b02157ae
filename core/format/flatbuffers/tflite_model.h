#pragma once

#include <string>
#include <string_view>

#include "core/error/error.h"
#include "core/graph/import_options.h"
#include "core/graph/network.h"

namespace arenascope {

/// What stands at byte 4 of each TFLite model.
inline constexpr std::string_view tflite_identifier = "TFL3";

/// Reads a TFLite model, whole in memory at an address that is a multiple of 8. Of several subgraphs it takes the first
/// one, or the one that `options` name; the others are named in the notes. Constant is what has data in the file or
/// behind it; an extent that the model leaves open is 1, or what `options` say. An offline plan in the metadata becomes
/// Network::offline_plan; one that is damaged is left out, and a note says so. Linear in the file; takes no more memory
/// than a multiple of its size. Errors name the subgraph's tensor or operator.
[[nodiscard]] Expected<Network> parse_tflite_model(std::string_view content, const ImportOptions& options,
                                                   const std::string& source);

}  // namespace arenascope
