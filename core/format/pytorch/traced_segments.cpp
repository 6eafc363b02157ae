#include "core/format/pytorch/traced_segments.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <tuple>
#include <utility>

#include "core/base/text/amount.h"
#include "core/base/text/unique_names.h"

namespace arenascope::snapshot_file {
namespace {

Address tail_of(const SegmentRecord& segment) {
    return segment.address + static_cast<Address>(segment.size);
}
Address tail_of(const EventRecord& event) {
    return event.address + static_cast<Address>(event.size);
}
Address tail_of(const AllocatorSegment& segment) {
    return segment.base + static_cast<Address>(segment.size.value());
}

/// The position of an address relative to its segment.
Offset within(const AllocatorSegment& segment, Address address) {
    return Offset(static_cast<std::int64_t>(address - segment.base));
}

/// A range of addresses that existed for some steps.
struct ExistingMemory {
    Address from = 0;
    Address to = 0;
    Lifetime steps;
    std::int64_t stream = 0;
    bool is_expandable = false;
};

/// Finds when memory existed, from the last event to the first. `open_` is the memory that exists after the current
/// event, with the step at which it stops.
class BackwardsReplay {
public:
    explicit BackwardsReplay(const SnapshotRecords& records) : records_(records), end_(steps_of(records)) {}

    std::vector<ExistingMemory> run() {
        for (const SegmentRecord& segment : records_.segments) {
            appear({segment.address, tail_of(segment), {{}, end_}, segment.stream, segment.is_expandable});
        }
        for (std::size_t i = records_.events.size(); i > 0; --i) {
            const EventRecord& event = records_.events[i - 1];
            const Step step(static_cast<std::int64_t>(i - 1));
            const bool is_expandable =
                event.event == AllocatorEvent::segment_map || event.event == AllocatorEvent::segment_unmap;
            const ExistingMemory memory{event.address, tail_of(event), {step, step}, event.stream, is_expandable};
            if (event.event == AllocatorEvent::segment_free || event.event == AllocatorEvent::segment_unmap) {
                appear(memory);
            } else if (event.event == AllocatorEvent::segment_alloc || event.event == AllocatorEvent::segment_map) {
                vanish(memory);
            }
        }
        for (const auto& [from, memory] : open_) {
            close(memory, Step(0));
        }
        return std::move(found_);
    }

private:
    using Open = std::map<Address, ExistingMemory>;

    /// Memory that exists before `memory.steps.end`. What the state after it held at the same place began there.
    void appear(const ExistingMemory& memory) {
        if (memory.from < memory.to) {
            cut_out(memory, memory.steps.end);
            open_.emplace(memory.from, memory);
        }
    }

    /// Memory that begins to exist at `memory.steps.begin`.
    void vanish(const ExistingMemory& memory) {
        if (memory.from < memory.to && !cut_out(memory, memory.steps.begin)) {
            // Neither the snapshot nor a later event tells its end.
            close({memory.from, memory.to, {{}, end_}, memory.stream, memory.is_expandable}, memory.steps.begin);
        }
    }

    /// Closes all open memory in this range. Parts beyond it stay open. Whether there was any.
    bool cut_out(const ExistingMemory& range, Step begin) {
        auto place = open_.upper_bound(range.from);
        if (place != open_.begin() && std::prev(place)->second.to > range.from) {
            --place;
        }
        bool is_found = false;
        while (place != open_.end() && place->second.from < range.to) {
            const ExistingMemory whole = place->second;
            place = open_.erase(place);
            is_found = true;
            ExistingMemory inside = whole;
            inside.from = std::max(whole.from, range.from);
            inside.to = std::min(whole.to, range.to);
            close(inside, begin);
            keep_open(whole, whole.from, inside.from);
            keep_open(whole, inside.to, whole.to);
        }
        return is_found;
    }
    void keep_open(ExistingMemory part, Address from, Address to) {
        if (from < to) {
            part.from = from;
            part.to = to;
            open_.emplace(from, part);
        }
    }
    void close(ExistingMemory memory, Step begin) {
        memory.steps.begin = begin;
        if (memory.steps.begin < memory.steps.end) {
            found_.push_back(memory);
        }
    }

    const SnapshotRecords& records_;
    Step end_;
    Open open_;
    std::vector<ExistingMemory> found_;
};

/// Joins memory to segments, and names them.
class SegmentList {
public:
    explicit SegmentList(const SnapshotRecords& records) : records_(records) {}

    IndexedVector<SegmentIndex, AllocatorSegment> run(std::vector<ExistingMemory> memory) {
        std::ranges::sort(memory, {}, [](const ExistingMemory& one) {
            return std::tuple(one.is_expandable, one.is_expandable ? one.stream : 0, one.from,
                              one.is_expandable ? 0 : one.to, one.steps.begin, one.to);
        });
        for (const ExistingMemory& one : memory) {
            if (segments_.empty() || !belongs(one)) {
                AllocatorSegment& made = segments_.emplace_back();
                made.base = one.from;
                made.stream = one.stream;
                made.is_expandable = one.is_expandable;
                end_ = one.from;
            }
            end_ = std::max(end_, one.to);
            AllocatorSegment& segment = segments_.back();
            segment.size = Bytes(static_cast<std::int64_t>(end_ - segment.base));
            segment.mapped.push_back({one.steps, {within(segment, one.from), within(segment, one.to)}});
        }
        std::ranges::stable_sort(segments_, {}, &AllocatorSegment::base);
        UniqueNames names;
        for (AllocatorSegment& segment : segments_) {
            segment.name = names.add("segment " + address_text(segment.base));
            std::ranges::stable_sort(segment.mapped, {}, [](const MappedMemory& piece) { return piece.steps.begin; });
        }
        add_pools();
        return std::move(segments_);
    }

private:
    /// Whether memory is part of the last segment.
    [[nodiscard]] bool belongs(const ExistingMemory& one) const {
        const AllocatorSegment& last = segments_.back();
        if (one.is_expandable != last.is_expandable) {
            return false;
        }
        return one.is_expandable ? one.stream == last.stream && one.from <= end_
                                 : one.from == last.base && one.to == end_;
    }

    /// Only the snapshot tells the pools.
    void add_pools() {
        for (const SegmentRecord& record : records_.segments) {
            auto place = std::ranges::upper_bound(segments_, record.address, {}, &AllocatorSegment::base);
            while (place != segments_.begin()) {
                --place;
                if (tail_of(*place) > record.address && place->pool.empty()) {
                    place->pool = record.pool;
                }
                if (place->base != record.address) {
                    break;
                }
            }
        }
    }

    const SnapshotRecords& records_;
    IndexedVector<SegmentIndex, AllocatorSegment> segments_;
    Address end_ = 0;  ///< of the last segment
};

/// Memory of a segment at one end of its time.
struct SegmentChange {
    Step step;
    bool begins = false;
    Address from = 0;
    Address to = 0;
    SegmentIndex segment;
};

std::vector<SegmentChange> changes_of(const IndexedVector<SegmentIndex, AllocatorSegment>& segments) {
    std::vector<SegmentChange> changes;
    for (std::size_t i = 0; i < segments.size(); ++i) {
        const AllocatorSegment& segment = segments[i];
        for (const MappedMemory& piece : segment.mapped) {
            const Address from = segment.base + static_cast<Address>(piece.range.from.value());
            const Address to = segment.base + static_cast<Address>(piece.range.to.value());
            changes.push_back({piece.steps.begin, true, from, to, SegmentIndex(i)});
            changes.push_back({piece.steps.end, false, from, to, SegmentIndex(i)});
        }
    }
    // What ends at a step makes way for what begins there.
    std::ranges::stable_sort(changes, {},
                             [](const SegmentChange& change) { return std::pair(change.step, change.begins); });
    return changes;
}

/// Any segment at an address, whenever it existed.
SegmentIndex segment_at(const IndexedVector<SegmentIndex, AllocatorSegment>& segments, Address address) {
    const auto after = std::ranges::upper_bound(segments, address, {}, &AllocatorSegment::base);
    if (after == segments.begin() || tail_of(*std::prev(after)) <= address) {
        return SegmentIndex::none();
    }
    return SegmentIndex(static_cast<std::size_t>(std::prev(after) - segments.begin()));
}

}  // namespace

IndexedVector<SegmentIndex, AllocatorSegment> traced_segments(const SnapshotRecords& records) {
    return SegmentList(records).run(BackwardsReplay(records).run());
}

std::vector<SegmentIndex> segments_of(const std::vector<TracedAllocation>& allocations,
                                      const IndexedVector<SegmentIndex, AllocatorSegment>& segments) {
    const std::vector<SegmentChange> changes = changes_of(segments);
    std::map<Address, std::pair<Address, SegmentIndex>> existing;  // by its first address: the end, the segment
    std::vector<SegmentIndex> found;
    found.reserve(allocations.size());
    std::size_t next = 0;
    for (const TracedAllocation& one : allocations) {
        for (; next < changes.size() && changes[next].step <= one.steps.begin; ++next) {
            const SegmentChange& change = changes[next];
            if (change.begins) {
                existing.insert_or_assign(change.from, std::pair(change.to, change.segment));
            } else {
                existing.erase(change.from);
            }
        }
        const auto after = existing.upper_bound(one.address);
        const bool is_inside = after != existing.begin() && std::prev(after)->second.first > one.address;
        found.push_back(is_inside ? std::prev(after)->second.second : segment_at(segments, one.address));
    }
    return found;
}

}  // namespace arenascope::snapshot_file
