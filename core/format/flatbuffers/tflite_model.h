#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/base/error/error.h"
#include "core/format/format.h"
#include "core/model/network/import_options.h"
#include "core/model/network/network.h"

namespace arenascope {

/// The identifier at byte 4 of every TFLite model.
inline constexpr std::string_view tflite_identifier = "TFL3";

/// Reads a TFLite model. `content` must be complete and aligned to 8 bytes. If there are several subgraphs, it reads
/// the first, or the one that `options.subgraph` names; a note lists the others.
/// A tensor with data in the file, or after the FlatBuffers part, is constant. An extent that the model leaves open is
/// 1, or `options.unknown_dimension`. An offline plan in the metadata becomes Network::offline_plan; a damaged one is
/// ignored with a note.
/// Linear in the file, in time and memory. Errors name the tensor or operator.
[[nodiscard]] Expected<Network> parse_tflite_model(std::string_view content, const ImportOptions& options,
                                                   const std::string& source);

/// The position of the subgraph that parse_tflite_model() reads. The same errors.
[[nodiscard]] Expected<std::size_t> tflite_subgraph(std::string_view content, const ImportOptions& options,
                                                    const std::string& source);

/// The format of such models.
[[nodiscard]] Format tflite_format();

}  // namespace arenascope
