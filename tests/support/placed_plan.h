#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/model/memory/layout.h"
#include "core/model/memory/problem.h"

namespace arenascope::test {

/// A problem with a layout of it, written as a literal.
struct PlacedPlan {
    Problem problem;
    Layout layout;
};

/// One buffer of a literal; a negative offset: not placed.
struct PlacedBuffer {
    std::string name;
    std::int64_t begin = 0;
    std::int64_t end = 1;
    std::int64_t size = 1;
    std::int64_t offset = 0;
};

/// What a view shares with others.
template <class T>
std::shared_ptr<const T> shared(T value) {
    return std::make_shared<const T>(std::move(value));
}

inline PlacedPlan placed_plan(const std::vector<PlacedBuffer>& buffers) {
    PlacedPlan plan;
    for (const PlacedBuffer& given : buffers) {
        Buffer buffer;
        buffer.name = given.name;
        buffer.lifetime = {Step(given.begin), Step(given.end)};
        buffer.size = Bytes(given.size);
        plan.problem.buffers.push_back(std::move(buffer));
        plan.layout.placements.push_back(
            given.offset < 0 ? std::nullopt : std::optional(Placement{Offset(given.offset), RegionIndex(0)}));
    }
    return plan;
}

}  // namespace arenascope::test
