#pragma once

#include "core/model/memory/quantity.h"

namespace arenascope {

/// A tensor that is copied from the memory of one core to that of another. It has two buffers, one in each memory. The
/// transfer takes place in the first step of the copy, and both are alive then.
///
///   core 1            ├── copy ──┤      read there
///   core 0   ├─ source ─┤               made here
///                     ↑ transfer
///
/// Source: docs/method.md, section "Many-core".
struct Transfer {
    BufferIndex source;
    BufferIndex copy;
    friend bool operator==(const Transfer&, const Transfer&) = default;
};

}  // namespace arenascope
