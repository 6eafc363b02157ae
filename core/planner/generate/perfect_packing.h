#pragma once

#include <cstddef>
#include <cstdint>

#include "core/model/memory/layout.h"
#include "core/model/memory/problem.h"

namespace arenascope {

/// A problem whose lowest peak is known, with a layout that reaches it.
struct PerfectPacking {
    Problem problem;
    Layout layout;  ///< complete; its peak is the height
    Offset height;  ///< the threshold, because every step is full
};

/// Cuts a rectangle of steps and bytes into `count` pieces. Each cut divides a piece in time or in height, at a place
/// that leaves both parts room for the pieces that they become:
///
///   ┌───────┬───┐        The pieces fill every step up to the height. So the threshold is the height, no layout can
///   │       ├───┤        be lower, and the cuts themselves are a layout that reaches it.
///   ├────┬──┤   │
///   │    │  │   │        The buffers are in random order, so that their order does not give the cuts away.
///   └────┴──┴───┘
///
/// Sizes are multiples of 64 bytes. Linear.
[[nodiscard]] PerfectPacking perfect_packing(std::size_t count, std::uint64_t seed);

}  // namespace arenascope
