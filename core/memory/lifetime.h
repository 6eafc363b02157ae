#pragma once

#include <algorithm>

#include "core/memory/quantity.h"

namespace arenascope {

/// The steps at which something is alive: half-open, `begin` is in, `end` is not.
/// A source that counts its last use inclusively becomes [first, last + 1).
struct Lifetime {
    Step begin;
    Step end;
    friend constexpr bool operator==(const Lifetime&, const Lifetime&) = default;
};

[[nodiscard]] constexpr Duration length(Lifetime lifetime) {
    return lifetime.end - lifetime.begin;
}

[[nodiscard]] constexpr bool contains(Lifetime lifetime, Step step) {
    return lifetime.begin <= step && step < lifetime.end;
}

/// Whether the two are alive together for at least one step.
[[nodiscard]] constexpr bool overlap(Lifetime a, Lifetime b) {
    return a.begin < b.end && b.begin < a.end;
}

/// The steps that both share; empty (begin ≥ end) where they share none.
[[nodiscard]] constexpr Lifetime intersection(Lifetime a, Lifetime b) {
    return {std::max(a.begin, b.begin), std::min(a.end, b.end)};
}

}  // namespace arenascope
