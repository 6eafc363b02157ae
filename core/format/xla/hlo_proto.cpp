#include "core/format/xla/hlo_proto.h"

#include <algorithm>

#include "core/base/text/plain_text.h"
#include "core/format/wire_reader.h"
#include "core/format/xla/buffer_assignment.h"

namespace arenascope {
namespace {

using protobuf::Field;
using protobuf::Wire;
using protobuf::WireReader;

/// Takes the tag and the length of a length-delimited field with this number off the front. False: something else.
bool enter_field(WireReader& reader, std::uint32_t number, std::uint64_t& length) {
    constexpr unsigned wire_bits = 3;
    const auto tag = reader.next_number();
    const auto size = tag ? reader.next_number() : std::nullopt;
    length = size.value_or(0);
    return size && *tag == ((number << wire_bits) | static_cast<std::uint32_t>(Wire::length_delimited)) && length > 0;
}

/// Whether the content begins with the name of a module, followed by its entry computation or its computations. Text
/// does not: the tags that follow the name are control characters.
bool begins_with_module(std::string_view content) {
    constexpr std::string_view after_name = "\x12\x1A";
    constexpr std::uint64_t longest_name = 65'536;
    WireReader reader(content);
    std::uint64_t length = 0;
    if (!enter_field(reader, 1, length) || length > longest_name || length >= reader.rest().size()) {
        return false;
    }
    const std::string_view name = reader.rest().substr(0, static_cast<std::size_t>(length));
    return after_name.find(reader.rest()[name.size()]) != std::string_view::npos &&
           std::none_of(name.begin(), name.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20U; });
}

/// Whether the content begins with a buffer assignment whose first field is a logical buffer.
bool begins_with_assignment(std::string_view content) {
    constexpr std::uint32_t last_field_of_buffer = 4;
    WireReader reader(content);
    std::uint64_t length = 0;
    if (!enter_field(reader, 3, length) || !enter_field(reader, 1, length) || length > reader.rest().size()) {
        return false;
    }
    WireReader buffer(reader.rest().substr(0, static_cast<std::size_t>(length)));
    bool has_field = false;
    while (const auto field = buffer.next()) {
        const Wire wire = field->number == 3 ? Wire::length_delimited : Wire::varint;
        if (field->number > last_field_of_buffer || field->wire != wire) {
            return false;
        }
        has_field = true;
    }
    return has_field && !buffer.is_damaged();
}

/// Whether the content is a field 1 that begins with a module: an HloProto.
bool begins_with_wrapped_module(std::string_view content) {
    WireReader reader(content);
    std::uint64_t length = 0;
    return enter_field(reader, 1, length) && begins_with_module(reader.rest());
}

/// Reads the message into a BufferAssignment.
class HloReader {
public:
    explicit HloReader(std::string_view content) : content_(content) {}

    /// False: the message is damaged at `damage()`.
    [[nodiscard]] bool read() {
        return each_field(content_, [this](const Field& field) {
            switch (field.number) {
                case 1:
                    return field.wire == Wire::length_delimited && read_module(field.bytes);
                case 3:
                    has_assignment_ = true;
                    return field.wire == Wire::length_delimited && read_assignment(field.bytes);
                default:
                    return true;
            }
        });
    }

    [[nodiscard]] bool has_assignment() const { return has_assignment_; }
    [[nodiscard]] std::size_t damage() const { return damage_; }
    [[nodiscard]] BufferAssignment take() { return std::move(assignment_); }

private:
    template <class Handle>
    [[nodiscard]] bool each_field(std::string_view message, Handle&& handle) {
        WireReader reader(message);
        while (true) {
            const std::string_view rest = reader.rest();
            const auto field = reader.next();
            if (!field) {
                return !reader.is_damaged() || damaged_at(reader.rest());
            }
            if (!handle(*field)) {
                return damage_ > 0 || damaged_at(rest);
            }
        }
    }

    [[nodiscard]] bool damaged_at(std::string_view rest) {
        damage_ = std::max<std::size_t>(damage_, static_cast<std::size_t>(rest.data() - content_.data()));
        return false;
    }

    static std::int64_t number_in(const Field& field) { return static_cast<std::int64_t>(field.value); }
    static std::string text_in(const Field& field) { return without_zeros(field.bytes); }

    [[nodiscard]] bool read_module(std::string_view message) {
        return each_field(message,
                          [this](const Field& field) { return field.number != 3 || read_computation(field.bytes); });
    }

    [[nodiscard]] bool read_computation(std::string_view message) {
        return each_field(message,
                          [this](const Field& field) { return field.number != 2 || read_instruction(field.bytes); });
    }

    [[nodiscard]] bool read_instruction(std::string_view message) {
        constexpr std::uint32_t id = 35;
        auto& [number, name] = assignment_.names.emplace_back();
        return each_field(message, [&number = number, &name = name](const Field& field) {
            if (field.number == 1) {
                name = text_in(field);
            } else if (field.number == id) {
                number = number_in(field);
            }
            return true;
        });
    }

    [[nodiscard]] bool read_assignment(std::string_view message) {
        return each_field(message, [this](const Field& field) {
            switch (field.number) {
                case 1:
                    return read_logical_buffer(field.bytes, assignment_.buffers.emplace_back());
                case 3:
                    return read_allocation(field.bytes, assignment_.allocations.emplace_back());
                case 4:
                    return read_trace(field.bytes, assignment_.traces.emplace_back());
                default:
                    return true;
            }
        });
    }

    [[nodiscard]] bool read_logical_buffer(std::string_view message, LogicalBuffer& buffer) {
        return each_field(message, [&](const Field& field) {
            if (field.number == 1) {
                buffer.id = number_in(field);
            }
            return field.number != 3 || read_definition(field.bytes, buffer);
        });
    }

    [[nodiscard]] bool read_definition(std::string_view message, LogicalBuffer& buffer) {
        return each_field(message, [&](const Field& field) {
            switch (field.number) {
                case 2:
                    buffer.instruction = text_in(field);
                    return true;
                case 3:
                    return add_numbers(field, buffer.shape_index);
                case 4:
                    buffer.instruction_id = number_in(field);
                    return true;
                default:
                    return true;
            }
        });
    }

    [[nodiscard]] bool read_allocation(std::string_view message, BufferAllocation& allocation) {
        return each_field(message, [&](const Field& field) {
            switch (field.number) {
                case 1:
                    allocation.index = number_in(field);
                    return true;
                case 2:
                    allocation.size = number_in(field);
                    return true;
                case 3:
                    allocation.is_thread_local = field.value != 0;
                    return true;
                case 5:
                    allocation.is_parameter = field.value != 0;
                    return true;
                case 7:
                    allocation.may_live_out = field.value != 0;
                    return true;
                case 9:
                    return read_assigned(field.bytes, allocation.assigned.emplace_back());
                case 12:
                    allocation.is_constant = field.value != 0;
                    return true;
                default:
                    return true;
            }
        });
    }

    [[nodiscard]] bool read_assigned(std::string_view message, BufferAllocation::Assigned& assigned) {
        return each_field(message, [&](const Field& field) {
            switch (field.number) {
                case 1:
                    assigned.logical_buffer = number_in(field);
                    return true;
                case 2:
                    assigned.offset = number_in(field);
                    return true;
                case 3:
                    assigned.size = number_in(field);
                    return true;
                default:
                    return true;
            }
        });
    }

    [[nodiscard]] bool read_trace(std::string_view message, std::vector<HeapEvent>& events) {
        return each_field(message, [&](const Field& field) {
            return field.number != 1 || read_event(field.bytes, events.emplace_back());
        });
    }

    [[nodiscard]] bool read_event(std::string_view message, HeapEvent& event) {
        return each_field(message, [&](const Field& field) {
            switch (field.number) {
                case 1:
                    event.kind = static_cast<HeapEvent::Kind>(field.value);
                    return field.value <= static_cast<std::uint64_t>(HeapEvent::Kind::share);
                case 2:
                    event.logical_buffer = number_in(field);
                    return true;
                case 4:
                    event.instruction = text_in(field);
                    return true;
                case 5:
                    event.shares_with = number_in(field);
                    return true;
                default:
                    return true;
            }
        });
    }

    std::string_view content_;
    BufferAssignment assignment_;
    std::size_t damage_ = 0;
    bool has_assignment_ = false;
};

Expected<Document> parse_hlo_proto(const FormatInput& input) {
    if (!begins_with_wrapped_module(input.content) && begins_with_module(input.content)) {
        return failure(no_buffer_assignment(input.source));
    }
    HloReader reader(input.content);
    if (!reader.read()) {
        return failure(Error{input.source, 0,
                             "byte " + std::to_string(reader.damage()) + ": the HloProto is damaged or truncated",
                             "write it again"});
    }
    if (!reader.has_assignment()) {
        return failure(no_buffer_assignment(input.source));
    }
    return document_of(reader.take(), input.source);
}

}  // namespace

bool is_hlo_proto(std::string_view content) {
    return begins_with_wrapped_module(content) || begins_with_module(content) || begins_with_assignment(content);
}

Format hlo_proto_format() {
    return {.description = {FileFormat::hlo_proto, "xla-hlo-proto", "XLA HloProto", "*.pb", FormatMaker::compiler,
                            FormatKind::printed_plan},
            .signs = {.is_binary = is_hlo_proto},
            .read = parse_hlo_proto};
}

}  // namespace arenascope
