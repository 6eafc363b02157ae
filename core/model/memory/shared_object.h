#pragma once

#include <cstdint>
#include <vector>

#include "core/model/memory/quantity.h"

namespace arenascope {

/// A piece of memory that several buffers use one after another. All of them begin at its first byte.
///
///   ├───────────────────────┤  offset + size
///   │ ┌───┐      ┌────────┐ │
///   │ │ a │┌───┐ │   c    │ │  a, b and c use the object in turn; it is as large as the largest of them
///   │ │   ││ b │ │        │ │
///   ├─┴───┴┴───┴─┴────────┴─┤  offset
struct SharedObject {
    RegionIndex region;
    Offset offset;
    Bytes size;                                 ///< 0: no buffer is in it yet, only in the steps of a run
    std::vector<std::int64_t> dimensions = {};  ///< of a texture, as in Buffer
    friend bool operator==(const SharedObject&, const SharedObject&) = default;
};

}  // namespace arenascope
