#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "core/model/network/import_options.h"
#include "core/model/network/network.h"

namespace arenascope {

/// Gives each extent that a model leaves open (−1) a value: the one of `dim.NAME`, where NAME is the tensor and the
/// position, as in `dim.input.0`; else that of the operand, if the operator keeps the extent; else the default for
/// unknown dimensions.
///
///   input [−1, 3, 8, 8] ─▶ Convolution [−1, 16, 8, 8] ─▶ NonZero [4, −1]
///    dim.input.0=4          4: it keeps the batch         the default
///
/// Element-wise operators keep every extent, convolutions and pooling the batch, a concat and a split all but their
/// axis, and a view the number of elements. Inputs come first, then operators in the order of the file. Linear in
/// operands and extents. `network.assumed_dimensions`, `dimensions` and `notes` say what got the default, what has a
/// name, and which names do not exist.
void close_extents(Network& network, const ImportOptions& options);

}  // namespace arenascope
