#pragma once

#include "core/model/memory/quantity.h"

namespace arenascope {

/// A byte of a region at a step of the time axis.
struct BytePlace {
    RegionIndex region;
    Offset byte;
    Step step;
    friend constexpr bool operator==(const BytePlace&, const BytePlace&) = default;
};

}  // namespace arenascope
