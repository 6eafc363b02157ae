#include "core/analysis/compare/live_difference.h"

#include <algorithm>

namespace arenascope {
namespace {

/// A change of the difference from a step on.
struct DifferenceEdge {
    Step step;
    std::int64_t change;
};

/// Appends where a live size changes, times `sign`.
void append_edges(std::vector<DifferenceEdge>& edges, const LiveProfile& profile, std::int64_t sign) {
    Bytes before;
    for (std::size_t i = 0; i < profile.steps.size(); ++i) {
        edges.push_back({profile.steps[i], sign * (profile.live[i] - before).value()});
        before = profile.live[i];
    }
}

}  // namespace

LiveDifference live_difference(const LiveProfile& first, const LiveProfile& second) {
    std::vector<DifferenceEdge> edges;
    append_edges(edges, first, -1);
    append_edges(edges, second, 1);
    std::ranges::sort(edges, {}, &DifferenceEdge::step);
    LiveDifference difference;
    std::int64_t bytes = 0;
    for (std::size_t i = 0; i < edges.size();) {
        const Step step = edges[i].step;
        const std::int64_t before = bytes;
        for (; i < edges.size() && edges[i].step == step; ++i) {
            bytes += edges[i].change;
        }
        if (bytes != before) {
            difference.steps.push_back(step);
            difference.bytes.emplace_back(bytes);
            difference.most = std::max(difference.most, Bytes(bytes));
            difference.least = std::min(difference.least, Bytes(bytes));
        }
    }
    return difference;
}

Bytes difference_at(const LiveDifference& difference, Step step) {
    const auto after = std::ranges::upper_bound(difference.steps, step);
    return after == difference.steps.begin()
               ? Bytes(0)
               : difference.bytes[static_cast<std::size_t>(after - difference.steps.begin()) - 1];
}

}  // namespace arenascope
