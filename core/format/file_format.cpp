#include "core/format/file_format.h"

namespace arenascope {

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

}  // namespace arenascope
