#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/memory/layout.h"
#include "core/memory/live_profile.h"
#include "core/memory/problem.h"
#include "core/picture/viewport.h"

namespace arenascope {

/// A region drawn over the whole time span. Several are stacked on one scale, the first at the bottom:
///
///   shift of B ┌───────────┐  B
///              └───────────┘
///   shift of A ┌───────────┐  A      (shift of the first: 0)
///              └───────────┘
struct Container {
    RegionIndex region;
    std::string name;
    std::int64_t shift = 0;    ///< what its offsets are raised by in the stack
    std::int64_t lowest = 0;   ///< lowest offset shown, ≤ 0 (negative in broken layouts only)
    std::int64_t highest = 0;  ///< highest offset shown, above peak and threshold
    Bytes threshold;
    Offset peak;  ///< of what is placed
    std::optional<Bytes> capacity;
    bool shows_capacity = false;  ///< false: it is so far above that showing it would flatten the picture
    LiveProfile profile;
};

/// All regions as stacked containers. A region without buffers is left out where others have some.
/// O(n log n): the profiles.
[[nodiscard]] std::vector<Container> containers(const Problem& problem, const Layout& layout);

/// The amount that each region's offsets are raised by, by RegionIndex (0 for one that is left out).
[[nodiscard]] std::vector<std::int64_t> shifts(const Problem& problem, const std::vector<Container>& stack);

/// The view that holds the whole time span and all containers, with some air above the highest line.
[[nodiscard]] View whole_view(const Problem& problem, const std::vector<Container>& stack);

/// The container whose band holds a height of the stack, or null between two.
[[nodiscard]] const Container* container_at(const std::vector<Container>& stack, long double byte);

}  // namespace arenascope
