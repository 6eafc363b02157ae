#include "core/format/onnx/onnx_model.h"
#include "core/format/wire_reader.h"

namespace arenascope {
namespace {

/// Whether an ONNX model can have this field. Later versions only add fields with higher numbers.
bool is_field_of_onnx(const protobuf::Field& field) {
    constexpr std::uint32_t version = 1;
    constexpr std::uint32_t model_version = 5;
    constexpr std::uint32_t last = 64;
    const bool is_number = field.number == version || field.number == model_version;
    return field.number <= last &&
           field.wire == (is_number ? protobuf::Wire::varint : protobuf::Wire::length_delimited);
}

/// Tests for ONNX, which has no magic number. It is a message whose first field is the format version, a small number.
/// No text begins with that field's byte.
bool is_onnx(std::string_view content) {
    constexpr std::uint64_t highest_version = 255;
    constexpr std::size_t fields_tested = 32;
    protobuf::WireReader reader(content);
    const auto version = reader.next();
    if (!version || version->number != 1 || version->wire != protobuf::Wire::varint || version->value == 0 ||
        version->value > highest_version) {
        return false;
    }
    for (std::size_t i = 0; i < fields_tested; ++i) {
        const auto field = reader.next();
        if (!field) {
            break;
        }
        if (!is_field_of_onnx(*field)) {
            return false;
        }
    }
    // A field may extend beyond the end: a first chunk ends inside the graph, and a file may be truncated.
    constexpr std::string_view length_delimited_tags = "\x12\x1A\x22\x32\x3A\x42\x72\xA2\xCA\xD2";
    return reader.rest().empty() || !reader.is_damaged() ||
           length_delimited_tags.find(reader.rest().front()) != std::string_view::npos;
}

}  // namespace

Format onnx_format() {
    return {
        .description = {FileFormat::onnx, "onnx", "ONNX", "*.onnx", FormatMaker::model_tool, FormatKind::model},
        .signs = {.is_binary = is_onnx},
#ifdef ARENASCOPE_ONNX
        .read_model = [](const FormatInput& input) { return parse_onnx(input.content, input.source, input.options); },
#endif
        .needs = "libonnx-dev and libprotobuf-dev",
        .cure_for_shapes = "store the shapes of its tensors in the model (value_info), as ONNX's shape inference does",
        .switches = {"subgraph", "unknown-dimension", "shape"}};
}

}  // namespace arenascope
