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

        case FileFormat::memory_snapshot:
            return "pytorch-memory-snapshot";
    }
    return {};
}

bool is_printed_plan(FileFormat format) {
    return format == FileFormat::tflm_log || format == FileFormat::vela_log || format == FileFormat::xla_assignment ||
           format == FileFormat::executorch;
}

}  // namespace arenascope
