#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/format/xla/buffer_assignment.h"

namespace arenascope {

/// A field of an XLA message: its number in protobuf, and its name in JSON, as XLA defines it.
struct XlaField {
    std::uint32_t number = 0;
    std::string_view name = {};
};

/// The buffer assignment in an HloProto. Empty: it holds none. `Message` gives the fields of a message, binary or as
/// JSON: number(), optional_number(), flag(), text(), numbers() and kind() give a value, which is 0 or empty if the
/// field is missing; one() and each() give the messages in a field to a function. Linear in the messages.
template <class Message>
[[nodiscard]] std::optional<BufferAssignment> assignment_in(const Message& root) {
    BufferAssignment read;
    bool has_assignment = false;
    root.one({1, "hlo_module"}, [&](const Message& module) {
        module.each({3, "computations"}, [&](const Message& computation) {
            computation.each({2, "instructions"}, [&](const Message& instruction) {
                read.names.emplace_back(instruction.number({35, "id"}), instruction.text({1, "name"}));
            });
        });
    });
    root.one({3, "buffer_assignment"}, [&](const Message& assignment) {
        has_assignment = true;
        assignment.each({1, "logical_buffers"}, [&](const Message& from) {
            LogicalBuffer& buffer = read.buffers.emplace_back();
            buffer.id = from.number({1, "id"});
            from.one({3, "defined_at"}, [&](const Message& definition) {
                buffer.instruction = definition.text({2, "instruction_name"});
                buffer.instruction_id = definition.optional_number({4, "instruction_id"});
                buffer.shape_index = definition.numbers({3, "shape_index"});
            });
        });
        assignment.each({3, "buffer_allocations"}, [&](const Message& from) {
            BufferAllocation& allocation = read.allocations.emplace_back();
            allocation.index = from.number({1, "index"});
            allocation.size = from.number({2, "size"});
            allocation.is_thread_local = from.flag({3, "is_thread_local"});
            allocation.is_constant = from.flag({12, "is_constant"});
            allocation.is_parameter = from.flag({5, "is_entry_computation_parameter"});
            allocation.may_live_out = from.flag({7, "maybe_live_out"});
            from.each({9, "assigned"}, [&](const Message& one) {
                allocation.assigned.push_back(
                    {one.number({1, "logical_buffer_id"}), one.number({2, "offset"}), one.number({3, "size"})});
            });
        });
        assignment.each({4, "heap_simulator_traces"}, [&](const Message& trace) {
            std::vector<HeapEvent>& events = read.traces.emplace_back();
            trace.each({1, "events"}, [&](const Message& from) {
                HeapEvent& event = events.emplace_back();
                event.kind = from.kind({1, "kind"});
                event.logical_buffer = from.number({2, "buffer_id"});
                event.shares_with = from.number({5, "share_with_canonical_id"});
                event.instruction = from.text({4, "instruction_name"});
            });
        });
    });
    return has_assignment ? std::optional(std::move(read)) : std::nullopt;
}

}  // namespace arenascope
