#include "core/explain/live_census.h"

#include <algorithm>
#include <functional>
#include <tuple>
#include <utility>

#include "core/memory/placed_piece.h"
#include "core/memory/scratch.h"

namespace arenascope {
namespace {

/// The live size counts variable scratch with its minimum, see LiveProfile.
Bytes part_alone(const Problem& problem, const LiveMember& member) {
    const ScratchRequest* request = scratch_request_of(problem, member.buffer);
    return request != nullptr && request->variable ? std::min(request->minimum, problem.buffers[member.buffer].size)
                                                   : member.size;
}

/// Gives shared bytes to the member of a block that begins lowest. `member_of`: by buffer, the position of its member,
/// or the number of members.
void count_once(LiveCensus& census, const Problem& problem, const Layout& layout,
                const IndexedVector<BufferIndex, std::size_t>& member_of) {
    struct Part {
        AddressRange bytes;
        RegionIndex region;
        std::size_t member;
    };
    std::vector<Part> parts;
    for (const std::vector<BufferIndex>& block : sharing_blocks(layout)) {
        parts.clear();
        for (const BufferIndex buffer : block) {
            const auto& placement = layout.placements[buffer];
            if (member_of[buffer] == census.members.size() || !placement) {
                continue;
            }
            for_each_placed_piece(problem, buffer, placement->offset, [&](const PlacedPiece& piece) {
                if (contains(piece.steps, census.steps.begin)) {
                    parts.push_back({piece.bytes, problem.buffers[buffer].region, member_of[buffer]});
                }
            });
        }
        std::ranges::sort(parts, [](const Part& a, const Part& b) {
            return std::tuple(a.region, a.bytes.from, b.bytes.to, a.member) <
                   std::tuple(b.region, b.bytes.from, a.bytes.to, b.member);
        });
        for (const Part& part : parts) {
            census.members[part.member].counted = Bytes(0);
        }
        std::optional<std::pair<RegionIndex, Offset>> covered;
        for (const Part& part : parts) {
            const bool continues = covered && covered->first == part.region;
            const Offset from = continues ? std::max(part.bytes.from, covered->second) : part.bytes.from;
            if (part.bytes.to > from) {
                census.members[part.member].counted = part.bytes.to - from;
                covered = {part.region, part.bytes.to};
            }
        }
    }
}

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

}  // namespace

LiveCensus live_census(const Problem& problem, const Layout& layout, Lifetime steps, const LiveProfile& profile) {
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
            census.members.push_back(member);
            const Bytes size = problem.buffers[i].size;
            census.begun = lifetime.begin >= steps.begin ? census.begun + size : census.begun;
            census.ended = lifetime.end <= steps.end ? census.ended + size : census.ended;
            const bool is_throughout = lifetime.begin <= steps.begin && lifetime.end >= steps.end;
            census.throughout = is_throughout ? census.throughout + size : census.throughout;
        }
    }
    std::ranges::stable_sort(census.members, std::greater(), &LiveMember::size);
    find_extremes(census, profile);
    if (length(steps) == Duration(1)) {
        IndexedVector<BufferIndex, std::size_t> member_of(problem.buffers.size(), census.members.size());
        for (std::size_t i = 0; i < census.members.size(); ++i) {
            census.members[i].counted = part_alone(problem, census.members[i]);
            member_of[census.members[i].buffer] = i;
        }
        count_once(census, problem, layout, member_of);
    }
    return census;
}

std::vector<BufferIndex> buffers_in_use(const Problem& problem, Lifetime steps) {
    std::vector<BufferIndex> found;
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        bool is_used = false;
        for_each_piece(problem.buffers[i],
                       [&](const Piece& piece) { is_used = is_used || overlap(piece.steps, steps); });
        if (is_used) {
            found.emplace_back(i);
        }
    }
    return found;
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
