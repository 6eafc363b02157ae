#include "core/planner/heap_trial.h"

#include <limits>

namespace arenascope {

std::int64_t fragmentation_of(const HeapMeasure& measure) {
    constexpr auto most = std::numeric_limits<std::int64_t>::max();
    return measure.scattered > static_cast<Uint128>(most) ? most : static_cast<std::int64_t>(measure.scattered);
}

}  // namespace arenascope
