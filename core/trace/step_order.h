#pragma once

#include <vector>

#include "core/memory/order_places.h"
#include "core/trace/trace.h"

namespace arenascope {

/// The places at a frame whose order is `order`. The frame before is that of moves_in(); without one, nothing has
/// changed. Linear in the buffers.
[[nodiscard]] OrderPlaces order_places(const Trace& trace, FrameIndex frame, const std::vector<BufferIndex>& order);

}  // namespace arenascope
