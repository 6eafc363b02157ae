#include "core/model/memory/arena.h"

#include <algorithm>
#include <iterator>

#include "core/base/error/quotation.h"

namespace arenascope {
namespace {

bool is_scratch(const Problem& problem, BufferIndex buffer) {
    return problem.buffers[buffer].kind == BufferKind::scratch;
}

AddressRange bytes_of(const Problem& problem, const Layout& layout, BufferIndex buffer) {
    return range_of(problem.buffers[buffer].size, layout.placements[buffer]->offset);
}

std::optional<SharingGroup> group_of(const Problem& problem, const Layout& layout, const Operator& one) {
    std::vector<BufferIndex> touched = one.reads;
    touched.insert(touched.end(), one.writes.begin(), one.writes.end());
    std::ranges::sort(touched);
    touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
    const auto arena = arena_of(problem, layout, touched);
    if (!arena) {
        return std::nullopt;
    }
    SharingGroup group{SharingGroup::Kind::arena, {}};
    std::ranges::copy_if(touched, std::back_inserter(group.members), [&](BufferIndex buffer) {
        return layout.placements[buffer] && lies_in(*arena, problem, layout, buffer);
    });
    std::stable_partition(group.members.begin(), group.members.end(),
                          [&](BufferIndex buffer) { return is_scratch(problem, buffer); });
    return group.members.size() > 1 ? std::optional(std::move(group)) : std::nullopt;
}

}  // namespace

std::optional<Arena> arena_of(const Problem& problem, const Layout& layout, const std::vector<BufferIndex>& buffers) {
    std::vector<AddressRange> placed;
    std::optional<RegionIndex> region;
    for (const BufferIndex buffer : buffers) {
        const auto& placement = layout.placements[buffer];
        if (placement && is_scratch(problem, buffer) && placement->region == region.value_or(placement->region)) {
            region = placement->region;
            placed.push_back(bytes_of(problem, layout, buffer));
        }
    }
    if (!region) {
        return std::nullopt;
    }
    std::ranges::sort(placed, [](const AddressRange& a, const AddressRange& b) { return a.from < b.from; });
    Arena arena{*region, {}};
    for (const AddressRange& range : placed) {
        if (!arena.bytes.empty() && range.from <= arena.bytes.back().to) {
            arena.bytes.back().to = std::max(arena.bytes.back().to, range.to);
        } else {
            arena.bytes.push_back(range);
        }
    }
    return arena;
}

bool lies_in(const Arena& arena, const Problem& problem, const Layout& layout, BufferIndex buffer) {
    const AddressRange own = bytes_of(problem, layout, buffer);
    const auto next = std::upper_bound(arena.bytes.begin(), arena.bytes.end(), own.from,
                                       [](Offset from, const AddressRange& range) { return from < range.from; });
    return layout.placements[buffer]->region == arena.region && next != arena.bytes.begin() &&
           own.to <= std::prev(next)->to;
}

std::vector<SharingGroup> arena_groups(const Problem& problem, const Layout& layout) {
    std::vector<SharingGroup> groups;
    if (!problem.graph) {
        return groups;
    }
    for (const Operator& one : problem.graph->operators) {
        if (auto group = works_in_arena(one) ? group_of(problem, layout, one) : std::nullopt) {
            groups.push_back(std::move(*group));
        }
    }
    return groups;
}

std::string arena_note(const Problem& problem, const SharingGroup& group) {
    return std::to_string(group.members.size()) + " buffers, including " +
           in_quotes(problem.buffers[group.members.front()].name) +
           ", share the arena of an accelerator on purpose: their union counts once, and a new plan keeps them so";
}

}  // namespace arenascope
