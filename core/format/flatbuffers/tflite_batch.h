#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/base/error/error.h"
#include "core/model/network/import_options.h"
#include "core/model/network/network.h"

namespace arenascope {

/// The positions of the extents that a model leaves open, by tensor.
using TfliteOpenExtents = std::map<TensorIndex, std::vector<std::size_t>>;

/// Gives inputs the shapes of the switches `shape.NAME`. No shapes are inferred: each tensor has a shape in the file,
/// at the batch that the file has, and says which extents are open.
///
///   input [1, 96] open [-1, 96] ─▶ … ─▶ rows [24, 4] open [-1, 4]
///         [8, 96]: batch times 8               [192, 4]
///
/// So only the batch can be given, the first extent of inputs. First extents that are open become larger in proportion.
/// Errors, with the name of input or tensor: another extent than the first would change, inputs with different batches,
/// an input with an open batch that is not given, an open extent that is not the first, operators that run subgraphs.
/// Linear in the tensors.
[[nodiscard]] Expected<void> set_tflite_batch(Network& network, const TfliteOpenExtents& open,
                                              const ImportOptions& options);

}  // namespace arenascope
