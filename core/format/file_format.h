#pragma once

#include <cstdint>
#include <string_view>

namespace arenascope {

/// The format of a file, detected from its content. What is known of each is in core/format/registry.h.
enum class FileFormat : std::uint8_t {
    minimalloc_csv,
    sequence_csv,
    sequence_json,
    plan_json,
    trace_json,
    trace_binary,
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
    report,
    xla_out_of_memory,
    stedgeai_code,
    stedgeai_report,
    recording,
};

/// Who makes the files of a format. Dialogs, the first page and docs/formats.md name formats in this order.
enum class FormatMaker : std::uint8_t { pytorch, microcontroller_tool, model_tool, compiler, this_program };

/// What the files of a format hold.
enum class FormatKind : std::uint8_t {
    plan,          ///< a plan, a trace or a table; its buffers have the names of the model
    printed_plan,  ///< a plan made by another tool; its buffer names may differ from the model's
    model,         ///< a network, from which the import makes a problem
};

/// A format as people see it.
struct FormatDescription {
    FileFormat format = FileFormat::plan_json;
    std::string_view name = {};      ///< "pytorch-memory-snapshot"
    std::string_view files = {};     ///< as people name its files: "memory snapshot"
    std::string_view suffixes = {};  ///< that such files usually have, as a pattern of names: "*.pickle *.json"
    FormatMaker maker = FormatMaker::this_program;
    FormatKind kind = FormatKind::plan;
};

}  // namespace arenascope
