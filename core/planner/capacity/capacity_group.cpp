#include "core/planner/capacity/capacity_group.h"

#include <algorithm>
#include <numeric>

namespace arenascope {
namespace {

/// The least distance from the offset of `lower` to the offset of `upper`, over all shared steps; 0: they share no
/// step. Windows could allow a distance below 1; at least 1 keeps `lower` below `upper`.
std::int64_t distance(const SearchedBuffer& lower, const SearchedBuffer& upper) {
    std::int64_t least = 0;
    for (const SearchedPiece& below : pieces_of(lower)) {
        for (const SearchedPiece& above : pieces_of(upper)) {
            if (below.begin < above.end && above.begin < below.end) {
                least = std::max({least, std::int64_t{1}, below.to - above.from});
            }
        }
    }
    return least;
}

/// Sections end only where a buffer of the group begins or ends. Collects the buffers wholly in use in each section.
void divide(CapacityGroup& group, const std::vector<SearchedBuffer>& buffers) {
    std::vector<std::int64_t> ticks;
    for (const SearchedBuffer& buffer : buffers) {
        ticks.push_back(buffer.begin);
        ticks.push_back(buffer.end);
        for (const SearchedPiece& piece : buffer.pieces) {
            ticks.push_back(piece.begin);
            ticks.push_back(piece.end);
        }
    }
    std::sort(ticks.begin(), ticks.end());
    ticks.erase(std::unique(ticks.begin(), ticks.end()), ticks.end());
    const auto section_of = [&](std::int64_t tick) {
        return static_cast<std::int32_t>(std::lower_bound(ticks.begin(), ticks.end(), tick) - ticks.begin());
    };
    group.sections = ticks.empty() ? 0 : static_cast<std::int32_t>(ticks.size()) - 1;
    group.part_start.assign(1, 0);
    for (const SearchedBuffer& buffer : buffers) {
        group.begin.push_back(section_of(buffer.begin));
        group.end.push_back(section_of(buffer.end));
        if (buffer.pieces.empty()) {
            group.part.push_back({group.begin.back(), group.end.back()});
        }
        for (const SearchedPiece& piece : buffer.pieces) {
            if (piece.from == 0 && piece.to == buffer.size) {
                group.part.push_back({section_of(piece.begin), section_of(piece.end)});
            }
        }
        group.part_start.push_back(static_cast<std::int32_t>(group.part.size()));
    }
    group.live_start.assign(group.sections + 1, 0);
    group.live_size.assign(group.sections, 0);
    const auto for_each_section = [&](std::int32_t u, auto&& use) {
        for (std::int32_t p = group.part_start[u]; p < group.part_start[u + 1]; ++p) {
            for (std::int32_t s = group.part[p].begin; s < group.part[p].end; ++s) {
                use(s);
            }
        }
    };
    for (std::int32_t u = 0; u < group.count; ++u) {
        for_each_section(u, [&](std::int32_t s) { ++group.live_start[s + 1], group.live_size[s] += group.size[u]; });
    }
    std::partial_sum(group.live_start.begin(), group.live_start.end(), group.live_start.begin());
    group.live.resize(group.live_start.back());
    std::vector<std::int32_t> next(group.live_start.begin(), group.live_start.end() - 1);
    for (std::int32_t u = 0; u < group.count; ++u) {
        for_each_section(u, [&](std::int32_t s) { group.live[next[s]++] = u; });
    }
    for (std::int64_t live : group.live_size) {
        group.threshold = std::max(group.threshold, live);
    }
}

/// A conflict is a buffer that is alive in the first section, or one that begins later in the lifetime.
void find_conflicts(CapacityGroup& group, const std::vector<SearchedBuffer>& buffers) {
    std::vector<std::int32_t> starts(group.count);
    std::iota(starts.begin(), starts.end(), 0);
    std::sort(starts.begin(), starts.end(), [&](int a, int b) {
        return group.begin[a] < group.begin[b] || (group.begin[a] == group.begin[b] && a < b);
    });
    std::vector<std::vector<std::int32_t>> alive_at_begin(group.sections + 1);
    std::vector<std::int32_t> alive;
    for (std::size_t k = 0; k < starts.size(); ++k) {
        const std::int32_t section = group.begin[starts[k]];
        alive.push_back(starts[k]);
        if (k + 1 == starts.size() || group.begin[starts[k + 1]] != section) {
            std::erase_if(alive, [&](std::int32_t v) { return group.end[v] <= section; });
            std::sort(alive.begin(), alive.end());
            alive_at_begin[section] = alive;
        }
    }
    std::vector<std::int32_t> first_at(group.sections + 2, 0);
    for (std::int32_t u = 0; u < group.count; ++u) {
        ++first_at[group.begin[u] + 1];
    }
    std::partial_sum(first_at.begin(), first_at.end(), first_at.begin());
    group.conflict_start.assign(1, 0);
    group.reach_begin.assign(group.count, 0);
    group.reach_end.assign(group.count, 0);
    for (std::int32_t u = 0; u < group.count; ++u) {
        std::int32_t low = group.begin[u];
        std::int32_t high = group.end[u];
        const auto add = [&](std::int32_t v) {
            if (v == u || (group.pin[u] >= 0 && group.pin[v] >= 0)) {
                return;
            }
            if (group.in_pieces) {
                const std::int64_t height = distance(buffers[v], buffers[u]);
                if (height == 0) {
                    return;
                }
                group.height.push_back(height);
                group.own_height.push_back(distance(buffers[u], buffers[v]));
            }
            group.conflict.push_back(v);
            low = std::min(low, group.begin[v]);
            high = std::max(high, group.end[v]);
        };
        for (const std::int32_t v : alive_at_begin[group.begin[u]]) {
            add(v);
        }
        for (std::int32_t k = first_at[group.begin[u] + 1]; k < first_at[group.end[u]]; ++k) {
            add(starts[k]);
        }
        group.conflict_start.push_back(static_cast<std::int32_t>(group.conflict.size()));
        group.reach_begin[u] = low;
        group.reach_end[u] = high;
    }
}

}  // namespace

std::vector<SearchedPiece> pieces_of(const SearchedBuffer& buffer) {
    return buffer.pieces.empty() ? std::vector<SearchedPiece>{{buffer.begin, buffer.end, 0, buffer.size}}
                                 : buffer.pieces;
}

CapacityGroup capacity_group(const std::vector<SearchedBuffer>& buffers) {
    CapacityGroup group;
    group.count = static_cast<std::int32_t>(buffers.size());
    for (const SearchedBuffer& buffer : buffers) {
        group.size.push_back(buffer.size);
        group.alignment.push_back(buffer.alignment);
        group.pin.push_back(buffer.pin.value_or(-1));
        group.plain.push_back(buffer.pieces.empty() && !buffer.pin);
        group.in_pieces = group.in_pieces || !buffer.pieces.empty();
        group.pinned = group.pinned || buffer.pin;
    }
    divide(group, buffers);
    find_conflicts(group, buffers);
    group.level.assign(group.count, 0);
    for (std::int32_t u = 0; u < group.count; ++u) {
        for (std::int32_t s = group.begin[u]; s < group.end[u]; ++s) {
            group.level[u] = std::max(group.level[u], group.live_size[s]);
        }
    }
    return group;
}

}  // namespace arenascope
