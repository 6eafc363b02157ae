#include "widgets/tables/buffer_table/buffer_metrics.h"

#include <algorithm>
#include <limits>

#include "core/base/containers/wide.h"
#include "core/model/memory/conflict.h"
#include "core/planner/peak_suppression/rectangle_sorter.h"

namespace arenascope {
namespace {

BufferMetrics::List limited(const std::vector<Int128>& sums) {
    constexpr Int128 most = std::numeric_limits<std::int64_t>::max();
    BufferMetrics::List list;
    list.reserve(sums.size());
    for (const Int128 sum : sums) {
        list.push_back(static_cast<std::int64_t>(std::min(sum, most)));
    }
    return list;
}

}  // namespace

const BufferMetrics::List& BufferMetrics::conflicts() const {
    std::call_once(conflicts_.once, [this] {
        conflicts_.list = conflict_counts(*problem_);
        conflicts_.is_known = true;
    });
    return conflicts_.list;
}

const BufferMetrics::List& BufferMetrics::overlaps() const {
    std::call_once(overlaps_.once, [this] {
        overlaps_.list = limited(overlap_sums(*problem_));
        overlaps_.is_known = true;
    });
    return overlaps_.list;
}

}  // namespace arenascope
