#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace arenascope {

/// The format of a file, detected from its content.
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
};

[[nodiscard]] std::string_view name_of(FileFormat format);

/// Whether a file of this format is a plan made by another tool. Its buffer names may differ from the model's.
[[nodiscard]] bool is_printed_plan(FileFormat format);

/// Whether a file of this format is a model: a network, from which the import makes a problem.
[[nodiscard]] bool is_model(FileFormat format);

/// One format of a group, as people name its files.
struct GroupedFormat {
    FileFormat format;
    std::string_view files;     ///< "memory snapshot"
    std::string_view suffixes;  ///< that such files usually have, as a pattern of names: "*.pickle *.json"
};

/// Formats that the same kind of tool makes.
struct FormatGroup {
    std::string_view name;  ///< "from PyTorch"
    std::span<const GroupedFormat> formats;
};

/// Every format that can be opened, in the group of who makes it. Dialogs, the first page and docs/formats.md name
/// formats in this order.
[[nodiscard]] std::span<const FormatGroup> format_groups();

/// The words for files of a format: "memory snapshot".
[[nodiscard]] std::string_view files_of(FileFormat format);

}  // namespace arenascope
