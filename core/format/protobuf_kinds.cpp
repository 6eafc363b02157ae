#include "core/format/protobuf_kinds.h"

#include <algorithm>
#include <optional>

#include "core/format/wire_reader.h"

namespace arenascope {
namespace {

using protobuf::Wire;
using protobuf::WireReader;

constexpr unsigned wire_bits = 3;

/// A field at the front of a message. Its bytes end where the content does.
struct FrontField {
    std::uint32_t number = 0;
    Wire wire = Wire::varint;
    std::uint64_t value = 0;
    std::string_view bytes;
    bool is_whole = true;  ///< false: the content ends inside it
};

/// Takes the field at the front of `rest` off. Empty: none begins there.
std::optional<FrontField> take_field(std::string_view& rest) {
    WireReader reader(rest);
    if (const auto field = reader.next()) {
        rest = reader.rest();
        return FrontField{field->number, field->wire, field->value, field->bytes};
    }
    WireReader cut(rest);
    const auto tag = cut.next_number();
    const auto length = tag ? cut.next_number() : std::nullopt;
    constexpr std::uint64_t highest_tag = std::uint64_t{1} << 32U;
    if (!length || *tag >= highest_tag || (*tag & 7U) != static_cast<std::uint64_t>(Wire::length_delimited)) {
        return std::nullopt;
    }
    const std::string_view bytes = cut.rest();
    rest = {};
    return FrontField{static_cast<std::uint32_t>(*tag >> wire_bits), Wire::length_delimited, 0, bytes, false};
}

bool is_bytes(const std::optional<FrontField>& field, std::uint32_t number) {
    return field && field->number == number && field->wire == Wire::length_delimited;
}

/// Whether a text is a name: printable, and not empty.
bool is_printable(std::string_view text) {
    return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= ' ' && c <= '~'; });
}

bool is_name(const std::optional<FrontField>& field, std::uint32_t number) {
    return is_bytes(field, number) && field->is_whole && is_printable(field->bytes);
}

/// Whether a message is an entry of a node's attributes: a key, and a value as a message.
bool is_attribute(std::string_view entry) {
    const auto key = take_field(entry);
    return is_name(key, 1) && is_bytes(take_field(entry), 2);
}

/// How well a message fits a node of TensorFlow.
enum class NodeFit { none, without_attributes, with_attributes };

NodeFit node_fit(std::string_view node) {
    const auto is_letter = [](char c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_'; };
    if (!is_name(take_field(node), 1)) {
        return NodeFit::none;
    }
    const auto operation = take_field(node);
    if (!is_name(operation, 2) || !is_letter(operation->bytes.front())) {
        return NodeFit::none;
    }
    constexpr std::uint32_t inputs = 3;
    constexpr std::uint32_t device = 4;
    constexpr std::uint32_t attributes = 5;
    while (!node.empty()) {
        const auto field = take_field(node);
        if (is_bytes(field, attributes)) {
            return is_attribute(field->bytes) ? NodeFit::with_attributes : NodeFit::none;
        }
        if (!is_name(field, inputs) && !is_name(field, device)) {
            return NodeFit::none;
        }
    }
    return NodeFit::without_attributes;
}

/// Whether a message is a layer of Caffe in the older form: bottoms, tops, a name and a type.
bool is_older_caffe_layer(std::string_view layer) {
    constexpr std::uint32_t name = 4;
    constexpr std::uint32_t type = 5;
    constexpr std::uint64_t last_type = 39;
    while (!layer.empty()) {
        const auto field = take_field(layer);
        if (is_name(field, name)) {
            const auto next = take_field(layer);
            return next && next->number == type && next->wire == Wire::varint && next->value <= last_type;
        }
        if (!is_name(field, 2) && !is_name(field, 3)) {
            return false;
        }
    }
    return false;
}

}  // namespace

bool is_graph_def(std::string_view content) {
    const auto first = take_field(content);
    if (!is_bytes(first, 1)) {
        return false;
    }
    const NodeFit fit = node_fit(first->bytes);
    if (fit != NodeFit::without_attributes || !first->is_whole) {
        return fit == NodeFit::with_attributes;
    }
    // A node without attributes may be two names of XLA. The next one tells.
    const auto next = take_field(content);
    return is_bytes(next, 1) && node_fit(next->bytes) != NodeFit::none;
}

bool is_saved_model(std::string_view content) {
    const auto version = take_field(content);
    if (!version || version->number != 1 || version->wire != Wire::varint || version->value != 1) {
        return false;
    }
    const auto graph = take_field(content);
    if (!is_bytes(graph, 2)) {
        return false;
    }
    std::string_view rest = graph->bytes;
    const auto description = take_field(rest);
    if (!is_bytes(description, 1)) {
        return false;
    }
    // It lists the operators, the tags such as `serve` and TensorFlow's version: fields from 1 to 8.
    std::string_view fields = description->bytes;
    constexpr std::uint32_t last_field = 8;
    bool has_field = false;
    while (!fields.empty() && fields.size() <= description->bytes.size()) {
        const auto field = take_field(fields);
        if (!field || field->number == 0 || field->number > last_field) {
            return false;
        }
        has_field = true;
    }
    return has_field && (!description->is_whole || is_bytes(take_field(rest), 2));
}

bool is_core_ml(std::string_view content) {
    constexpr std::uint64_t highest_version = 31;
    constexpr std::uint32_t first_model = 200;
    constexpr std::uint32_t last_model = 3001;
    constexpr std::uint32_t is_updatable = 10;
    const auto version = take_field(content);
    if (!version || version->number != 1 || version->wire != Wire::varint || version->value == 0 ||
        version->value > highest_version) {
        return false;
    }
    const auto description = take_field(content);
    if (!is_bytes(description, 2)) {
        return false;
    }
    // Its inputs and outputs are features with a name.
    std::string_view rest = description->bytes;
    const auto feature = take_field(rest);
    if (!is_bytes(feature, 1)) {
        return false;
    }
    std::string_view named = feature->bytes;
    if (!is_name(take_field(named), 1)) {
        return false;
    }
    auto model = take_field(content);
    if (model && model->number == is_updatable && model->wire == Wire::varint) {
        model = take_field(content);
    }
    return model && model->wire == Wire::length_delimited && model->number >= first_model &&
           model->number <= last_model;
}

bool is_caffe_model(std::string_view content) {
    constexpr std::uint32_t layer = 100;
    constexpr std::uint32_t older_layer = 2;
    if (!is_name(take_field(content), 1)) {
        return false;
    }
    const auto next = take_field(content);
    if (is_bytes(next, layer)) {
        std::string_view fields = next->bytes;
        return is_name(take_field(fields), 1) && is_name(take_field(fields), 2);
    }
    return is_bytes(next, older_layer) && is_older_caffe_layer(next->bytes);
}

}  // namespace arenascope
