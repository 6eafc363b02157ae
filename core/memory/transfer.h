#pragma once

#include "core/memory/quantity.h"

namespace arenascope {

/// A tensor that crosses from the memory of one core into that of another. It is two buffers, one on either side, both
/// alive in the step of the transfer, which is the one that the copy begins with.
///
///   core 1            ├── copy ──┤      read there
///   core 0   ├─ source ─┤               made here
///                     ↑ transfer
///
/// Source: 003_8153cae81998554d; method 5.
struct Transfer {
    BufferIndex source;
    BufferIndex copy;
    friend bool operator==(const Transfer&, const Transfer&) = default;
};

}  // namespace arenascope
