#include "core/format/xla/hlo_proto.h"

#include <algorithm>

#include "core/base/text/plain_text.h"
#include "core/format/wire_reader.h"
#include "core/format/xla/buffer_assignment.h"
#include "core/format/xla/xla_message.h"

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
           std::ranges::none_of(name, [](char c) { return static_cast<unsigned char>(c) < 0x20U; });
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

/// A message of the file. It is scanned once for each field, which skips its parts without reading them.
class ProtoMessage {
public:
    /// `damage`: the first damaged place of the file, which begins at `content`; empty: none was found yet.
    ProtoMessage(std::string_view message, const char* content, std::optional<std::size_t>& damage)
        : message_(message), content_(content), damage_(damage) {}

    [[nodiscard]] std::optional<std::int64_t> optional_number(XlaField wanted) const {
        std::optional<std::int64_t> number;
        for_each_field(wanted, [&](const Field& field) {
            number = static_cast<std::int64_t>(field.value);
            return true;
        });
        return number;
    }
    [[nodiscard]] std::int64_t number(XlaField wanted) const { return optional_number(wanted).value_or(0); }
    [[nodiscard]] bool flag(XlaField wanted) const { return number(wanted) != 0; }
    [[nodiscard]] std::string text(XlaField wanted) const {
        std::string_view bytes;
        for_each_field(wanted, [&](const Field& field) {
            bytes = field.bytes;
            return true;
        });
        return without_zeros(bytes);
    }
    [[nodiscard]] std::vector<std::int64_t> numbers(XlaField wanted) const {
        std::vector<std::int64_t> numbers;
        for_each_field(wanted, [&](const Field& field) { return add_numbers(field, numbers); });
        return numbers;
    }
    [[nodiscard]] HeapEvent::Kind kind(XlaField wanted) const {
        auto kind = HeapEvent::Kind::allocate;
        for_each_field(wanted, [&](const Field& field) {
            kind = static_cast<HeapEvent::Kind>(field.value);
            return field.value <= static_cast<std::uint64_t>(HeapEvent::Kind::share);
        });
        return kind;
    }
    template <class Use>
    void each(XlaField wanted, Use&& use) const {
        for_each_field(wanted, [&](const Field& field) {
            use(ProtoMessage(field.bytes, content_, damage_));
            return field.wire == Wire::length_delimited;
        });
    }
    template <class Use>
    void one(XlaField wanted, Use&& use) const {
        each(wanted, use);
    }

private:
    /// `use` gives false for a damaged field.
    template <class Use>
    void for_each_field(XlaField wanted, Use&& use) const {
        WireReader reader(message_);
        std::string_view rest = message_;
        for (auto field = reader.next(); field && !damage_; field = reader.next()) {
            if (field->number == wanted.number && !use(*field)) {
                note_damage(rest);
            }
            rest = reader.rest();
        }
        if (reader.is_damaged()) {
            note_damage(reader.rest());
        }
    }

    void note_damage(std::string_view rest) const {
        damage_ = damage_.value_or(static_cast<std::size_t>(rest.data() - content_));
    }

    std::string_view message_;
    const char* content_;
    std::optional<std::size_t>& damage_;
};

Expected<Document> parse_hlo_proto(const FormatInput& input) {
    if (!begins_with_wrapped_module(input.content) && begins_with_module(input.content)) {
        return failure(no_buffer_assignment(input.source));
    }
    std::optional<std::size_t> damage;
    auto assignment = assignment_in(ProtoMessage(input.content, input.content.data(), damage));
    if (damage) {
        return failure(Error{input.source, 0,
                             "byte " + std::to_string(*damage) + ": the HloProto is damaged or truncated",
                             "write it again"});
    }
    return assignment ? document_of(*std::move(assignment), input.source) : failure(no_buffer_assignment(input.source));
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
