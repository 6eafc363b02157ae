#include "core/format/file_format.h"

#include <array>

namespace arenascope {
namespace {

using enum FileFormat;

constexpr auto pytorch_formats = std::to_array<GroupedFormat>({
    {memory_snapshot, "memory snapshot", "*.pickle *.pkl *.json"},
});
constexpr auto microcontroller_formats = std::to_array<GroupedFormat>({
    {stedgeai_info, "ST Edge AI c_info", "*.json"},
    {stedgeai_graph, "STM32Cube.AI c_graph", "*.json"},
    {tflm_log, "TFLite Micro log", "*.txt *.log"},
    {vela_log, "Vela log", "*.txt *.log"},
});
constexpr auto model_formats = std::to_array<GroupedFormat>({
    {onnx, "ONNX", "*.onnx"},
    {tflite, "TFLite", "*.tflite"},
    {openvino, "OpenVINO", "*.xml"},
    {ncnn_param, "ncnn", "*.param"},
    {executorch, "ExecuTorch program", "*.pte"},
});
constexpr auto compiler_formats = std::to_array<GroupedFormat>({
    {xla_assignment, "XLA buffer assignment", "*.txt *.log"},
    {xla_memory_viewer, "XLA memory viewer", "*.json"},
    {hlo_proto, "XLA HloProto", "*.pb"},
    {tvm_graph, "TVM graph", "*.json"},
    {one_tracealloc, "ONE tracealloc", "*.json"},
});
constexpr auto plan_formats = std::to_array<GroupedFormat>({
    {plan_json, "plan", "*.json"},
    {trace_json, "trace", "*.json"},
    {trace_binary, "binary trace", "*.arenatrace"},
    {deployment_json, "deployment", "*.json"},
    {report, "report with a plan", "*.html"},
    {minimalloc_csv, "table of buffers", "*.csv"},
    {sequence_csv, "list of memory operations", "*.csv"},
    {sequence_json, "list of memory operations, JSON", "*.json"},
});

constexpr auto all_groups = std::to_array<FormatGroup>({
    {"from PyTorch", pytorch_formats},
    {"from a microcontroller's tool", microcontroller_formats},
    {"models", model_formats},
    {"from a compiler", compiler_formats},
    {"plans and tables", plan_formats},
});

}  // namespace

std::string_view name_of(FileFormat format) {
    switch (format) {
        case FileFormat::minimalloc_csv:
            return "minimalloc-csv";
        case FileFormat::sequence_csv:
            return "sequence-csv";
        case FileFormat::sequence_json:
            return "sequence-json";
        case FileFormat::plan_json:
            return "plan-json";
        case FileFormat::trace_json:
            return "trace-json";
        case FileFormat::trace_binary:
            return "trace-binary";
        case FileFormat::onnx:
            return "onnx";
        case FileFormat::tflite:
            return "tflite";
        case FileFormat::ncnn_param:
            return "ncnn-param";
        case FileFormat::tflm_log:
            return "tflm-log";
        case FileFormat::vela_log:
            return "vela-log";
        case FileFormat::xla_assignment:
            return "xla-buffer-assignment";
        case FileFormat::executorch:
            return "executorch";
        case FileFormat::deployment_json:
            return "deployment-json";

        case FileFormat::openvino:
            return "openvino";
        case FileFormat::xla_memory_viewer:
            return "xla-memory-viewer";
        case FileFormat::hlo_proto:
            return "xla-hlo-proto";
        case FileFormat::stedgeai_info:
            return "stedgeai-c-info";
        case FileFormat::stedgeai_graph:
            return "stedgeai-c-graph";
        case FileFormat::one_tracealloc:
            return "one-tracealloc";
        case FileFormat::tvm_graph:
            return "tvm-graph";
        case FileFormat::memory_snapshot:
            return "pytorch-memory-snapshot";
        case FileFormat::report:
            return "report";
    }
    return {};
}

bool is_printed_plan(FileFormat format) {
    switch (format) {
        case FileFormat::tflm_log:
        case FileFormat::vela_log:
        case FileFormat::xla_assignment:
        case FileFormat::executorch:
        case FileFormat::xla_memory_viewer:
        case FileFormat::hlo_proto:
        case FileFormat::stedgeai_info:
        case FileFormat::stedgeai_graph:
        case FileFormat::one_tracealloc:
        case FileFormat::tvm_graph:
            return true;
        default:
            return false;
    }
}

bool is_model(FileFormat format) {
    switch (format) {
        case FileFormat::onnx:
        case FileFormat::tflite:
        case FileFormat::ncnn_param:
        case FileFormat::openvino:
            return true;
        default:
            return false;
    }
}

std::span<const FormatGroup> format_groups() {
    return all_groups;
}

std::string_view files_of(FileFormat format) {
    for (const FormatGroup& group : all_groups) {
        for (const GroupedFormat& each : group.formats) {
            if (each.format == format) {
                return each.files;
            }
        }
    }
    return {};
}

}  // namespace arenascope
