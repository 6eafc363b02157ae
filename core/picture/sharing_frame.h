#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/memory/layout.h"
#include "core/picture/memory_rectangle.h"

namespace arenascope {

/// A straight part of a frame: at one step from byte to byte (`begin` = `end`), or at one byte from step to step
/// (`from` = `to`). Offsets are those of the container stack.
struct FrameLine {
    std::int64_t begin = 0;
    std::int64_t end = 0;
    std::int64_t from = 0;
    std::int64_t to = 0;
    friend auto operator<=>(const FrameLine&, const FrameLine&) = default;
};

/// How buffers that share memory on purpose are drawn.
struct SharingFrames {
    std::vector<FrameLine> lines;
    /// Where members have their memory to themselves: for each rectangle of a member the longest part of its time in
    /// which no other member lies on any of its bytes, empty (`begin` = `end`) where there is none; of an overlay the
    /// largest part of its bytes that no smaller member lies over. A label belongs there. In the order of buffers,
    /// pieces in time order.
    std::vector<MemoryRectangle> bare;
};

/// The frames around the buffers that share memory on purpose, one around each block: the outline of all that its
/// members take together, so that what merely lies beside them stays outside and no line runs between two members.
///
///      ┌──────────┐
///      │ z    ╎   │
///   ┌──┘─ ─ ─ ╎ w │    x and z are parts of w
///   │ x       ╎   │
///   └─────────────┘
///
/// Overlays run at the same time over the same bytes, so that an outline of all would hide how many they are: each
/// member has a frame of its own.
///
///   ┌─────────┐
///   │ y       │
///   ├─────────┤   x lies over the lower part of y
///   │ x       │
///   └─────────┘
///
/// `rectangles` are those of the layout, see memory_rectangles. O(m² log m) for blocks of m members.
[[nodiscard]] SharingFrames sharing_frames(const Layout& layout, std::span<const MemoryRectangle> rectangles);

}  // namespace arenascope
