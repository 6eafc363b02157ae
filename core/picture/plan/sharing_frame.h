#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/model/memory/layout.h"
#include "core/picture/plan/memory_rectangle.h"

namespace arenascope {

/// A straight part of a frame. It is either vertical, at one step (`begin` = `end`), or horizontal, at one byte (`from`
/// = `to`). Offsets are those of the container stack.
struct FrameLine {
    std::int64_t begin = 0;
    std::int64_t end = 0;
    std::int64_t from = 0;
    std::int64_t to = 0;
    friend auto operator<=>(const FrameLine&, const FrameLine&) = default;
};

/// The frames of buffers that share memory on purpose, and the areas for their labels.
struct SharingFrames {
    std::vector<FrameLine> lines;
    /// For each rectangle of a member, the part for its label. It is the longest time in which no other member uses any
    /// of its bytes; empty (`begin` = `end`) if there is none. For an overlay it is the largest range of bytes without
    /// a smaller member. Sorted by buffer, then by time.
    std::vector<MemoryRectangle> bare;
    /// How many rectangles, or ranges of bytes, were read.
    std::uint64_t work = 0;
};

/// Computes the frames around buffers that share memory on purpose. A block has one frame: the outline of the union of
/// its members. Other buffers stay outside, and no line runs between two members.
///
///      ┌──────────┐
///      │ z    ╎   │
///   ┌──┘─ ─ ─ ╎ w │    x and z are parts of w
///   │ x       ╎   │
///   └─────────────┘
///
/// The members of an overlay use the same bytes at the same time, so that a common outline would hide their number.
/// Each of them has its own frame.
///
///   ┌─────────┐
///   │ y       │
///   ├─────────┤   x lies over the lower part of y
///   │ x       │
///   └─────────┘
///
/// `rectangles`: those of the layout, from memory_rectangles. O((m + k) log m) for blocks of m rectangles, of which k
/// pairs touch in time; of an overlay, O(m (log m + r)) where its smaller members cover at most r separate ranges of
/// bytes at a time. Gaps of one buffer make more rectangles, but few of them touch.
[[nodiscard]] SharingFrames sharing_frames(const Layout& layout, std::span<const MemoryRectangle> rectangles);

}  // namespace arenascope
