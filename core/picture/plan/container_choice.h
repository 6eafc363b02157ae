#pragma once

#include <cstddef>
#include <vector>

#include "core/model/memory/quantity.h"

namespace arenascope {

/// Which containers of a stack are shown, in which order, and which are folded. The user chooses this; the window and
/// exported pages share it.
struct ContainerChoice {
    std::vector<RegionIndex> order;   ///< from the bottom up; other regions follow above, in their own order
    std::vector<RegionIndex> folded;  ///< ascending; shown as thin strips with name and peak
    std::vector<RegionIndex> hidden;  ///< ascending; not shown
    bool shows_thin_bands = false;    ///< thin segments of a recorded allocator are not folded together
    friend bool operator==(const ContainerChoice&, const ContainerChoice&) = default;
};

[[nodiscard]] bool is_folded(const ContainerChoice& choice, RegionIndex region);
[[nodiscard]] bool is_hidden(const ContainerChoice& choice, RegionIndex region);

void set_folded(ContainerChoice& choice, RegionIndex region, bool folded);
void set_hidden(ContainerChoice& choice, RegionIndex region, bool hidden);

/// All regions of a problem with `count` regions, from the bottom of the stack to the top. Linear.
[[nodiscard]] std::vector<RegionIndex> stack_order(const ContainerChoice& choice, std::size_t count);

}  // namespace arenascope
