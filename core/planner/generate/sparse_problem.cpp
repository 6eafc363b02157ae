#include "core/planner/generate/sparse_problem.h"

#include <algorithm>
#include <string>

#include "core/planner/generate/drawn_size.h"

namespace arenascope {

Problem sparse_problem(std::size_t count, std::uint64_t seed) {
    constexpr std::size_t one_in_long = 32;
    constexpr std::size_t short_steps = 64;
    constexpr std::size_t long_steps = 4096;
    constexpr std::size_t size_powers = 14;
    Random random(seed);
    Problem problem;
    problem.buffers.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
        Buffer& buffer = problem.buffers[i];
        buffer.name = "b" + std::to_string(i);
        const std::size_t longest = random.below(one_in_long) == 0 ? long_steps : short_steps;
        const std::size_t end = i + 1 + random.below(longest);
        buffer.lifetime = {Step(static_cast<std::int64_t>(i)), Step(static_cast<std::int64_t>(std::min(end, count)))};
        buffer.size = drawn_size(random, size_powers);
    }
    return problem;
}

}  // namespace arenascope
