#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "core/model/memory/layout.h"
#include "core/model/memory/problem.h"

namespace arenascope {

/// Where a walk from buffer to buffer goes next.
enum class WalkDirection : std::uint8_t { above, below, earlier, later };

/// The step nearest to `wanted` at which a buffer uses memory; of two, the earlier one. Empty: it never does. Linear in
/// its gaps.
[[nodiscard]] std::optional<Step> nearest_step_in_use(const Buffer& buffer, Step wanted);

/// The buffer that follows another one in a walk through the placed buffers of some regions. `stack` lists these
/// regions from the bottom up.
///
///   above, below     among those in use at the step, by region, then by their lowest byte in use
///   earlier, later   among all, by their first step in use, then as above
///
/// Of equal ones, the order of the problem decides. So each direction is the way back of the other, and every buffer is
/// reached. none(): there is none, or `from` itself is not walked. Linear.
[[nodiscard]] BufferIndex next_in_walk(const Problem& problem, const Layout& layout, std::span<const RegionIndex> stack,
                                       BufferIndex from, WalkDirection direction, Step step);

/// The lowest and the highest buffer in use at a step, in the order of such a walk; none(): no buffer is.
struct WalkEnds {
    BufferIndex lowest = BufferIndex::none();
    BufferIndex highest = BufferIndex::none();
    friend bool operator==(const WalkEnds&, const WalkEnds&) = default;
};

/// Linear.
[[nodiscard]] WalkEnds walk_ends(const Problem& problem, const Layout& layout, std::span<const RegionIndex> stack,
                                 Step step);

}  // namespace arenascope
