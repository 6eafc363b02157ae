#include "core/model/memory/layout.h"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>

#include "core/base/containers/joined_sets.h"
#include "core/base/containers/large_pages.h"
#include "core/base/containers/named_value.h"
#include "core/model/memory/tail.h"

namespace arenascope {
namespace {

constexpr std::array<std::string_view, 5> sharing_kind_names = {"sharing", "parts", "overlay", "arena", "in-place"};
constexpr std::array<std::string_view, 2> sharing_basis_names = {"declared", "inferred"};

template <class Accept>
Offset highest_tail(const Problem& problem, const Layout& layout, Accept&& accept) {
    Offset highest;
    for (std::size_t i = 0; i < layout.placements.size(); ++i) {
        if (const auto& placement = layout.placements[i]; placement && accept(placement->region)) {
            highest = std::max(highest, tail_of(problem.buffers[i], placement->offset));
        }
    }
    return highest;
}

}  // namespace

Layout empty_layout(const Problem& problem) {
    Layout layout;
    reserve_large_pages(layout.placements, problem.buffers.size());
    layout.placements.resize(problem.buffers.size());
    return layout;
}

bool is_complete(const Layout& layout) {
    return std::ranges::all_of(layout.placements, [](const auto& placement) { return placement.has_value(); });
}

bool has_placements(const Layout& layout) {
    return std::ranges::any_of(layout.placements, [](const auto& placement) { return placement.has_value(); });
}

Offset peak(const Problem& problem, const Layout& layout) {
    return highest_tail(problem, layout, [&](RegionIndex region) { return counts_in_peak(problem, region); });
}

Offset peak(const Problem& problem, const Layout& layout, RegionIndex region) {
    return highest_tail(problem, layout, [region](RegionIndex candidate) { return candidate == region; });
}

bool fits(const Problem& problem, const Layout& layout) {
    for (std::size_t i = 0; i < problem.regions.size(); ++i) {
        const auto& capacity = problem.regions[i].capacity;
        if (capacity && peak(problem, layout, RegionIndex(i)) > Offset(capacity->value())) {
            return false;
        }
    }
    return true;
}

void copy_sharing(Layout& layout, const Layout& other) {
    layout.sharing = other.sharing;
    layout.removed = other.removed;
    layout.copies = other.copies;
    layout.objects = other.objects;
    layout.heaps = other.heaps;
    layout.scratch = other.scratch;
}

std::optional<ScratchRule> scratch_rule_of(const Layout& layout, BufferIndex buffer) {
    const auto found = std::ranges::lower_bound(layout.scratch, buffer, {}, &ScratchPlacement::buffer);
    return found != layout.scratch.end() && found->buffer == buffer ? std::optional(found->rule) : std::nullopt;
}

std::vector<ObjectIndex> objects_of_buffers(const Layout& layout) {
    struct Base {
        RegionIndex region;
        Offset offset;
        ObjectIndex object;
    };
    const auto stands_before = [](const Base& a, const Base& b) {
        return std::tie(a.region, a.offset, a.object) < std::tie(b.region, b.offset, b.object);
    };
    std::vector<Base> bases;
    bases.reserve(layout.objects.size());
    for (std::size_t i = 0; i < layout.objects.size(); ++i) {
        bases.push_back({layout.objects[i].region, layout.objects[i].offset, ObjectIndex(i)});
    }
    std::ranges::sort(bases, stands_before);
    std::vector<ObjectIndex> held(layout.placements.size(), ObjectIndex::none());
    for (std::size_t i = 0; i < held.size(); ++i) {
        if (const auto& placement = layout.placements[i]) {
            const auto base = std::lower_bound(bases.begin(), bases.end(),
                                               Base{placement->region, placement->offset, {}}, stands_before);
            if (base != bases.end() && base->region == placement->region && base->offset == placement->offset) {
                held[i] = base->object;
            }
        }
    }
    return held;
}

bool makes_unnecessary(const Layout& layout, const Problem& problem, const Operator& one) {
    const auto lies_at = [&](BufferIndex buffer, BufferIndex base, Bytes position) {
        const auto& from = layout.placements[base];
        return from && layout.placements[buffer] == Placement{from->offset + position, from->region};
    };
    if (one.feature == OperatorFeature::removable && !one.shareable.empty() &&
        (one.positions.empty() || one.positions.size() == one.writes.size())) {
        const BufferIndex operand = one.reads[one.shareable.front()];
        for (std::size_t i = 0; i < one.writes.size(); ++i) {
            if (!lies_at(one.writes[i], operand, one.positions.empty() ? Bytes(0) : one.positions[i])) {
                return false;
            }
        }
        return true;
    }
    if (one.feature == OperatorFeature::merge && one.writes.size() == 1) {
        Bytes position;
        for (const BufferIndex operand : one.reads) {
            // Nothing can lie beyond the end of the output. This also keeps the sum small.
            if (position > problem.buffers[one.writes.front()].size ||
                !lies_at(operand, one.writes.front(), position)) {
                return false;
            }
            position = position + problem.buffers[operand].size;
        }
        return true;
    }
    return false;
}

std::vector<OperatorIndex> reinstate_operators(Layout& layout, const Problem& problem) {
    std::vector<OperatorIndex> reinstated;
    std::erase_if(layout.removed, [&](OperatorIndex index) {
        const bool runs = !makes_unnecessary(layout, problem, problem.graph->operators[index]);
        if (runs) {
            reinstated.push_back(index);
        }
        return runs;
    });
    return reinstated;
}

std::string_view name_of(SharingGroup::Kind kind) {
    return sharing_kind_names[static_cast<std::size_t>(kind)];
}

std::optional<SharingGroup::Kind> sharing_kind_named(std::string_view name) {
    return value_named<SharingGroup::Kind>(sharing_kind_names, name);
}

std::string_view name_of(SharingGroup::Basis basis) {
    return sharing_basis_names[static_cast<std::size_t>(basis)];
}

std::optional<SharingGroup::Basis> sharing_basis_named(std::string_view name) {
    return value_named<SharingGroup::Basis>(sharing_basis_names, name);
}

std::vector<std::vector<BufferIndex>> sharing_blocks(const Layout& layout) {
    JoinedSets sets(layout.sharing.empty() ? 0 : layout.placements.size());
    std::vector<BufferIndex> members;
    for (const SharingGroup& group : layout.sharing) {
        for (const BufferIndex member : group.members) {
            sets.join(group.members.front().value(), member.value());
            members.push_back(member);
        }
    }
    std::ranges::sort(members);
    members.erase(std::unique(members.begin(), members.end()), members.end());
    std::map<std::uint32_t, std::vector<BufferIndex>> blocks;
    for (const BufferIndex member : members) {
        blocks[sets.root(member.value())].push_back(member);
    }
    std::vector<std::vector<BufferIndex>> list;
    list.reserve(blocks.size());
    for (auto& [first, block] : blocks) {
        list.push_back(std::move(block));
    }
    return list;
}

Address address_of(const Problem& problem, const Placement& placement) {
    return problem.regions[placement.region].base + static_cast<Address>(placement.offset.value());
}

}  // namespace arenascope
