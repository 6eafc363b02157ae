#pragma once

#include <span>
#include <vector>

#include "core/picture/plan/memory_rectangle.h"
#include "core/picture/plan/name_leaders.h"
#include "core/picture/plan/scene.h"

namespace arenascope {

/// The names of the carriers in view whose rectangles do not hold their whole names. Labels avoid `scene.keep_clear`.
/// `carriers`: see peak_carriers(). Empty if labels are not drawn. O(pixels / 32).
[[nodiscard]] std::vector<CarrierName> carrier_names(const Scene& scene, const SceneGround& ground,
                                                     std::span<const MemoryRectangle> carriers);

}  // namespace arenascope
