#include "core/analysis/explain/live_census.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "core/model/memory/live_share.h"

namespace arenascope {
namespace {

/// The extremes of the live size in the range.
void find_extremes(LiveCensus& census, const LiveProfile& profile) {
    const auto consider = [&](Bytes live, Step step, bool is_first) {
        if (is_first || live > census.highest) {
            census.highest = live;
            census.highest_at = step;
        }
        if (is_first || live < census.lowest) {
            census.lowest = live;
            census.lowest_at = step;
        }
    };
    consider(live_at(profile, census.steps.begin), census.steps.begin, true);
    auto change = std::ranges::upper_bound(profile.steps, census.steps.begin);
    for (; change != profile.steps.end() && *change < census.steps.end; ++change) {
        consider(profile.live[static_cast<std::size_t>(change - profile.steps.begin())], *change, false);
    }
}

/// The buffer's use in the range; its size is 0 where it is not in use.
LiveMember member_in(const Problem& problem, const Layout& layout, BufferIndex buffer, Lifetime steps) {
    LiveMember member{.buffer = buffer};
    for_each_piece(problem.buffers[buffer], [&](const Piece& piece) {
        const Lifetime common = intersection(piece.steps, steps);
        if (common.begin < common.end) {
            member.size = std::max(member.size, piece.bytes.to - piece.bytes.from);
            member.steps = member.steps + length(common);
        }
    });
    if (const auto& placement = layout.placements[buffer]) {
        member.offset = placement->offset;
    }
    return member;
}

/// The members' parts of the live size at the only step.
void count_shares(LiveCensus& census, const Problem& problem, const Layout& layout) {
    IndexedVector<BufferIndex, Bytes> counted(problem.buffers.size(), Bytes(0));
    for (const LiveShare& share : live_shares(problem, layout, census.steps.begin)) {
        counted[share.buffer] = share.counted;
    }
    for (LiveMember& member : census.members) {
        member.counted = counted[member.buffer];
    }
}

bool is_left_alive(Lifetime lifetime, Lifetime steps) {
    return lifetime.begin >= steps.begin && lifetime.begin < steps.end && lifetime.end >= steps.end;
}

}  // namespace

LiveCensus live_census(const Problem& problem, const Layout& layout, Lifetime steps, const LiveProfile& profile,
                       CensusOf of) {
    LiveCensus census;
    census.steps = steps;
    if (steps.begin >= steps.end) {
        return census;
    }
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        const Lifetime lifetime = problem.buffers[i].lifetime;
        if (!overlap(lifetime, steps)) {
            continue;
        }
        if (const LiveMember member = member_in(problem, layout, BufferIndex(i), steps); member.size > Bytes(0)) {
            const bool is_left = is_left_alive(lifetime, steps);
            if (is_left || of == CensusOf::in_use) {
                census.members.push_back(member);
            }
            const Bytes size = problem.buffers[i].size;
            census.begun = lifetime.begin >= steps.begin ? census.begun + size : census.begun;
            census.ended = lifetime.end <= steps.end ? census.ended + size : census.ended;
            const bool is_throughout = lifetime.begin <= steps.begin && lifetime.end >= steps.end;
            census.throughout = is_throughout ? census.throughout + size : census.throughout;
            census.left = is_left ? census.left + size : census.left;
            census.left_count += is_left ? 1 : 0;
        }
    }
    std::ranges::stable_sort(census.members, std::greater(), &LiveMember::size);
    find_extremes(census, profile);
    if (length(steps) == Duration(1)) {
        count_shares(census, problem, layout);
    }
    return census;
}

std::vector<BufferIndex> buffers_in_use(const Problem& problem, Lifetime steps, CensusOf of) {
    std::vector<BufferIndex> found;
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        if (of == CensusOf::left_alive && !is_left_alive(problem.buffers[i].lifetime, steps)) {
            continue;
        }
        bool is_used = false;
        for_each_piece(problem.buffers[i],
                       [&](const Piece& piece) { is_used = is_used || overlap(piece.steps, steps); });
        if (is_used) {
            found.emplace_back(i);
        }
    }
    return found;
}

std::string left_alive_filter(Lifetime steps) {
    const std::string end = std::to_string(steps.end.value());
    return "begin>=" + std::to_string(steps.begin.value()) + " begin<" + end + " end>=" + end;
}

std::vector<LiveGroup> live_groups(const LiveCensus& census, const BufferGroups& groups) {
    std::vector<LiveGroup> all(groups.names.size());
    for (std::size_t i = 0; i < census.members.size(); ++i) {
        const LiveMember& member = census.members[i];
        LiveGroup& group = all[groups.group_of[member.buffer]];
        group.members.push_back(i);
        group.size = group.size + member.size;
        group.counted = group.counted + member.counted;
    }
    std::vector<LiveGroup> found;
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (!all[i].members.empty()) {
            all[i].name = groups.names[i];
            found.push_back(std::move(all[i]));
        }
    }
    std::ranges::sort(found, [](const LiveGroup& a, const LiveGroup& b) {
        return a.size != b.size ? a.size > b.size : a.name < b.name;
    });
    return found;
}

}  // namespace arenascope
