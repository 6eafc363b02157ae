#include "core/model/memory/shared_addresses.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <vector>

#include "core/model/memory/heap_part.h"
#include "core/model/memory/quantity.h"

namespace arenascope {
namespace {

constexpr std::int64_t no_end = std::numeric_limits<std::int64_t>::max();

/// The address of offset 0 of a region that shares addresses: below 2^63, as validate() makes sure.
std::int64_t begin_of(const Region& region) {
    return static_cast<std::int64_t>(region.base);
}

std::int64_t end_of(const Region& region) {
    return region.capacity ? checked_add(begin_of(region), region.capacity->value()).value_or(no_end) : no_end;
}

/// Regions that become one.
struct JoinedRegions {
    Region region;
    std::int64_t end = 0;   ///< of its addresses
    std::int64_t wide = 0;  ///< bytes of the widest of them, which gives its name
};

class AddressMerge {
public:
    explicit AddressMerge(const Problem& problem) : old_(problem.regions), joined_in_(old_.size(), 0) {
        std::vector<std::size_t> by_address(old_.size());
        std::iota(by_address.begin(), by_address.end(), 0);
        std::ranges::stable_sort(by_address, [&](std::size_t a, std::size_t b) { return old_[a].base < old_[b].base; });
        std::size_t open = old_.size();  // none
        for (const std::size_t i : by_address) {
            if (!old_[i].shares_addresses) {
                joined_in_[i] = joined_.size();
                joined_.push_back({old_[i]});
                continue;
            }
            if (open == old_.size() || begin_of(old_[i]) >= joined_[open].end) {
                open = joined_.size();
                joined_.push_back({.region = {.base = old_[i].base}});
            }
            joined_in_[i] = open;
            join(joined_[open], old_[i]);
        }
    }

    [[nodiscard]] IndexedVector<RegionIndex, Region> regions() const {
        IndexedVector<RegionIndex, Region> made;
        for (const JoinedRegions& one : joined_) {
            made.push_back(one.region);
            if (made.back().slow_part != RegionIndex::none()) {
                made.back().slow_part = joined_in(made.back().slow_part);
            }
        }
        return made;
    }

    [[nodiscard]] RegionIndex joined_in(RegionIndex old) const { return RegionIndex(joined_in_[old.value()]); }

    /// What is added to offsets of the old region.
    [[nodiscard]] Bytes moved_by(RegionIndex old) const {
        return Bytes(static_cast<std::int64_t>(old_[old].base - joined_[joined_in_[old.value()]].region.base));
    }

private:
    static void join(JoinedRegions& joined, const Region& region) {
        const std::int64_t end = end_of(region);
        if (end - begin_of(region) > joined.wide) {
            joined.wide = end - begin_of(region);
            joined.region.name = region.name;
        }
        joined.end = std::max(joined.end, end);
        joined.region.capacity =
            joined.end == no_end ? std::nullopt : std::optional(Bytes(joined.end - begin_of(joined.region)));
    }

    const IndexedVector<RegionIndex, Region>& old_;
    std::vector<std::size_t> joined_in_;  ///< by old region
    std::vector<JoinedRegions> joined_;   ///< by address
};

/// The regions with addresses in common that buffers use.
class MetRegions {
public:
    explicit MetRegions(const Problem& problem) : problem_(problem) {}

    /// Whether a buffer in this region may meet one of another region, among all asked about so far.
    bool meets(RegionIndex region) {
        if (!problem_.regions[region].shares_addresses) {
            return false;
        }
        if (first_ == RegionIndex::none()) {
            first_ = region;
        }
        return first_ != region;
    }

private:
    const Problem& problem_;
    RegionIndex first_ = RegionIndex::none();
};

}  // namespace

bool has_meeting_buffers(const Problem& problem) {
    MetRegions met(problem);
    return std::ranges::any_of(problem.buffers, [&met](const Buffer& buffer) { return met.meets(buffer.region); });
}

bool may_scratch_meet(const Problem& problem) {
    MetRegions met(problem);
    const auto others = parts_of_other_speed(problem);
    return std::ranges::any_of(problem.buffers, [&](const Buffer& buffer) {
        const auto& other = others[buffer.region];
        return met.meets(buffer.region) || (buffer.kind == BufferKind::scratch && other && met.meets(*other));
    });
}

MergedAddresses merged_addresses(Problem problem, Layout layout) {
    const AddressMerge merge(problem);
    for (auto& placement : layout.placements) {
        if (placement) {
            placement =
                Placement{placement->offset + merge.moved_by(placement->region), merge.joined_in(placement->region)};
        }
    }
    layout.heaps.clear();
    for (Buffer& buffer : problem.buffers) {
        if (problem.regions[buffer.region].shares_addresses) {
            buffer.alignment = alignment_of(problem, buffer);
        }
        if (buffer.pin) {
            buffer.pin = *buffer.pin + merge.moved_by(buffer.region);
        }
    }
    auto regions = merge.regions();
    for (Buffer& buffer : problem.buffers) {
        buffer.region = merge.joined_in(buffer.region);
    }
    if (problem.graph) {
        for (Operator& node : problem.graph->operators) {
            node.core = node.core == RegionIndex::none() ? node.core : merge.joined_in(node.core);
        }
    }
    problem.regions = std::move(regions);
    // Where both are in one memory now, the copy is a buffer as any other.
    std::erase_if(problem.transfers, [&problem](const Transfer& transfer) {
        return problem.buffers[transfer.source].region == problem.buffers[transfer.copy].region;
    });
    return {std::move(problem), std::move(layout)};
}

}  // namespace arenascope
