#include "core/format/flatbuffers/executorch_program.h"
#include "core/format/flatbuffers/tflite_model.h"
#include "core/format/flatbuffers/tflite_rewriting.h"

namespace arenascope {
namespace {

/// Where FlatBuffers files have their identifier: after the offset of the root table.
constexpr std::size_t identifier_position = 4;
constexpr std::string_view needed_packages = "libflatbuffers-dev and flatbuffers-compiler";

}  // namespace

Format tflite_format() {
    return {
        .description = {FileFormat::tflite, "tflite", "TFLite", "*.tflite", FormatMaker::model_tool, FormatKind::model},
        .signs = {.mark = tflite_identifier, .mark_position = identifier_position},
#ifdef ARENASCOPE_FLATBUFFERS
        .read_model =
            [](const FormatInput& input) { return parse_tflite_model(input.content, input.options, input.source); },
#endif
        .needs = needed_packages,
        .cure_for_shapes = "convert the model again, with fixed shapes",
        .switches = {"subgraph", "variables", "scratch", "arena-log", "shape", "unknown-dimension"},
#ifdef ARENASCOPE_FLATBUFFERS
        .model_writing = {.in_order = write_tflite_in_order, .with_plan = write_tflite_with_plan},
#endif
    };
}

Format executorch_format() {
    return {.description = {FileFormat::executorch, "executorch", "ExecuTorch program", "*.pte",
                            FormatMaker::model_tool, FormatKind::printed_plan},
            .signs = {.mark = executorch_identifier, .mark_position = identifier_position},
#ifdef ARENASCOPE_FLATBUFFERS
            .read =
                [](const FormatInput& input) {
                    return parse_executorch_program(input.content, input.options, input.source);
                },
#endif
            .needs = needed_packages,
            .switches = {"subgraph"}};
}

}  // namespace arenascope
