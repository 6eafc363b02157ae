#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error/error.h"
#include "core/format/format.h"

namespace arenascope {

/// Changes of a TFLite model that leave every other byte of it as it is, also what the schema of this program does not
/// know.

/// The model with the operators of a subgraph in another order. Only the list of references to them changes:
///
///   operators  [ ●0 ●1 ●2 ]  ─ order {0, 2, 1} ─▶  [ ●0 ●2 ●1 ]
///
/// `order`: by place, the position of an operator in the model; a permutation. A plan inside the model is for the order
/// before, so its offsets become −1: the runtime plans. Linear. Errors: the model is damaged, or it says elsewhere in
/// which order its operators run.
[[nodiscard]] Expected<std::string> tflite_in_order(std::string content, std::size_t subgraph,
                                                    std::span<const std::size_t> order, const std::string& source);

/// The model with an offline plan (OfflineMemoryAllocation, as TFLite Micro reads it), instead of one that it has.
///
///   new file   [ root ─ metadata ─ buffers ─ plan ][ the model as it was ]
///                  └──────┴───────────┴─────────▶ references forward
///
/// `offsets`: of the tensors of all subgraphs, in their order; −1: the runtime plans. Linear. Errors: the model is
/// damaged, has its weights behind its FlatBuffers part, or would be larger than 2 GiB.
[[nodiscard]] Expected<std::string> tflite_with_plan(std::string_view content, std::span<const std::int32_t> offsets,
                                                     const std::string& source);

/// The same for the graph that the options of the input choose (ModelWriting).
[[nodiscard]] Expected<std::string> write_tflite_in_order(const FormatInput& input, std::span<const std::size_t> order);
[[nodiscard]] Expected<std::string> write_tflite_with_plan(const FormatInput& input,
                                                           const std::vector<std::optional<Offset>>& offsets);

}  // namespace arenascope
