#pragma once

#include <cstddef>
#include <vector>

#include "core/memory/quantity.h"

namespace arenascope {

/// Which containers of a stack are shown, in which order and how: what a person has chosen, the same for the window
/// and for an exported page.
struct ContainerChoice {
    std::vector<RegionIndex> order;   ///< from the bottom up; regions that it does not name stand on top, as they come
    std::vector<RegionIndex> folded;  ///< ascending; each a thin strip with its name and peak
    std::vector<RegionIndex> hidden;  ///< ascending; left out
    friend bool operator==(const ContainerChoice&, const ContainerChoice&) = default;
};

[[nodiscard]] bool is_folded(const ContainerChoice& choice, RegionIndex region);
[[nodiscard]] bool is_hidden(const ContainerChoice& choice, RegionIndex region);

void set_folded(ContainerChoice& choice, RegionIndex region, bool folded);
void set_hidden(ContainerChoice& choice, RegionIndex region, bool hidden);

/// All regions of a problem with `count` of them, each once, from the bottom of the stack up. Linear.
[[nodiscard]] std::vector<RegionIndex> stack_order(const ContainerChoice& choice, std::size_t count);

}  // namespace arenascope
