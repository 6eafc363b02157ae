#pragma once

#include <vector>

#include "core/picture/axis.h"
#include "core/picture/container.h"
#include "core/picture/unit.h"

namespace arenascope {

/// The numbers along the offset axis beside a container: its own offsets, so that they begin anew in each of a stack.
/// They stand at least `apart` pixels from each other. A container among several that has no room for two numbers has
/// its 0 alone, one that is lower than a line of text or folded has none.
struct ContainerTicks {
    std::vector<Tick> ticks;              ///< values are offsets of the container
    std::vector<std::int64_t> positions;  ///< the same as heights of the stack, one for each tick
};

[[nodiscard]] ContainerTicks container_ticks(const Container& container, const Viewport& viewport, Unit unit,
                                             double apart, int most, bool is_alone);

}  // namespace arenascope
