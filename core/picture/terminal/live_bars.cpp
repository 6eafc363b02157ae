#include "core/picture/terminal/live_bars.h"

#include <algorithm>

#include "core/base/containers/wide.h"

namespace arenascope {

std::vector<std::int32_t> live_bars(const LiveProfile& profile, const StepColumns& columns, std::int32_t most) {
    const auto level_of = [&](Bytes live) -> std::int32_t {
        if (live <= Bytes(0)) {
            return 0;
        }
        if (live >= profile.threshold) {
            return most;
        }
        return 1 + static_cast<std::int32_t>(Int128{live.value()} * (most - 1) / profile.threshold.value());
    };
    std::vector<std::int32_t> levels(static_cast<std::size_t>(columns.columns()), 0);
    for (std::size_t i = 0; i + 1 < profile.steps.size(); ++i) {
        const TextSpan touched = columns({profile.steps[i], profile.steps[i + 1]});
        const std::int32_t level = level_of(profile.live[i]);
        for (std::int32_t column = touched.from; column < touched.to; ++column) {
            std::int32_t& highest = levels[static_cast<std::size_t>(column)];
            highest = std::max(highest, level);
        }
    }
    return levels;
}

}  // namespace arenascope
