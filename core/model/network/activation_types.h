#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/error/error.h"
#include "core/model/network/import_options.h"
#include "core/model/network/network.h"
#include "core/model/network/partial_execution.h"

namespace arenascope {

/// A network whose activations have narrower elements, as after a conversion. It computes other results.
struct TypedNetwork {
    Network network;                      ///< the changed one; the given one where nothing is wider
    std::int64_t extra_traffic = 0;       ///< bytes of activations read and written above those of the given network
    std::vector<std::string> notes = {};  ///< what was done, or why nothing, for people
};

/// Applies the switch `types` (ImportOptions::types): gives the type to every activation that holds wider elements,
/// floating-point ones and quantized integers. Inputs, outputs and variables are activations; weights are not, nor are
/// indices and truth values. Graphs inside operators change, too. A plan inside the model is dropped, because it is for
/// other sizes.
///
///   float32 1×56×56×24   301,056 B  ──int8──▶  75,264 B
///   int64   1×4               32 B  ────────▶      32 B
///
/// All tensors of a quantized type count as having one scale: a conversion must choose it so where operators hand
/// memory on. Thresholds in the notes are those of real imports with these options. Linear in tensors and operators,
/// but for the imports. Errors: those of imported_model().
[[nodiscard]] Expected<TypedNetwork> typed(const Network& network, const ImportOptions& options,
                                           const BodyPlannerMaker& planner, const std::string& source);

}  // namespace arenascope
