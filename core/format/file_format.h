#pragma once

#include <cstdint>
#include <string_view>

namespace arenascope {

/// The format of a file, detected from its content.
enum class FileFormat : std::uint8_t {
    minimalloc_csv,
    sequence_csv,
    sequence_json,
    plan_json,
    trace_json,
    onnx,
    tflite,
    ncnn_param,
    tflm_log,
    vela_log,
    xla_assignment,
    executorch,
    deployment_json,

    openvino,
    xla_memory_viewer,
    hlo_proto,
    stedgeai_info,
    stedgeai_graph,
    one_tracealloc,
    tvm_graph,
    memory_snapshot,
};

[[nodiscard]] std::string_view name_of(FileFormat format);

/// Whether a file of this format is a plan made by another tool. Its buffer names may differ from the model's.
[[nodiscard]] bool is_printed_plan(FileFormat format);

}  // namespace arenascope
