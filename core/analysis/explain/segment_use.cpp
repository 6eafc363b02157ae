#include "core/analysis/explain/segment_use.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace arenascope {
namespace {

/// Addresses that are free as far as is known, from the lowest on.
class FreeBytes {
public:
    /// `mapped` sorted by address.
    FreeBytes(const std::vector<AddressRange>& mapped, SegmentUse& use) : mapped_(mapped), use_(use) {
        for (const AddressRange& range : mapped) {
            use_.mapped = use_.mapped + size(range);
        }
    }

    /// Passes over an allocation. Allocations come by address.
    void pass(AddressRange allocation) {
        free_up_to(allocation.from);
        reached_ = std::max(reached_, allocation.to);
    }
    /// Everything above the last allocation is free.
    void finish() {
        if (!mapped_.empty()) {
            free_up_to(mapped_.back().to);
        }
    }

private:
    void free_up_to(Offset end) {
        while (next_ < mapped_.size() && mapped_[next_].from < end) {
            const AddressRange& range = mapped_[next_];
            const Offset from = std::max(range.from, reached_);
            const Offset to = std::min(range.to, end);
            if (from < to) {
                use_.free = use_.free + (to - from);
                use_.largest_piece = std::max(use_.largest_piece, to - from);
            }
            reached_ = std::max(reached_, to);
            if (range.to > end) {
                return;
            }
            ++next_;
        }
    }

    const std::vector<AddressRange>& mapped_;
    SegmentUse& use_;
    std::size_t next_ = 0;
    Offset reached_;  ///< free bytes below it are counted
};

/// The ranges of a segment that exist at a step, by address; what touches is one range.
std::vector<AddressRange> mapped_at(const AllocatorSegment& segment, Step step) {
    std::vector<AddressRange> ranges;
    for (const MappedMemory& piece : segment.mapped) {
        if (contains(piece.steps, step)) {
            ranges.push_back(piece.range);
        }
    }
    std::ranges::sort(ranges, {}, &AddressRange::from);
    std::vector<AddressRange> joined;
    for (const AddressRange& range : ranges) {
        if (!joined.empty() && range.from <= joined.back().to) {
            joined.back().to = std::max(joined.back().to, range.to);
        } else {
            joined.push_back(range);
        }
    }
    return joined;
}

/// A live allocation in its segment.
struct HeldBytes {
    SegmentIndex segment;
    AddressRange range;  ///< relative to the segment
    BufferIndex buffer;
};

std::vector<HeldBytes> held_at(const Problem& problem, const Layout& layout, Step step) {
    const AllocatorHistory& history = *problem.history;
    std::vector<HeldBytes> held;
    const std::size_t count = std::min(problem.buffers.size(), history.lies_in.size());
    for (std::size_t i = 0; i < count; ++i) {
        const SegmentIndex segment = history.lies_in[i];
        const auto& placement = layout.placements[i];
        if (contains(problem.buffers[i].lifetime, step) && placement && segment != SegmentIndex::none()) {
            const Offset from(
                static_cast<std::int64_t>(address_of(problem, *placement) - history.segments[segment].base));
            const Offset to = aligned_up(from + problem.buffers[i].size, history.multiple);
            held.push_back({segment, {from, to}, BufferIndex(i)});
        }
    }
    std::ranges::sort(held, {},
                      [](const HeldBytes& one) { return std::tuple(one.segment, one.range.from, one.buffer); });
    return held;
}

}  // namespace

std::vector<SegmentUse> segment_uses(const Problem& problem, const Layout& layout, Step step) {
    std::vector<SegmentUse> uses;
    if (!has_segment_regions(problem)) {
        return uses;
    }
    const std::vector<HeldBytes> held = held_at(problem, layout, step);
    auto next = held.begin();
    for (std::size_t i = 0; i < problem.history->segments.size(); ++i) {
        const std::vector<AddressRange> mapped = mapped_at(problem.history->segments[i], step);
        SegmentUse use;
        use.segment = SegmentIndex(i);
        FreeBytes bytes(mapped, use);
        for (; next != held.end() && next->segment == use.segment; ++next) {
            bytes.pass(next->range);
            use.held_by.push_back(next->buffer);
        }
        bytes.finish();
        if (!mapped.empty()) {
            uses.push_back(std::move(use));
        }
    }
    return uses;
}

std::vector<SegmentUse> pinned_segments(const Problem& problem, const Layout& layout, Step step) {
    std::vector<SegmentUse> uses = segment_uses(problem, layout, step);
    std::erase_if(uses, [](const SegmentUse& use) { return use.held_by.empty() || use.free == Bytes(0); });
    std::ranges::stable_sort(uses, {},
                             [](const SegmentUse& use) { return std::pair(-use.free.value(), use.held_by.size()); });
    return uses;
}

FragmentationCost fragmentation_cost(const Problem& problem, const Layout& layout, const OutOfMemory& failed) {
    FragmentationCost cost;
    cost.failed = failed;
    for (SegmentUse& use : segment_uses(problem, layout, failed.step)) {
        cost.reserved = cost.reserved + use.mapped;
        cost.free = cost.free + use.free;
        cost.largest_piece = std::max(cost.largest_piece, use.largest_piece);
        for (const BufferIndex buffer : use.held_by) {
            cost.live = cost.live + problem.buffers[buffer].size;
        }
        if (use.free > Bytes(0)) {
            cost.segments.push_back(std::move(use));
        }
    }
    std::ranges::stable_sort(cost.segments, std::ranges::greater(), &SegmentUse::free);
    return cost;
}

std::vector<FragmentationCost> fragmentation_costs(const Problem& problem, const Layout& layout) {
    std::vector<FragmentationCost> costs;
    if (!has_segment_regions(problem)) {
        return costs;
    }
    for (const OutOfMemory& failed : problem.history->out_of_memory) {
        costs.push_back(fragmentation_cost(problem, layout, failed));
    }
    return costs;
}

}  // namespace arenascope
