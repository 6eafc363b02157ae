#include "core/planner/capacity/searched_group.h"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

#include "core/model/memory/tail.h"

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
    for (std::int32_t u = 0; u < group.count; ++u) {
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
        };
        for (const std::int32_t v : alive_at_begin[group.begin[u]]) {
            add(v);
        }
        for (std::int32_t k = first_at[group.begin[u] + 1]; k < first_at[group.end[u]]; ++k) {
            add(starts[k]);
        }
        group.conflict_start.push_back(static_cast<std::int32_t>(group.conflict.size()));
    }
}

SearchedBuffer as_searched(const Problem& problem, const Buffer& buffer, bool is_mirrored) {
    const auto turned = [&](Lifetime steps) {
        return is_mirrored ? std::pair(-1 - steps.end.value(), -1 - steps.begin.value())
                           : std::pair(steps.begin.value(), steps.end.value());
    };
    const auto [begin, end] = turned(buffer.lifetime);
    // Without bytes it has no pieces, and fits under everything at offset 0.
    const std::int64_t size = takes_bytes(buffer) ? buffer.size.value() : 0;
    SearchedBuffer searched{begin, end, size, alignment_of(problem, buffer).value()};
    if (buffer.pin) {
        searched.pin = buffer.pin->value();
    }
    if (!buffer.gaps().empty()) {
        for_each_piece(buffer, [&](const Piece& piece) {
            const auto [from, to] = turned(piece.steps);
            searched.pieces.push_back({from, to, piece.bytes.from.value(), piece.bytes.to.value()});
        });
    }
    return searched;
}

/// Whether the canonical direction of time is backwards: the direction with the smaller sequence of lifetimes wins.
bool mirrored_comes_first(const Problem& problem, const std::vector<BufferIndex>& group) {
    using Shape = std::tuple<std::uint64_t, std::uint64_t, std::int64_t>;
    Lifetime span = problem.buffers[group.front()].lifetime;
    for (const BufferIndex index : group) {
        const Lifetime& lifetime = problem.buffers[index].lifetime;
        span = {std::min(span.begin, lifetime.begin), std::max(span.end, lifetime.end)};
    }
    const auto distance = [](Step from, Step to) {
        return static_cast<std::uint64_t>(to.value()) - static_cast<std::uint64_t>(from.value());
    };
    std::vector<Shape> forward;
    std::vector<Shape> backward;
    for (const BufferIndex index : group) {
        const Buffer& buffer = problem.buffers[index];
        const std::int64_t size = buffer.size.value();
        const Lifetime& steps = buffer.lifetime;
        forward.emplace_back(distance(span.begin, steps.begin), distance(span.begin, steps.end), size);
        backward.emplace_back(distance(steps.end, span.end), distance(steps.begin, span.end), size);
    }
    std::sort(forward.begin(), forward.end());
    std::sort(backward.begin(), backward.end());
    return backward < forward;
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

SearchedGroup searched_group(const Problem& problem, std::vector<BufferIndex> members,
                             const std::vector<BufferIndex>& pinned) {
    SearchedGroup group{.members = std::move(members), .seen = {}};
    const bool is_mirrored = mirrored_comes_first(problem, group.members);
    const auto seen = [&](BufferIndex index, bool backwards) {
        return as_searched(problem, problem.buffers[index], is_mirrored != backwards);
    };
    const auto key = [](const SearchedBuffer& buffer) {
        return std::tuple(buffer.begin, buffer.end, buffer.size, buffer.alignment);
    };
    std::ranges::sort(group.members, {}, [&](BufferIndex one) { return std::pair(key(seen(one, false)), one); });
    for (const bool backwards : {false, true}) {
        std::vector<SearchedBuffer>& searched = group.seen[backwards ? 1 : 0];
        searched.reserve(group.members.size() + pinned.size());
        for (const BufferIndex index : group.members) {
            searched.push_back(seen(index, backwards));
        }
        if (backwards) {
            std::reverse(searched.begin(), searched.end());
        }
        for (const BufferIndex index : pinned) {
            if (!takes_bytes(problem.buffers[index])) {
                continue;
            }
            searched.push_back(seen(index, backwards));
        }
        for (const SearchedBuffer& one : searched) {
            group.least_tail = std::max(group.least_tail, one.pin.value_or(0) + one.size);
        }
    }
    group.is_provable = std::none_of(group.seen[0].begin(), group.seen[0].end(), [](const SearchedBuffer& buffer) {
        return std::any_of(buffer.pieces.begin(), buffer.pieces.end(),
                           [&](const SearchedPiece& piece) { return piece.from != 0 || piece.to != buffer.size; });
    });
    return group;
}

bool windows_meet(const SearchedGroup& group) {
    const std::vector<SearchedBuffer>& buffers = group.seen[0];
    const auto meet = [](const SearchedPiece& a, const SearchedPiece& b) {
        return a.end <= b.begin || b.end <= a.begin || (a.from < b.to && b.from < a.to);
    };
    const auto all_meet = [&](const SearchedBuffer& one, const SearchedBuffer& other) {
        const auto pieces = pieces_of(other);
        const auto own = pieces_of(one);
        return std::all_of(own.begin(), own.end(), [&](const SearchedPiece& a) {
            return std::all_of(pieces.begin(), pieces.end(), [&](const SearchedPiece& b) { return meet(a, b); });
        });
    };
    for (std::size_t i = 0; i < buffers.size(); ++i) {
        for (std::size_t j = 0; j < i && !buffers[i].pieces.empty(); ++j) {
            if (!all_meet(buffers[i], buffers[j])) {
                return false;
            }
        }
        for (std::size_t j = i + 1; j < buffers.size() && !buffers[i].pieces.empty(); ++j) {
            if (!all_meet(buffers[i], buffers[j])) {
                return false;
            }
        }
    }
    return true;
}

std::vector<BufferIndex> members_in_order(const SearchedGroup& group, std::size_t direction,
                                          std::span<const std::int32_t> order) {
    std::vector<BufferIndex> result;
    result.reserve(group.members.size());
    for (const std::int32_t local : order) {
        const auto position = static_cast<std::size_t>(local);
        if (position < group.members.size()) {
            result.push_back(group.members[direction == 0 ? position : group.members.size() - 1 - position]);
        }
    }
    return result;
}

std::string note_of_left_out_search(std::size_t buffers, std::string_view instead) {
    return "the branch and bound was left out for " + std::to_string(buffers) +
           " buffers, because it would take too much memory; " + std::string(instead);
}

bool can_be_searched(const Problem& problem, const std::vector<BufferIndex>& members, std::size_t most_conflicts) {
    std::vector<Step> begins;
    std::vector<Step> ends;
    begins.reserve(members.size());
    ends.reserve(members.size());
    for (const BufferIndex index : members) {
        const Buffer& buffer = problem.buffers[index];
        begins.push_back(buffer.lifetime.begin);
        ends.push_back(buffer.lifetime.end);
    }
    std::sort(begins.begin(), begins.end());
    std::sort(ends.begin(), ends.end());
    std::size_t conflicts = 0;
    std::size_t live = 0;
    std::size_t begun = 0;
    for (std::size_t ended = 0; ended < ends.size();) {
        const Step step = begun < begins.size() ? std::min(begins[begun], ends[ended]) : ends[ended];
        for (; ended < ends.size() && ends[ended] == step; ++ended) {
        }
        for (; begun < begins.size() && begins[begun] == step; ++begun) {
            conflicts += 2 * (begun - ended);
        }
        live += begun - ended;
        if (conflicts > most_conflicts || live > most_section_entries) {
            return false;
        }
    }
    return true;
}

}  // namespace arenascope
