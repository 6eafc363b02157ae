#pragma once

#include <optional>
#include <vector>

#include "core/model/memory/layout.h"
#include "core/model/memory/problem.h"

namespace arenascope {

/// A buffer in use at a step.
struct LiveShare {
    BufferIndex buffer;
    Bytes used;     ///< bytes of it in use; less than its size in the window of a gap
    Bytes counted;  ///< its part of the live size
    friend bool operator==(const LiveShare&, const LiveShare&) = default;
};

/// The buffers in use at a step, in the order of the problem; with `region` only those that belong there. The counted
/// bytes add up to the live size in the layout (live_profile()), so that a table of them never counts a byte twice:
/// bytes that buffers share on purpose are part of the buffer that begins lowest, and variable scratch counts with its
/// minimum.
///
///    ├── conv0 ──┼── conv1 ──┤         whole  counted: all of it
///    ├──────── whole ────────┤         conv0, conv1  counted: 0
///
/// Linear in the buffers and their gaps, and O(k log k) for k buffers that share memory.
[[nodiscard]] std::vector<LiveShare> live_shares(const Problem& problem, const Layout& layout, Step step,
                                                 std::optional<RegionIndex> region = std::nullopt);

}  // namespace arenascope
