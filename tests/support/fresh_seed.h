#pragma once

#include <cstdint>
#include <cstdlib>
#include <random>
#include <string>

namespace arenascope::test {

/// A number from the environment; `otherwise` if it is not set.
inline std::uint64_t number_from_environment(const char* name, std::uint64_t otherwise) {
    const char* text = std::getenv(name);
    return text == nullptr ? otherwise : std::stoull(text);
}

/// A seed of its own for each run of the tests, or that of ARENASCOPE_SEED to repeat a run. Print it on failure.
inline std::uint64_t fresh_seed() {
    static const std::uint64_t seed = number_from_environment("ARENASCOPE_SEED", std::random_device{}());
    return seed;
}

/// How many problems a test draws: `usual`, or as many as ARENASCOPE_PROBLEMS says.
inline std::uint64_t problems_to_draw(std::uint64_t usual) {
    return number_from_environment("ARENASCOPE_PROBLEMS", usual);
}

}  // namespace arenascope::test
