#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "tests/support/placed_plan.h"

namespace arenascope::test {

/// So many buffers that views find their figures on another thread. Buffer i lives in the steps [i, i + 3), with 64
/// bytes at one of three offsets, so that each lives with up to four others.
inline PlacedPlan large_plan(std::size_t count = 25'000) {
    PlacedPlan plan;
    for (std::size_t i = 0; i < count; ++i) {
        const auto begin = static_cast<std::int64_t>(i);
        Buffer buffer;
        buffer.name = "b" + std::to_string(i);
        buffer.lifetime = {Step(begin), Step(begin + 3)};
        buffer.size = Bytes(64);
        plan.problem.buffers.push_back(std::move(buffer));
        plan.layout.placements.push_back(Placement{Offset(64 * (begin % 3)), RegionIndex(0)});
    }
    return plan;
}

}  // namespace arenascope::test
