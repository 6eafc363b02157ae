#include "core/format/model_content.h"

#include "core/format/flatbuffers/executorch_program.h"
#include "core/format/flatbuffers/tflite_model.h"
#include "core/format/plan/section_file.h"
#include "core/format/pytorch/pickle.h"
#include "core/format/wire_reader.h"
#include "core/format/xla/hlo_proto.h"

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

std::optional<FileFormat> binary_model_format(std::string_view content) {
    // FlatBuffers files have an identifier at byte 4, after the offset of the root table.
    constexpr std::size_t identifier_at = 4;
    if (content.size() > identifier_at) {
        const std::string_view identifier = content.substr(identifier_at);
        if (identifier.starts_with(tflite_identifier)) {
            return FileFormat::tflite;
        }
        if (identifier.starts_with(executorch_identifier)) {
            return FileFormat::executorch;
        }
    }
    if (content.starts_with(section_file_mark)) {
        return FileFormat::trace_binary;
    }
    if (snapshot_file::is_pickle(content)) {
        return FileFormat::memory_snapshot;
    }
    if (is_onnx(content)) {
        return FileFormat::onnx;
    }
    if (is_hlo_proto(content)) {
        return FileFormat::hlo_proto;
    }
    return std::nullopt;
}

ContentLimits document_limits(std::string_view first_chunk) {
    constexpr std::size_t model_size_limit = std::size_t{2} << 30U;
    return binary_model_format(first_chunk) ? ContentLimits{.file = model_size_limit} : text_limits(first_chunk);
}

}  // namespace arenascope
