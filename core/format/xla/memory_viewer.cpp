#include "core/format/xla/memory_viewer.h"

#include <charconv>

#include "core/base/text/json_reader.h"
#include "core/base/text/plain_text.h"
#include "core/format/xla/buffer_assignment.h"

namespace arenascope {
namespace {

/// The two spellings of a key.
struct ProtoKey {
    std::string_view camel_case;
    std::string_view as_defined;

    [[nodiscard]] std::string_view in(const JsonField& field) const {
        return field.has(as_defined) ? as_defined : camel_case;
    }
};

std::optional<std::int64_t> whole_number_in(std::string_view text) {
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

/// A 64-bit integer: a text of digits, or a number. Missing: 0.
std::int64_t proto_number(const JsonField& field, ProtoKey name) {
    const std::string_view key = name.in(field);
    if (!field.has(key)) {
        return 0;
    }
    if (!field.value().at(std::string(key)).is_string()) {
        return field.integer(key);
    }
    const auto number = whole_number_in(field.text(key));
    if (!number) {
        field.refuse(key, "the text is not a whole number below 2^63", "write digits, such as \"1024\"");
    }
    return number.value_or(0);
}

std::string proto_text(const JsonField& field, ProtoKey name) {
    return field.optional_text(name.in(field), "");
}

bool proto_flag(const JsonField& field, ProtoKey name) {
    return field.flag(name.in(field), false);
}

HeapEvent::Kind kind_of(const JsonField& event) {
    using Kind = HeapEvent::Kind;
    if (!event.has("kind")) {
        return Kind::allocate;
    }
    if (!event.value().at("kind").is_string()) {
        const std::int64_t number = event.integer("kind");
        if (number >= 0 && number <= static_cast<std::int64_t>(Kind::share)) {
            return static_cast<Kind>(number);
        }
    } else if (const std::string name = event.text("kind"); name == "ALLOC") {
        return Kind::allocate;
    } else if (name == "FREE") {
        return Kind::release;
    } else if (name == "SHARE_WITH") {
        return Kind::share;
    }
    event.refuse("kind", "it is not a kind of event", "the kinds are ALLOC, FREE and SHARE_WITH");
    return Kind::allocate;
}

void read_shape_index(const JsonField& definition, LogicalBuffer& buffer) {
    definition.for_each(ProtoKey{"shapeIndex", "shape_index"}.in(definition), [&](const JsonField& element) {
        const auto& value = element.value();
        const auto number = value.is_string()           ? whole_number_in(value.get_ref<const std::string&>())
                            : value.is_number_integer() ? std::optional(value.get<std::int64_t>())
                                                        : std::nullopt;
        if (!number) {
            element.refuse({}, "it is not a whole number", "write the position in the tuple");
        }
        buffer.shape_index.push_back(number.value_or(0));
    });
}

LogicalBuffer logical_buffer_in(const JsonField& from) {
    LogicalBuffer buffer;
    buffer.id = proto_number(from, {"id", "id"});
    from.with_object(ProtoKey{"definedAt", "defined_at"}.in(from), [&](const JsonField& definition) {
        constexpr ProtoKey id{"instructionId", "instruction_id"};
        buffer.instruction = proto_text(definition, {"instructionName", "instruction_name"});
        if (definition.has(id.in(definition))) {
            buffer.instruction_id = proto_number(definition, id);
        }
        read_shape_index(definition, buffer);
    });
    return buffer;
}

BufferAllocation allocation_in(const JsonField& from) {
    BufferAllocation allocation;
    allocation.index = proto_number(from, {"index", "index"});
    allocation.size = proto_number(from, {"size", "size"});
    allocation.is_thread_local = proto_flag(from, {"isThreadLocal", "is_thread_local"});
    allocation.is_constant = proto_flag(from, {"isConstant", "is_constant"});
    allocation.is_parameter = proto_flag(from, {"isEntryComputationParameter", "is_entry_computation_parameter"});
    allocation.may_live_out = proto_flag(from, {"maybeLiveOut", "maybe_live_out"});
    from.for_each("assigned", [&](const JsonField& assigned) {
        allocation.assigned.push_back({proto_number(assigned, {"logicalBufferId", "logical_buffer_id"}),
                                       proto_number(assigned, {"offset", "offset"}),
                                       proto_number(assigned, {"size", "size"})});
    });
    return allocation;
}

std::vector<HeapEvent> events_in(const JsonField& trace) {
    std::vector<HeapEvent> events;
    trace.for_each("events", [&](const JsonField& from) {
        HeapEvent& event = events.emplace_back();
        event.kind = kind_of(from);
        event.logical_buffer = proto_number(from, {"bufferId", "buffer_id"});
        event.shares_with = proto_number(from, {"shareWithCanonicalId", "share_with_canonical_id"});
        event.instruction = proto_text(from, {"instructionName", "instruction_name"});
    });
    return events;
}

void read_module(const JsonField& module, BufferAssignment& assignment) {
    module.for_each("computations", [&](const JsonField& computation) {
        computation.for_each("instructions", [&](const JsonField& instruction) {
            assignment.names.emplace_back(proto_number(instruction, {"id", "id"}),
                                          proto_text(instruction, {"name", "name"}));
        });
    });
}

void read_assignment(const JsonField& from, BufferAssignment& assignment) {
    from.for_each(ProtoKey{"logicalBuffers", "logical_buffers"}.in(from),
                  [&](const JsonField& buffer) { assignment.buffers.push_back(logical_buffer_in(buffer)); });
    from.for_each(ProtoKey{"bufferAllocations", "buffer_allocations"}.in(from),
                  [&](const JsonField& allocation) { assignment.allocations.push_back(allocation_in(allocation)); });
    from.for_each(ProtoKey{"heapSimulatorTraces", "heap_simulator_traces"}.in(from),
                  [&](const JsonField& trace) { assignment.traces.push_back(events_in(trace)); });
}

Expected<Document> parse_memory_viewer(const FormatInput& input) {
    const std::string_view text = without_byte_order_mark(input.content);
    const auto tree = parse_json(text, input.source);
    if (!tree) {
        return failure(tree.error());
    }
    JsonReading reading{.source = input.source, .text = text, .is_of_others = true};
    const JsonField root(*tree, reading);
    const ProtoKey key{"bufferAssignment", "buffer_assignment"};
    if (root.is_object() && !root.has(key.in(root))) {
        return failure(no_buffer_assignment(input.source));
    }
    BufferAssignment assignment;
    root.with_object(ProtoKey{"hloModule", "hlo_module"}.in(root),
                     [&](const JsonField& module) { read_module(module, assignment); });
    root.with_object(key.in(root), [&](const JsonField& from) { read_assignment(from, assignment); });
    if (reading.failed()) {
        return failure(*reading.error);
    }
    return document_of(std::move(assignment), input.source);
}

}  // namespace

Format memory_viewer_format() {
    return {.description = {FileFormat::xla_memory_viewer, "xla-memory-viewer", "XLA memory viewer", "*.json",
                            FormatMaker::compiler, FormatKind::printed_plan},
            // A module alone has no buffers, which the reader says.
            .signs = {.json_keys = {{"bufferAssignment"}, {"buffer_assignment"}, {"hloModule"}, {"hlo_module"}}},
            .read = parse_memory_viewer};
}

}  // namespace arenascope
