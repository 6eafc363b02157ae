#pragma once

#include <cstdint>

namespace arenascope {

/// splitmix64: small, seedable and the same on every machine. The distributions of the standard library differ between
/// implementations.
class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed) {}

    std::uint64_t next() {
        state_ += 0x9e3779b97f4a7c15ULL;
        std::uint64_t mixed = state_;
        mixed = (mixed ^ (mixed >> 30U)) * 0xbf58476d1ce4e5b9ULL;
        mixed = (mixed ^ (mixed >> 27U)) * 0x94d049bb133111ebULL;
        return mixed ^ (mixed >> 31U);
    }

    /// An integer in [0, bound); 1 ≤ bound < 2^32.
    std::size_t below(std::size_t bound) { return static_cast<std::size_t>(((next() >> 32U) * bound) >> 32U); }

    /// A number in [0, 1).
    double unit() { return static_cast<double>(next() >> 11U) * (1.0 / 9007199254740992.0); }

private:
    std::uint64_t state_;
};

}  // namespace arenascope
