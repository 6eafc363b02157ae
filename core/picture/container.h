#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/memory/layout.h"
#include "core/memory/live_profile.h"
#include "core/memory/problem.h"
#include "core/picture/container_choice.h"
#include "core/picture/viewport.h"

namespace arenascope {

/// A region drawn over the whole time span. Several are stacked on one scale, the first at the bottom:
///
///   shift of B ┌───────────┐  B
///              └───────────┘
///   shift of A ┌───────────┐  A      (shift of the first: 0)
///              └───────────┘
///
/// A folded one is a strip: nothing of its offsets is shown, `highest` is the strip's own height.
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
    bool is_folded = false;
    LiveProfile profile;
    bool is_fast = false;            ///< the fast part of a heap
    std::optional<HeapBounds> heap;  ///< where scratch was placed
    AddressRange heap_so_far;        ///< what the heap reaches with what is placed, in the offsets from before
};

/// All regions as stacked containers, as the choice has them. A region without buffers is left out where others have
/// some. Folded ones together take half of the stack at most. O(n log n): the profiles.
[[nodiscard]] std::vector<Container> containers(const Problem& problem, const Layout& layout,
                                                const ContainerChoice& choice = {});

/// The amount that each region's offsets are raised by, by RegionIndex; `not_shown` for one that is left out or folded.
[[nodiscard]] std::vector<std::int64_t> shifts(const Problem& problem, const std::vector<Container>& stack);

/// The view that holds the whole time span and all containers, with some air above the highest line.
[[nodiscard]] View whole_view(const Problem& problem, const std::vector<Container>& stack);

/// The container of a region; null where it is left out.
[[nodiscard]] const Container* container_of(const std::vector<Container>& stack, RegionIndex region);

/// The container whose band holds a height of the stack, or null between two.
[[nodiscard]] const Container* container_at(const std::vector<Container>& stack, long double byte);

}  // namespace arenascope
