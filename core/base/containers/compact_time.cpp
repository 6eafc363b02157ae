#include "core/base/containers/compact_time.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace arenascope {

CompactTime::CompactTime(std::int64_t first, std::int64_t last, std::vector<std::int64_t> times) : first_(first) {
    if (!fits(first, last)) {
        times_ = std::move(times);
        std::sort(times_.begin(), times_.end());
        times_.erase(std::unique(times_.begin(), times_.end()), times_.end());
    }
}

bool CompactTime::fits(std::int64_t first, std::int64_t last) {
    return first > last || static_cast<std::uint64_t>(last) - static_cast<std::uint64_t>(first) <
                               std::numeric_limits<std::uint32_t>::max();
}

std::uint32_t CompactTime::compact_from(std::int64_t step) const {
    if (step <= first_) {
        return 0;
    }
    if (!times_.empty()) {
        return static_cast<std::uint32_t>(std::lower_bound(times_.begin(), times_.end(), step) - times_.begin());
    }
    return static_cast<std::uint32_t>(static_cast<std::uint64_t>(step) - static_cast<std::uint64_t>(first_));
}

}  // namespace arenascope
