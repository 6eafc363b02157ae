#pragma once

#include <vector>

#include "core/model/memory/order_places.h"
#include "core/trace/trace.h"

namespace arenascope {

/// The places at a frame whose order is `order`. The frame before is that of moves_in(); without one, nothing has
/// changed. Linear in the buffers.
[[nodiscard]] OrderPlaces order_places(const Trace& trace, FrameIndex frame, const std::vector<BufferIndex>& order);

/// Whether any step gives a place in the order to another buffer, so that order_places() may tell a change. A run that
/// only adds buffers at the end of its order changes nothing. Linear in the trace.
[[nodiscard]] bool changes_order(const Trace& trace);

}  // namespace arenascope
