#include "core/format/pytorch/snapshot_records.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/base/error/quotation.h"
#include "core/base/text/plain_text.h"
#include "core/format/pytorch/value_tree.h"
#include "core/model/memory/allocator_history.h"

namespace arenascope::snapshot_file {
namespace {

constexpr const char* export_again = "export it again; it is damaged";

AllocatorEvent event_named(std::string_view action) {
    constexpr std::array<std::pair<std::string_view, AllocatorEvent>, 8> actions = {
        {{"alloc", AllocatorEvent::alloc},
         {"free_requested", AllocatorEvent::free_requested},
         {"free_completed", AllocatorEvent::free_completed},
         {"segment_alloc", AllocatorEvent::segment_alloc},
         {"segment_free", AllocatorEvent::segment_free},
         {"segment_map", AllocatorEvent::segment_map},
         {"segment_unmap", AllocatorEvent::segment_unmap},
         {"oom", AllocatorEvent::out_of_memory}}};
    const auto* const found = std::ranges::find(actions, action, &std::pair<std::string_view, AllocatorEvent>::first);
    return found == actions.end() ? AllocatorEvent::other : found->second;
}

/// Whether an event concerns a range of addresses.
bool has_range(AllocatorEvent event) {
    return event != AllocatorEvent::out_of_memory && event != AllocatorEvent::other;
}

/// Python gives code without a file a name in angle brackets: `<string>`, `<frozen runpy>`, `<ipython-input-3>`.
bool is_python_file(std::string_view file) {
    return file.ends_with(".py") || (file.starts_with('<') && file.ends_with('>'));
}

/// Collects the call stacks of a snapshot. Equal frames and equal stacks are stored once;
/// only a made-up collision of hashes stores a stack twice.
class CallStacks {
public:
    explicit CallStacks(const ValueTree& tree) : tree_(&tree) {}

    /// The stack with the frames of this list; none() for an empty list and for other kinds. Linear in the list.
    [[nodiscard]] StackIndex add(Value list);

    IndexedVector<StackFrameIndex, StackFrame> frames;      ///< as in AllocatorHistory
    IndexedVector<StackIndex, std::uint32_t> stack_begins;  ///< as in AllocatorHistory
    std::vector<StackFrameIndex> stack_frames;              ///< as in AllocatorHistory

private:
    [[nodiscard]] StackFrameIndex frame_of(Value dict);
    [[nodiscard]] bool is_current(StackIndex stack) const;

    const ValueTree* tree_;
    std::unordered_map<std::uint64_t, StackFrameIndex> frames_of_dicts_;
    std::unordered_map<std::string, StackFrameIndex> frames_of_lines_;
    std::unordered_map<std::uint64_t, StackIndex> stacks_of_lists_;
    std::unordered_map<std::uint64_t, StackIndex> stacks_of_hashes_;
    std::vector<StackFrameIndex> current_;
};

StackFrameIndex CallStacks::frame_of(Value dict) {
    const auto [known, is_new] = frames_of_dicts_.try_emplace(dict.bits(), StackFrameIndex::none());
    if (!is_new) {
        return known->second;
    }
    StackFrame frame;
    frame.file = without_zeros(tree_->text_at(dict, "filename").value_or("??"));
    frame.line = tree_->integer_at(dict, "line").value_or(0);
    frame.function = without_zeros(tree_->text_at(dict, "name").value_or(""));
    frame.is_python = is_python_file(frame.file);
    // The zero byte stands in no name.
    const std::string key = frame.file + '\0' + frame.function + '\0' + std::to_string(frame.line);
    const auto [same, is_other] = frames_of_lines_.try_emplace(key, StackFrameIndex(frames.size()));
    if (is_other) {
        frames.push_back(std::move(frame));
    }
    known->second = same->second;
    return same->second;
}

bool CallStacks::is_current(StackIndex stack) const {
    const std::size_t next = std::size_t{stack.value()} + 1;
    const std::size_t begin = stack_begins[stack];
    const std::size_t end = next < stack_begins.size() ? stack_begins[StackIndex(next)] : stack_frames.size();
    return std::equal(stack_frames.begin() + static_cast<std::ptrdiff_t>(begin),
                      stack_frames.begin() + static_cast<std::ptrdiff_t>(end), current_.begin(), current_.end());
}

StackIndex CallStacks::add(Value list) {
    if (list.kind() != Kind::list) {
        return StackIndex::none();
    }
    const auto [known, is_new_list] = stacks_of_lists_.try_emplace(list.bits(), StackIndex::none());
    if (!is_new_list) {
        return known->second;
    }
    current_.clear();
    std::uint64_t hash = 1;
    tree_->for_each(list, [&](Value dict) {
        const StackFrameIndex frame = frame_of(dict);
        current_.push_back(frame);
        hash = (hash ^ frame.value()) * 0x9E3779B97F4A7C15U;
        hash ^= hash >> 32U;
        return true;
    });
    if (current_.empty()) {
        return StackIndex::none();
    }
    const auto [same, is_new] = stacks_of_hashes_.try_emplace(hash, StackIndex(stack_begins.size()));
    if (!is_new && is_current(same->second)) {
        known->second = same->second;
        return same->second;
    }
    const StackIndex made(stack_begins.size());
    stack_begins.push_back(static_cast<std::uint32_t>(stack_frames.size()));
    stack_frames.insert(stack_frames.end(), current_.begin(), current_.end());
    known->second = made;
    return made;
}

/// Reads one dict of a list. Each dict of a file stands in one place only: a pickle can name one again, but no exporter
/// does. Since both readers number containers as they come, positions only grow.
class RecordList {
public:
    /// Whether this dict comes after all earlier ones.
    [[nodiscard]] bool is_next(Value dict) {
        const bool is_later = dict.kind() == Kind::dict && dict.bits() > last_;
        last_ = dict.bits();
        return is_later;
    }

private:
    std::uint64_t last_ = 0;
};

class RecordReader {
public:
    RecordReader(const ValueTree& tree, Value root, const std::string& source)
        : tree_(tree), root_(root), source_(source), stacks_(tree) {}

    Expected<SnapshotRecords> run(std::optional<std::int64_t> device) {
        const auto segments = tree_.list_at(root_, "segments");
        if (!segments) {
            return failure(Error{source_, 0, "it is not a memory snapshot: it has no list under 'segments'",
                                 "open what torch.cuda.memory._dump_snapshot writes"});
        }
        choose_device(*segments, device);
        read_segments(*segments);
        if (const auto trace = trace_of(records_.device)) {
            read_trace(*trace);
        }
        if (error_) {
            return failure(std::move(*error_));
        }
        if (times_are_missing_) {
            records_.times_us.clear();
        }
        records_.frames = std::move(stacks_.frames);
        records_.stack_begins = std::move(stacks_.stack_begins);
        records_.stack_frames = std::move(stacks_.stack_frames);
        return std::move(records_);
    }

private:
    [[nodiscard]] std::optional<Value> trace_of(std::int64_t device) const {
        std::optional<Value> found;
        std::int64_t position = 0;
        if (const auto traces = tree_.list_at(root_, "device_traces")) {
            tree_.for_each(*traces, [&](Value trace) {
                if (position == device) {
                    found = trace;
                }
                return position++ != device;
            });
        }
        return found;
    }

    [[nodiscard]] std::int64_t device_of(Value segment) const {
        return tree_.integer_at(segment, "device").value_or(0);
    }

    void choose_device(Value segments, std::optional<std::int64_t> wanted) {
        std::set<std::int64_t> devices;
        tree_.for_each(segments, [&](Value segment) {
            devices.insert(device_of(segment));
            return true;
        });
        std::int64_t position = 0;
        if (const auto traces = tree_.list_at(root_, "device_traces")) {
            tree_.for_each(*traces, [&](Value trace) {
                if (tree_.count_of(trace) > 0) {
                    devices.insert(position);
                }
                ++position;
                return true;
            });
        }
        if (devices.empty()) {
            refuse("the snapshot has no segment and no event",
                   "record it after the program has used the device, with torch.cuda.memory._record_memory_history()");
            return;
        }
        records_.device = wanted.value_or(*devices.begin());
        if (devices.erase(records_.device) == 0) {
            std::string list;
            for (const std::int64_t device : devices) {
                list += (list.empty() ? "" : ", ") + std::to_string(device);
            }
            refuse("device " + std::to_string(records_.device) + " has no segment and no event",
                   "the file has device " + list);
        }
        records_.other_devices.assign(devices.begin(), devices.end());
    }

    void read_segments(Value segments) {
        RecordList list;
        std::size_t position = 0;
        tree_.for_each(segments, [&](Value segment) {
            path_ = {"segments", position++};
            if (!list.is_next(segment)) {
                refuse_record();
            } else if (device_of(segment) == records_.device) {
                read_segment(segment);
            }
            return !error_;
        });
    }

    void read_segment(Value segment) {
        SegmentRecord record;
        record.address = address(segment, "address");
        record.size = amount(segment, "total_size");
        record.stream = tree_.integer_at(segment, "stream").value_or(0);
        record.pool = pool_of(segment);
        record.is_expandable = tree_.is_true(segment, "is_expandable");
        check_range(record.address, record.size);
        check_span(record.address, record.size);
        Address next = record.address;
        if (const auto blocks = tree_.list_at(segment, "blocks"); blocks && !error_) {
            const Path outer = path_;
            std::size_t position = 0;
            tree_.for_each(*blocks, [&](Value block) {
                path_ = {outer.list, outer.position, "blocks", position++};
                if (!blocks_.is_next(block)) {
                    refuse_record();
                } else {
                    read_block(block, next);
                }
                return !error_;
            });
        }
        if (record.size > 0) {
            records_.segments.push_back(std::move(record));
        }
    }

    [[nodiscard]] std::string pool_of(Value segment) const {
        std::string pool = without_zeros(tree_.text_at(segment, "segment_type").value_or(""));
        std::string numbers;
        bool is_private = false;
        if (const auto identity = tree_.list_at(segment, "segment_pool_id")) {
            constexpr std::size_t most_numbers = 4;
            std::size_t count = 0;
            tree_.for_each(*identity, [&](Value number) {
                const std::int64_t value = tree_.integer_of(number).value_or(0);
                is_private = is_private || value != 0;
                numbers += (numbers.empty() ? "" : ", ") + std::to_string(value);
                return ++count < most_numbers;
            });
        }
        if (is_private) {
            pool += (pool.empty() ? "pool (" : ", pool (") + numbers + ")";
        }
        return pool;
    }

    /// Reads one block. The oldest versions give no addresses: blocks then follow one another from `next` on.
    void read_block(Value block, Address& next) {
        BlockRecord record;
        const std::int64_t size = amount(block, "size");
        record.address = tree_.find(block, "address") ? address(block, "address") : next;
        check_range(record.address, size);
        check_span(record.address, size);
        next = error_ ? next : record.address + static_cast<Address>(size);
        if (!tree_.text_at(block, "state").value_or("").starts_with("active")) {
            return;
        }
        const Value made = newest_of(block);
        const std::int64_t requested =
            tree_.integer_at(block, "requested_size").value_or(tree_.integer_at(made, "real_size").value_or(size));
        record.size = requested > 0 ? requested : size;
        check_range(record.address, record.size);
        if (const auto frames = tree_.list_at(made, "frames")) {
            record.stack = stacks_.add(*frames);
        }
        if (record.size > 0) {
            records_.live_blocks.push_back(record);
        }
    }

    /// What tells the stack of a block: the block itself, or the first entry of its history in the oldest versions.
    [[nodiscard]] Value newest_of(Value block) const {
        Value newest = block;
        if (const auto history = tree_.list_at(block, "history")) {
            tree_.for_each(*history, [&newest](Value entry) {
                newest = entry;
                return false;
            });
        }
        return newest;
    }

    void read_trace(Value trace) {
        RecordList list;
        std::size_t position = 0;
        const std::size_t count = tree_.count_of(trace);
        records_.events.reserve(count);
        records_.times_us.reserve(count);
        tree_.for_each(trace, [&](Value event) {
            path_ = {"device_traces", position++};
            if (!list.is_next(event)) {
                refuse_record();
            } else {
                read_event(event);
            }
            return !error_;
        });
    }

    void read_event(Value event) {
        const auto action = tree_.text_at(event, "action");
        if (!action) {
            refuse(path_text() + " has no text under 'action'", export_again);
            return;
        }
        EventRecord record;
        record.event = event_named(*action);
        record.stream = tree_.integer_at(event, "stream").value_or(0);
        record.device_free = tree_.integer_at(event, "device_free");
        if (has_range(record.event)) {
            record.address = address(event, "addr");
        }
        if (record.event != AllocatorEvent::other) {
            record.size = amount(event, "size");
            check_range(record.address, record.size);
        }
        if (has_range(record.event)) {
            check_span(record.address, record.size);
        }
        if (const auto frames = tree_.list_at(event, "frames")) {
            record.stack = stacks_.add(*frames);
        }
        const auto time = tree_.integer_at(event, "time_us");
        times_are_missing_ = times_are_missing_ || !time;
        records_.times_us.push_back(time.value_or(0));
        records_.events.push_back(record);
    }

    /// An integer from 0 on.
    std::int64_t amount(Value dict, std::string_view key) {
        const auto number = tree_.integer_at(dict, key);
        if (!number || *number < 0) {
            refuse(path_text() + "." + std::string(key) + (number ? " is negative" : " is missing or is no integer"),
                   export_again);
            return 0;
        }
        return *number;
    }

    /// An address, which may use all 64 bits.
    Address address(Value dict, std::string_view key) {
        const auto found = tree_.address_at(dict, key);
        return found ? *found : static_cast<Address>(amount(dict, key));
    }

    void check_range(Address address, std::int64_t size) {
        if (!has_addresses(address, size)) {
            refuse("address + size of " + path_text() + " does not fit in 64 bits", export_again);
        }
    }

    /// Offsets are signed: no two addresses may be 2^63 bytes apart.
    void check_span(Address address, std::int64_t size) {
        lowest_ = std::min(lowest_, address);
        highest_ = std::max(highest_, address + static_cast<Address>(size));
        if (highest_ > lowest_ && !std::in_range<std::int64_t>(highest_ - lowest_)) {
            refuse("the address of " + path_text() + " lies 2^63 bytes or more from another one", export_again);
        }
    }

    /// Where the reader is: a list of the snapshot, and perhaps one within its element.
    struct Path {
        std::string_view list;
        std::size_t position = 0;
        std::string_view inner = {};
        std::size_t inner_position = 0;
    };
    [[nodiscard]] std::string path_text() const {
        return std::string(path_.list) + (path_.list == "segments" ? "" : "[" + std::to_string(records_.device) + "]") +
               "[" + std::to_string(path_.position) + "]" +
               (path_.inner.empty()
                    ? std::string()
                    : "." + std::string(path_.inner) + "[" + std::to_string(path_.inner_position) + "]");
    }
    void refuse_record() {
        refuse(path_text() + " is not a record of its own: it must be a dict that stands nowhere else", export_again);
    }
    void refuse(std::string cause, std::string cure) {
        if (!error_) {
            error_ = Error{source_, 0, std::move(cause), std::move(cure)};
        }
    }

    const ValueTree& tree_;
    Value root_;
    const std::string& source_;
    CallStacks stacks_;
    SnapshotRecords records_;
    RecordList blocks_;
    Path path_;
    Address lowest_ = std::numeric_limits<Address>::max();
    Address highest_ = 0;
    bool times_are_missing_ = false;
    std::optional<Error> error_;
};

}  // namespace

Expected<SnapshotRecords> snapshot_records(const ValueTree& tree, Value root, std::optional<std::int64_t> device,
                                           const std::string& source) {
    return RecordReader(tree, root, source).run(device);
}

}  // namespace arenascope::snapshot_file
