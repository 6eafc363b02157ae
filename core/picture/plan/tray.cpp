#include "core/picture/plan/tray.h"

#include <algorithm>
#include <functional>
#include <utility>

#include <queue>

#include "core/base/containers/indexed_vector.h"

namespace arenascope {

Tray tray_of(const Problem& problem, const Layout& layout, const IndexedVector<RegionIndex, bool>& is_shown) {
    Tray tray;
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        if (!layout.placements[i] && (is_shown.empty() || is_shown[problem.buffers[i].region])) {
            const Lifetime lifetime = problem.buffers[i].lifetime;
            tray.rectangles.push_back({lifetime.begin.value(), lifetime.end.value(), 0, 1, BufferIndex(i)});
        }
    }
    std::vector<std::size_t> by_begin(tray.rectangles.size());
    for (std::size_t i = 0; i < by_begin.size(); ++i) {
        by_begin[i] = i;
    }
    std::stable_sort(by_begin.begin(), by_begin.end(),
                     [&](std::size_t a, std::size_t b) { return tray.rectangles[a].begin < tray.rectangles[b].begin; });
    using EndAndLane = std::pair<std::int64_t, std::int64_t>;
    std::priority_queue<EndAndLane, std::vector<EndAndLane>, std::greater<>> taken;
    std::priority_queue<std::int64_t, std::vector<std::int64_t>, std::greater<>> free;
    for (const std::size_t i : by_begin) {
        MemoryRectangle& rectangle = tray.rectangles[i];
        while (!taken.empty() && taken.top().first <= rectangle.begin) {
            free.push(taken.top().second);
            taken.pop();
        }
        std::int64_t lane = tray.lanes;
        if (free.empty()) {
            ++tray.lanes;
        } else {
            lane = free.top();
            free.pop();
        }
        rectangle.from = lane;
        rectangle.to = lane + 1;
        taken.emplace(rectangle.end, lane);
    }
    return tray;
}

Coloring tray_coloring(const Problem& problem, Theme theme) {
    const Palette& tokens = palette(theme);
    Coloring result;
    result.classes = {{tokens.dimmed, "put aside"}, {tokens.dimmed_over, "put aside"}, {tokens.unplaced, "not placed"}};
    result.class_of.resize(problem.buffers.size(), Coloring::first);
    return result;
}

}  // namespace arenascope
