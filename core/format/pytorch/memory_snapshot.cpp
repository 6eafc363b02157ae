#include "core/format/pytorch/memory_snapshot.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/text/amount.h"
#include "core/base/text/unique_names.h"
#include "core/format/pytorch/pickle.h"
#include "core/format/pytorch/snapshot_json.h"
#include "core/format/pytorch/snapshot_records.h"
#include "core/format/pytorch/traced_allocations.h"
#include "core/format/pytorch/traced_segments.h"
#include "core/model/memory/allocator_history.h"
#include "core/model/memory/library_code.h"

namespace arenascope {
namespace {

using snapshot_file::SnapshotRecords;
using snapshot_file::TracedAllocation;
using snapshot_file::TracedAllocations;

/// The caching allocator rounds sizes up to a multiple of it.
constexpr Bytes block_multiple(512);

Expected<SnapshotRecords> records_in(std::string_view content, std::optional<std::int64_t> device,
                                     const std::string& source) {
    if (snapshot_file::is_pickle(content)) {
        return snapshot_file::read_pickle(content, source).and_then([&](const snapshot_file::Pickle& pickle) {
            return snapshot_file::snapshot_records(pickle.tree, pickle.root, device, source);
        });
    }
    return snapshot_file::read_snapshot_json(content, source).and_then([&](const snapshot_file::SnapshotJson& json) {
        return snapshot_file::snapshot_records(json.tree, json.root, device, source);
    });
}

void mark_library_code(IndexedVector<StackFrameIndex, StackFrame>& frames, std::string_view list) {
    for (StackFrame& frame : frames) {
        frame.is_library = frame.is_python && is_library_code(frame.file, list);
    }
}

/// "1 allocation" or "1,234 allocations" and what is said of them.
std::string counted(std::size_t count, const std::string& one, const std::string& many) {
    return std::to_string(count) + " " + (count == 1 ? one : many);
}

class SnapshotPlan {
public:
    SnapshotPlan(SnapshotRecords records, const std::string& source)
        : records_(std::move(records)),
          source_(source),
          allocations_(snapshot_file::traced_allocations(records_)),
          segments_(snapshot_file::traced_segments(records_)),
          lies_in_(snapshot_file::segments_of(allocations_.list, segments_)) {}

    Expected<Document> run(bool merge) {
        if (allocations_.list.empty()) {
            return failure(Error{source_, 0, "device " + std::to_string(records_.device) + " has no allocation",
                                 others().empty() ? "record it while the program runs"
                                                  : "choose another one with --set device=N: " + others()});
        }
        make_regions();
        make_buffers();
        make_notes();
        make_history();
        if (merge) {
            document_.problem = merged_segments(std::move(document_.problem));
            document_.layout = empty_layout(document_.problem);
        }
        return validate(document_.problem, source_).map([&] { return std::move(document_); });
    }

private:
    [[nodiscard]] std::string others() const {
        std::string list;
        for (const std::int64_t device : records_.other_devices) {
            list += (list.empty() ? "" : ", ") + std::to_string(device);
        }
        return list;
    }

    /// A region for each segment; one for those that lie in none; or one for all, if there are too many.
    void make_regions() {
        auto& regions = document_.problem.regions;
        regions.clear();
        const auto is_stray = [](SegmentIndex segment) { return segment == SegmentIndex::none(); };
        if (segments_.size() >= most_segment_regions) {
            document_.notes.push_back(std::to_string(segments_.size()) + " segments are shown as one region, because " +
                                      "a plan has at most " + std::to_string(most_segment_regions) +
                                      " regions; the addresses are those of the file");
            add_region("device " + std::to_string(records_.device), lowest_address());
            region_of_.assign(segments_.size(), RegionIndex(0));
            stray_region_ = RegionIndex(0);
            return;
        }
        for (const AllocatorSegment& segment : segments_) {
            region_of_.emplace_back(regions.size());
            add_region(segment.name, segment.base);
            regions.back().capacity = segment.size;
        }
        if (const auto strays = std::ranges::count_if(lies_in_, is_stray); strays > 0) {
            stray_region_ = RegionIndex(regions.size());
            add_region("no segment", lowest_address());
            document_.notes.push_back(counted(static_cast<std::size_t>(strays), "allocation lies", "allocations lie") +
                                      " in no segment of the file");
        }
    }
    void add_region(std::string name, Address base) {
        Region& region = document_.problem.regions.emplace_back();
        region.name = std::move(name);
        region.base = base;
    }
    [[nodiscard]] Address lowest_address() const {
        Address lowest = allocations_.list.front().address;
        for (const TracedAllocation& one : allocations_.list) {
            lowest = std::min(lowest, one.address);
        }
        return lowest;
    }

    void make_buffers() {
        const std::vector<std::string> labels = labels_of_stacks();
        UniqueNames names;
        document_.problem.buffers.reserve(allocations_.list.size());
        document_.layout.placements.reserve(allocations_.list.size());
        for (std::size_t i = 0; i < allocations_.list.size(); ++i) {
            const TracedAllocation& one = allocations_.list[i];
            const std::string& label = one.made_by == StackIndex::none() ? std::string() : labels[one.made_by.value()];
            const RegionIndex region =
                lies_in_[i] == SegmentIndex::none() ? stray_region_ : region_of_[lies_in_[i].value()];
            const Address base = document_.problem.regions[region].base;
            Buffer& buffer = document_.problem.buffers.emplace_back();
            buffer.name = names.add(label.empty() ? address_text(one.address) : label);
            buffer.size = Bytes(one.size);
            buffer.lifetime = one.steps;
            buffer.region = region;
            document_.layout.placements.emplace_back(
                Placement{Offset(static_cast<std::int64_t>(one.address - base)), region});
        }
    }

    /// The innermost Python frame of each stack, for people; empty: it has none.
    [[nodiscard]] std::vector<std::string> labels_of_stacks() const {
        std::vector<std::string> labels;
        const auto& begins = records_.stack_begins;
        for (std::size_t i = 0; i < begins.size(); ++i) {
            const std::size_t end = i + 1 < begins.size() ? begins[i + 1] : records_.stack_frames.size();
            std::string& label = labels.emplace_back();
            for (std::size_t at = begins[i]; at < end && label.empty(); ++at) {
                const StackFrame& frame = records_.frames[records_.stack_frames[at]];
                label = frame.is_python ? label_of(frame) : std::string();
            }
        }
        return labels;
    }

    void make_notes() {
        auto& notes = document_.notes;
        const auto note = [&notes](std::size_t count, const std::string& one, const std::string& many) {
            if (count > 0) {
                notes.push_back(counted(count, one, many));
            }
        };
        if (!records_.other_devices.empty()) {
            notes.push_back("device " + std::to_string(records_.device) + " is shown; choose another one with --set " +
                            "device=N: " + others());
        }
        if (records_.events.empty()) {
            notes.emplace_back(
                "the file has no history of this device: the single step holds what was alive at the end");
        }
        note(allocations_.lost_frees, "allocation ends where its address was allocated again; its free is not recorded",
             "allocations end where their address was allocated again; their frees are not recorded");
        note(allocations_.ended_before, "allocation is left out: the first event freed it", "allocations are left out");
        note(allocations_.made_after, "live block is left out: it was allocated after the last recorded event",
             "live blocks are left out: they were allocated after the last recorded event");
        note(allocations_.second_frees, "free of an address that was free already is ignored",
             "frees of addresses that were free already are ignored");
        document_.left_out = allocations_.made_after;
    }

    void make_history() {
        auto history = std::make_shared<AllocatorHistory>();
        history->device = records_.device;
        history->multiple = block_multiple;
        history->has_events = !records_.events.empty();
        history->alive_before = allocations_.alive_before;
        history->never_freed = allocations_.never_freed;
        history->lies_in = std::move(lies_in_);
        history->made_by.reserve(allocations_.list.size());
        for (const TracedAllocation& one : allocations_.list) {
            history->made_by.push_back(one.made_by);
        }
        history->segments = std::move(segments_);
        history->events.reserve(records_.events.size() + 1);
        for (std::size_t i = 0; i < records_.events.size(); ++i) {
            const auto& event = records_.events[i];
            history->events.push_back(event.event);
            if (event.event == AllocatorEvent::out_of_memory) {
                add_out_of_memory(*history, event, Step(static_cast<std::int64_t>(i)));
            }
        }
        if (records_.events.empty()) {
            history->events.push_back(AllocatorEvent::none);
        }
        history->times_us = std::move(records_.times_us);
        history->frames = std::move(records_.frames);
        history->stack_begins = std::move(records_.stack_begins);
        history->stack_frames = std::move(records_.stack_frames);
        document_.problem.history = std::move(history);
    }

    void add_out_of_memory(AllocatorHistory& history, const snapshot_file::EventRecord& event, Step step) {
        OutOfMemory& failed = history.out_of_memory.emplace_back();
        failed.step = step;
        failed.requested = Bytes(event.size);
        failed.stack = event.stack;
        if (event.device_free) {
            failed.device_free = Bytes(*event.device_free);
        }
    }

    SnapshotRecords records_;
    const std::string& source_;
    TracedAllocations allocations_;
    IndexedVector<SegmentIndex, AllocatorSegment> segments_;
    std::vector<SegmentIndex> lies_in_;
    std::vector<RegionIndex> region_of_;  ///< by segment
    RegionIndex stray_region_;
    Document document_;
};

Expected<Document> parse_memory_snapshot(const FormatInput& input) {
    auto records = records_in(input.content, input.options.device, input.source);
    if (!records) {
        return failure(std::move(records.error()));
    }
    mark_library_code(records->frames, input.options.library_code);
    return SnapshotPlan(std::move(*records), input.source).run(input.options.merge_segments);
}

}  // namespace

Format memory_snapshot_format() {
    return {.description = {FileFormat::memory_snapshot, "pytorch-memory-snapshot", "memory snapshot",
                            "*.pickle *.pkl *.json", FormatMaker::pytorch},
            .signs = {.is_binary = snapshot_file::is_pickle, .json_keys = {{"segments", "device_traces"}}},
            .read = parse_memory_snapshot,
            .switches = {"device", "segments", "library-code"}};
}

}  // namespace arenascope
