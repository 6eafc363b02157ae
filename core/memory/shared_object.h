#pragma once

#include <cstdint>
#include <vector>

#include "core/memory/quantity.h"

namespace arenascope {

/// A piece of memory that buffers hold one after another, each from its first byte on: a band of its region.
///
///   ├───────────────────────┤  offset + size
///   │ ┌───┐      ┌────────┐ │
///   │ │ a │┌───┐ │   c    │ │  a, b and c hold the object in turn; it is as large as the largest of them
///   │ │   ││ b │ │        │ │
///   ├─┴───┴┴───┴─┴────────┴─┤  offset
struct SharedObject {
    RegionIndex region;
    Offset offset;
    Bytes size;
    std::vector<std::int64_t> dimensions = {};  ///< as a buffer's: of an object that holds textures
    friend bool operator==(const SharedObject&, const SharedObject&) = default;
};

}  // namespace arenascope
