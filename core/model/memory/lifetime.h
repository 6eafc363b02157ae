#pragma once

#include <algorithm>

#include "core/model/memory/quantity.h"

namespace arenascope {

/// A half-open range of steps. A source with an inclusive last use becomes [first, last + 1).
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

/// Whether the two have at least one step in common.
[[nodiscard]] constexpr bool overlap(Lifetime a, Lifetime b) {
    return a.begin < b.end && b.begin < a.end;
}

/// The steps that are in both; empty (begin ≥ end) if there are none.
[[nodiscard]] constexpr Lifetime intersection(Lifetime a, Lifetime b) {
    return {std::max(a.begin, b.begin), std::min(a.end, b.end)};
}

}  // namespace arenascope
