#include "core/format/pytorch/traced_allocations.h"

#include <algorithm>
#include <limits>
#include <unordered_map>

namespace arenascope::snapshot_file {
namespace {

class AllocationPairing {
public:
    explicit AllocationPairing(const SnapshotRecords& records) : records_(records), end_(steps_of(records)) {}

    TracedAllocations run() {
        for (std::size_t i = 0; i < records_.events.size(); ++i) {
            const EventRecord& event = records_.events[i];
            const Step step(static_cast<std::int64_t>(i));
            if (event.event == AllocatorEvent::alloc) {
                allocate(event, step);
            } else if (event.event == AllocatorEvent::free_completed) {
                free(event, step);
            }
        }
        for (const BlockRecord& block : records_.live_blocks) {
            add_live(block);
        }
        auto& list = found_.list;
        std::erase_if(list, [](const TracedAllocation& one) { return one.steps.begin >= one.steps.end; });
        std::ranges::stable_sort(list, {}, [](const TracedAllocation& one) { return one.steps.begin; });
        for (const TracedAllocation& one : list) {
            found_.never_freed += one.steps.end == Step(end_) ? 1 : 0;
        }
        return std::move(found_);
    }

private:
    static constexpr std::size_t is_free = std::numeric_limits<std::size_t>::max();

    void allocate(const EventRecord& event, Step step) {
        if (event.size == 0) {
            return;
        }
        const auto [place, is_new] = latest_.try_emplace(event.address, found_.list.size());
        if (!is_new) {
            if (place->second != is_free) {
                found_.list[place->second].steps.end = step;
                ++found_.lost_frees;
            }
            place->second = found_.list.size();
        }
        found_.list.push_back({event.address, event.size, {step, Step(end_)}, event.stack});
    }

    void free(const EventRecord& event, Step step) {
        const auto [place, is_new] = latest_.try_emplace(event.address, is_free);
        if (is_new) {
            // Its stack is that of the free: nothing tells who made it.
            if (step == Step(0)) {
                ++found_.ended_before;
            } else if (event.size > 0) {
                found_.list.push_back({event.address, event.size, {Step(0), step}});
                ++found_.alive_before;
            }
        } else if (place->second == is_free) {
            ++found_.second_frees;
        } else {
            found_.list[place->second].steps.end = step;
            place->second = is_free;
        }
    }

    void add_live(const BlockRecord& block) {
        const auto [place, is_new] = latest_.try_emplace(block.address, is_free);
        if (is_new) {
            found_.list.push_back({block.address, block.size, {Step(0), Step(end_)}, block.stack});
            found_.alive_before += records_.events.empty() ? 0 : 1;
            place->second = found_.list.size() - 1;
        } else if (place->second == is_free) {
            ++found_.made_after;
        }
    }

    const SnapshotRecords& records_;
    std::int64_t end_;
    TracedAllocations found_;
    /// The latest allocation at each address, as a position in the list.
    std::unordered_map<Address, std::size_t> latest_;
};

}  // namespace

std::int64_t steps_of(const SnapshotRecords& records) {
    return std::max<std::int64_t>(1, std::ssize(records.events));
}

TracedAllocations traced_allocations(const SnapshotRecords& records) {
    return AllocationPairing(records).run();
}

}  // namespace arenascope::snapshot_file
