#include "tests/bench/crowded_problem.h"

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>

namespace arenascope::bench {

Problem crowded_problem(std::size_t count, std::size_t alive) {
    std::mt19937_64 random(1);
    // Own distributions, because those of the standard library differ between implementations.
    const auto below = [&random](std::uint64_t bound) { return static_cast<std::int64_t>(random() % bound); };
    Problem problem;
    problem.buffers.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
        Buffer& buffer = problem.buffers[i];
        buffer.name = "b" + std::to_string(i);
        buffer.size = Bytes(64 * (1 + below(1024)));
        const Step begin(static_cast<std::int64_t>(i));
        buffer.lifetime = {begin, begin + Duration(1 + below(2 * alive))};
    }
    std::shuffle(problem.buffers.begin(), problem.buffers.end(), random);
    return problem;
}

}  // namespace arenascope::bench
