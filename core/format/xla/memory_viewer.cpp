#include "core/format/xla/memory_viewer.h"

#include "core/base/text/json_reader.h"
#include "core/base/text/plain_number.h"
#include "core/base/text/plain_text.h"
#include "core/format/xla/xla_message.h"

namespace arenascope {
namespace {

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

/// A message as JSON. Each key may be as XLA defines it, or in camel case.
class JsonMessage {
public:
    explicit JsonMessage(const JsonField& field) : field_(field) {}

    [[nodiscard]] std::optional<std::int64_t> optional_number(XlaField wanted) const {
        return field_.has(key_of(wanted)) ? std::optional(number(wanted)) : std::nullopt;
    }
    /// A 64-bit integer: a text of digits, or a number. Missing: 0.
    [[nodiscard]] std::int64_t number(XlaField wanted) const {
        const std::string key = key_of(wanted);
        if (!field_.has(key)) {
            return 0;
        }
        if (!field_.value().at(key).is_string()) {
            return field_.integer(key);
        }
        const auto number = plain_number(field_.text(key));
        if (!number) {
            field_.refuse(key, "the text is not a whole number below 2^63", "write digits, such as \"1024\"");
        }
        return number.value_or(0);
    }
    [[nodiscard]] bool flag(XlaField wanted) const { return field_.flag(key_of(wanted), false); }
    [[nodiscard]] std::string text(XlaField wanted) const { return field_.optional_text(key_of(wanted), ""); }
    [[nodiscard]] std::vector<std::int64_t> numbers(XlaField wanted) const {
        std::vector<std::int64_t> numbers;
        field_.for_each(key_of(wanted), [&](const JsonField& element) {
            const auto& value = element.value();
            const auto number = value.is_string()           ? plain_number(value.get_ref<const std::string&>())
                                : value.is_number_integer() ? std::optional(value.get<std::int64_t>())
                                                            : std::nullopt;
            if (!number) {
                element.refuse({}, "it is not a whole number", "write the position in the tuple");
            }
            numbers.push_back(number.value_or(0));
        });
        return numbers;
    }
    [[nodiscard]] HeapEvent::Kind kind(XlaField /*wanted*/) const { return kind_of(field_); }
    template <class Use>
    void each(XlaField wanted, Use&& use) const {
        field_.for_each(key_of(wanted), [&](const JsonField& element) { use(JsonMessage(element)); });
    }
    template <class Use>
    void one(XlaField wanted, Use&& use) const {
        field_.with_object(key_of(wanted), [&](const JsonField& object) { use(JsonMessage(object)); });
    }

private:
    [[nodiscard]] std::string key_of(XlaField wanted) const {
        return field_.has(wanted.name) ? std::string(wanted.name) : in_camel_case(wanted.name);
    }
    [[nodiscard]] static std::string in_camel_case(std::string_view name) {
        std::string key;
        bool is_capital = false;
        for (const char letter : name) {
            if (letter != '_') {
                key += is_capital ? static_cast<char>(letter - 'a' + 'A') : letter;
            }
            is_capital = letter == '_';
        }
        return key;
    }

    const JsonField& field_;
};

Expected<Document> parse_memory_viewer(const FormatInput& input) {
    const std::string_view text = without_byte_order_mark(input.content);
    const auto tree = parse_json(text, input.source);
    if (!tree) {
        return failure(tree.error());
    }
    JsonReading reading{.source = input.source, .text = text, .is_of_others = true};
    const JsonField root(*tree, reading);
    if (root.is_object() && !root.has("bufferAssignment") && !root.has("buffer_assignment")) {
        return failure(no_buffer_assignment(input.source));
    }
    auto assignment = assignment_in(JsonMessage(root));
    return reading.failed() ? failure(*reading.error) : document_of(*std::move(assignment), input.source);
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
