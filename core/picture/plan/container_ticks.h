#pragma once

#include <vector>

#include "core/picture/plan/axis.h"
#include "core/picture/plan/container.h"
#include "core/picture/plan/unit.h"

namespace arenascope {

/// The numbers on the offset axis of one container, with its own offsets. They are at least `apart` pixels from each
/// other. If there are several containers, one without space for two numbers shows only its 0. A folded one, or one
/// lower than a line of text, shows no number.
struct ContainerTicks {
    std::vector<Tick> ticks;              ///< values are offsets of the container
    std::vector<std::int64_t> positions;  ///< heights of the ticks in the stack
};

[[nodiscard]] ContainerTicks container_ticks(const Container& container, const Viewport& viewport, Unit unit,
                                             double apart, int most, bool is_alone);

/// The numbers on the offset axis of a whole stack: those of each container, one after the other. Bands have one axis,
/// the height in the stack, up to the strip of folded ones.
[[nodiscard]] ContainerTicks stack_ticks(const std::vector<Container>& stack, const Viewport& viewport, Unit unit,
                                         double apart, int most);

}  // namespace arenascope
