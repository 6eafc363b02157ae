#include "core/format/xla/buffer_assignment.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "core/base/error/quotation.h"
#include "core/format/printed/printed_plan.h"

namespace arenascope {
namespace {

constexpr const char* write_again = "the file was damaged: write it again";

/// When a value lives, and which one it shares its memory with.
struct TracedValue {
    Lifetime lifetime;
    bool is_released = false;
    std::optional<std::int64_t> shares_with = {};
};

/// A number of values and their bytes.
struct LeftOut {
    std::size_t values = 0;
    std::int64_t bytes = 0;

    void add(std::int64_t size) {
        ++values;
        bytes = checked_add(bytes, std::max<std::int64_t>(size, 0)).value_or(bytes);
    }
    [[nodiscard]] std::string text() const {
        return std::to_string(values) + (values == 1 ? " value" : " values") + " of " + std::to_string(bytes) + " B ";
    }
};

class AssignmentPlan {
public:
    AssignmentPlan(BufferAssignment& assignment, const std::string& source)
        : assignment_(assignment), source_(source) {}

    Expected<Document> document() {
        plan_.regions.clear();
        for (const auto& trace : assignment_.traces) {
            if (auto read = read_trace(trace); !read) {
                return tl::unexpected(read.error());
            }
        }
        note_buffers();
        label_steps();
        for (const BufferAllocation& allocation : assignment_.allocations) {
            if (auto added = add_allocation(allocation); !added) {
                return tl::unexpected(added.error());
            }
        }
        if (plan_.buffers.empty()) {
            return failure(nothing_planned());
        }
        add_notes();
        return document_of(std::move(plan_), source_).map([this](Document made) {
            add_sharing(made, sharing_pairs());
            return made;
        });
    }

private:
    [[nodiscard]] tl::unexpected<Error> wrong(std::string cause) const {
        return failure(Error{source_, 0, std::move(cause), write_again});
    }

    [[nodiscard]] static std::string place_of(std::size_t trace, std::size_t event) {
        return "heapSimulatorTraces[" + std::to_string(trace) + "].events[" + std::to_string(event) + "]: ";
    }

    Expected<void> read_trace(const std::vector<HeapEvent>& trace) {
        const std::size_t number = read_traces_++;
        const auto length = std::ssize(trace);
        for (std::int64_t i = 0; i < length; ++i) {
            const HeapEvent& event = trace[static_cast<std::size_t>(i)];
            const auto [entry, is_new] = traced_.try_emplace(event.logical_buffer);
            TracedValue& value = entry->second;
            if (event.kind == HeapEvent::Kind::release) {
                if (is_new) {
                    return wrong(place_of(number, static_cast<std::size_t>(i)) + "buffer " +
                                 std::to_string(event.logical_buffer) + " is freed before it is allocated");
                }
                value.lifetime.end = Step(i);
                value.is_released = true;
            } else if (is_new) {
                value.lifetime = {Step(i), Step(length)};
                if (event.kind == HeapEvent::Kind::share) {
                    value.shares_with = event.shares_with;
                }
            } else if (value.is_released) {
                // Allocated again: it keeps its place, so that one lifetime covers both.
                value.lifetime.end = Step(length);
                value.is_released = false;
            }
            if (value.lifetime.end <= value.lifetime.begin) {
                return wrong(place_of(number, static_cast<std::size_t>(i)) + "buffer " +
                             std::to_string(event.logical_buffer) + " ends before it begins");
            }
        }
        return {};
    }

    void note_buffers() {
        for (std::size_t i = 0; i < assignment_.buffers.size(); ++i) {
            buffer_of_.try_emplace(assignment_.buffers[i].id, i);
        }
        for (const auto& [id, name] : assignment_.names) {
            names_.try_emplace(id, &name);
        }
    }

    /// Positions in several traces are different times, so only a single trace names the steps.
    void label_steps() {
        if (assignment_.traces.size() != 1) {
            return;
        }
        const auto& trace = assignment_.traces.front();
        for (std::size_t i = 0; i < trace.size(); ++i) {
            if (!trace[i].instruction.empty()) {
                plan_.step_labels.push_back({Step(static_cast<std::int64_t>(i)), trace[i].instruction});
            }
        }
    }

    Expected<void> add_allocation(const BufferAllocation& allocation) {
        RegionIndex region = RegionIndex::none();
        for (const BufferAllocation::Assigned& assigned : allocation.assigned) {
            const auto known = buffer_of_.find(assigned.logical_buffer);
            if (known == buffer_of_.end()) {
                return wrong("allocation " + std::to_string(allocation.index) + " holds logical buffer " +
                             std::to_string(assigned.logical_buffer) + ", which does not exist");
            }
            if (allocation.is_constant) {
                constants_.add(assigned.size);
                continue;
            }
            const LogicalBuffer& from = assignment_.buffers[known->second];
            const auto traced = traced_.find(from.id);
            if (traced == traced_.end()) {
                example_ = untraced_.values == 0 ? name_of_buffer(from) : example_;
                untraced_.add(assigned.size);
                continue;
            }
            thread_local_ += allocation.is_thread_local ? 1 : 0;
            if (region == RegionIndex::none()) {
                region = RegionIndex(plan_.regions.size());
                plan_.regions.push_back({region_name(allocation), 0, Bytes(allocation.size), Bytes(1)});
            }
            add_buffer(from, assigned, allocation, region, traced->second);
        }
        return {};
    }

    void add_buffer(const LogicalBuffer& from, const BufferAllocation::Assigned& assigned,
                    const BufferAllocation& allocation, RegionIndex region, const TracedValue& traced) {
        // A buffer of 0 bytes is left out of the document, so it has no index there.
        if (assigned.size != 0) {
            index_of_.try_emplace(from.id, BufferIndex(buffers_with_size_++));
        }
        Buffer buffer;
        buffer.name = name_of_buffer(from);
        buffer.size = Bytes(assigned.size);
        buffer.lifetime = traced.lifetime;
        buffer.kind = allocation.is_parameter   ? BufferKind::input
                      : allocation.may_live_out ? BufferKind::output
                                                : BufferKind::activation;
        buffer.region = region;
        plan_.buffers.push_back({std::move(buffer), Offset(assigned.offset), 0});
    }

    [[nodiscard]] static std::string region_name(const BufferAllocation& allocation) {
        return allocation_name(allocation.index, allocation.is_parameter      ? "parameter"
                                                 : allocation.may_live_out    ? "output"
                                                 : allocation.is_thread_local ? "thread-local"
                                                                              : "temp");
    }

    /// As the text names it: the instruction, and the position in its tuple.
    [[nodiscard]] std::string name_of_buffer(const LogicalBuffer& buffer) const {
        std::string name = buffer.instruction;
        if (name.empty() && buffer.instruction_id) {
            const auto known = names_.find(*buffer.instruction_id);
            name = known != names_.end() ? *known->second : std::string();
        }
        if (name.empty()) {
            name = "buffer " + std::to_string(buffer.id);
        }
        for (std::size_t i = 0; i < buffer.shape_index.size(); ++i) {
            name += (i == 0 ? "{" : ",") + std::to_string(buffer.shape_index[i]);
        }
        return name + (buffer.shape_index.empty() ? "" : "}");
    }

    [[nodiscard]] Error nothing_planned() const {
        if (assignment_.traces.empty()) {
            return {source_, 0, "the buffer assignment has no heap simulator trace, so it holds no lifetimes",
                    "open the dump's …buffer-assignment.txt of the same module instead: it has live ranges"};
        }
        return {source_, 0, "no value of the buffer assignment has a lifetime in a heap simulator trace",
                "open a buffer assignment whose temporary memory was planned"};
    }

    void add_notes() {
        plan_.left_out = untraced_.values;
        if (constants_.values > 0) {
            plan_.notes.push_back(constants_.text() + "left out: constants");
        }
        if (untraced_.values > 0) {
            plan_.notes.push_back(untraced_.text() + "left out because no heap simulator trace gives " +
                                  (untraced_.values == 1 ? "its lifetime, " : "their lifetimes, ") +
                                  in_quotes(example_) + (untraced_.values == 1 ? "" : " first"));
        }
        if (thread_local_ > 0) {
            plan_.notes.push_back(std::to_string(thread_local_) + (thread_local_ == 1 ? " value lies" : " values lie") +
                                  " in thread-local memory, which each thread allocates for itself");
        }
        if (assignment_.traces.size() > 1) {
            plan_.notes.push_back("steps are the positions of events in " + std::to_string(assignment_.traces.size()) +
                                  " heap simulator traces, each of which begins at step 0");
        }
    }

    [[nodiscard]] std::vector<std::pair<BufferIndex, BufferIndex>> sharing_pairs() const {
        std::vector<std::pair<BufferIndex, BufferIndex>> pairs;
        for (const LogicalBuffer& buffer : assignment_.buffers) {
            const auto traced = traced_.find(buffer.id);
            if (traced == traced_.end() || !traced->second.shares_with) {
                continue;
            }
            const auto own = index_of_.find(buffer.id);
            const auto other = index_of_.find(*traced->second.shares_with);
            if (own != index_of_.end() && other != index_of_.end() && own->second != other->second) {
                pairs.emplace_back(other->second, own->second);
            }
        }
        return pairs;
    }

    BufferAssignment& assignment_;
    const std::string& source_;
    PrintedPlan plan_;
    std::unordered_map<std::int64_t, TracedValue> traced_;        ///< by id of the logical buffer
    std::unordered_map<std::int64_t, std::size_t> buffer_of_;     ///< position in `buffers`, by id
    std::unordered_map<std::int64_t, const std::string*> names_;  ///< of instructions, by id
    std::unordered_map<std::int64_t, BufferIndex> index_of_;      ///< in the document, by id
    std::size_t buffers_with_size_ = 0;
    std::size_t read_traces_ = 0;
    std::size_t thread_local_ = 0;
    LeftOut constants_;
    LeftOut untraced_;
    std::string example_;
};

}  // namespace

std::string allocation_name(std::int64_t index, const std::string& role) {
    return "allocation " + std::to_string(index) + (role.empty() ? "" : " " + role);
}

Error no_buffer_assignment(const std::string& source) {
    return {source, 0, "it is a module of XLA without a buffer assignment, so it holds no memory plan",
            "open what --xla_dump_to writes after buffer assignment: …buffer-assignment.txt, or an HloProto with it"};
}

Expected<Document> document_of(BufferAssignment assignment, const std::string& source) {
    return AssignmentPlan(assignment, source).document();
}

}  // namespace arenascope
