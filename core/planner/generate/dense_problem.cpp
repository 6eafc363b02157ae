#include "core/planner/generate/dense_problem.h"

#include <string>

#include "core/planner/generate/drawn_size.h"

namespace arenascope {
namespace {

/// A number of steps near the square root: the power of two whose square is not below the count.
std::size_t steps_for(std::size_t count) {
    constexpr std::size_t fewest = 16;
    constexpr std::size_t most = 1024;
    std::size_t steps = fewest;
    while (steps < most && steps * steps < count) {
        steps *= 2;
    }
    return steps;
}

}  // namespace

Problem dense_problem(std::size_t count, std::uint64_t seed) {
    constexpr std::size_t size_powers = 12;
    Random random(seed);
    Problem problem;
    problem.buffers.resize(count);
    const std::size_t steps = steps_for(count);
    for (std::size_t i = 0; i < count; ++i) {
        Buffer& buffer = problem.buffers[i];
        buffer.name = "b" + std::to_string(i);
        const std::size_t length = 1 + random.below(steps / 2);
        const std::size_t begin = random.below(steps - length + 1);
        buffer.lifetime = {Step(static_cast<std::int64_t>(begin)), Step(static_cast<std::int64_t>(begin + length))};
        buffer.size = drawn_size(random, size_powers);
    }
    return problem;
}

}  // namespace arenascope
