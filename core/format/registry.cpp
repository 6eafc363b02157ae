#include "core/format/registry.h"

#include <algorithm>

#include "core/format/flatbuffers/executorch_program.h"
#include "core/format/flatbuffers/tflite_model.h"
#include "core/format/ncnn/ncnn_param.h"
#include "core/format/onnx/onnx_model.h"
#include "core/format/openvino/openvino_model.h"
#include "core/format/plan/deployment_json.h"
#include "core/format/plan/embedded_plan.h"
#include "core/format/plan/plan_json.h"
#include "core/format/plan/trace_binary.h"
#include "core/format/plan/trace_json.h"
#include "core/format/printed/one_tracealloc.h"
#include "core/format/printed/tflm_log.h"
#include "core/format/printed/vela_log.h"
#include "core/format/pytorch/memory_snapshot.h"
#include "core/format/recording/recording_reader.h"
#include "core/format/stedgeai/c_graph.h"
#include "core/format/stedgeai/c_info.h"
#include "core/format/stedgeai/generate_report.h"
#include "core/format/stedgeai/generated_code.h"
#include "core/format/table/minimalloc_csv.h"
#include "core/format/table/sequence_csv.h"
#include "core/format/table/sequence_json.h"
#include "core/format/tvm/graph_executor.h"
#include "core/format/xla/hlo_proto.h"
#include "core/format/xla/memory_viewer.h"
#include "core/format/xla/out_of_memory.h"
#include "core/format/xla/xla_assignment.h"

namespace arenascope {

std::span<const Format> formats() {
    // People see each group in this order. A file may have the signs of two formats: ONNX and HloProto begin with the
    // fields of any message, and a memory snapshot has a key of one-tracealloc.
    static const std::vector<Format> all = {
        stedgeai_info_format(),
        stedgeai_graph_format(),
        stedgeai_code_format(),
        stedgeai_report_format(),
        tflm_log_format(),
        vela_log_format(),
        onnx_format(),
        tflite_format(),
        openvino_format(),
        ncnn_param_format(),
        executorch_format(),
        xla_assignment_format(),
        memory_viewer_format(),
        hlo_proto_format(),
        xla_out_of_memory_format(),
        tvm_graph_format(),
        one_tracealloc_format(),
        memory_snapshot_format(),
        plan_json_format(),
        trace_json_format(),
        trace_binary_format(),
        recording_format(),
        deployment_json_format(),
        report_format(),
        minimalloc_csv_format(),
        sequence_csv_format(),
        sequence_json_format(),
    };
    return all;
}

std::string readable_formats() {
    return "open a CSV of buffers (columns id, lower, upper, size) or of operations (columns op, name, size), "
           "a JSON plan, trace, deployment or list of operations, a report that holds a plan, a binary trace, a "
           "recording, "
           "a model (ONNX, TFLite, ExecuTorch, ncnn, OpenVINO), a plan of ST Edge AI (JSON, network.c, report), ONE or "
           "TVM, a "
           "plan printed by TFLM, Vela or XLA, a buffer assignment of XLA (memory_viewer.json, HloProto), an out of "
           "memory message of XLA, or a "
           "memory snapshot of PyTorch";
}

const Format& format_of(FileFormat format) {
    static const Format unknown;
    const auto found = std::ranges::find(formats(), format, [](const Format& each) { return each.description.format; });
    return found == formats().end() ? unknown : *found;
}

std::string_view name_of(FileFormat format) {
    return format_of(format).description.name;
}

std::span<const FormatGroup> format_groups() {
    static const std::vector<FormatGroup> all = [] {
        // In the order of FormatMaker.
        std::vector<FormatGroup> groups = {{"from PyTorch", {}},
                                           {"from a microcontroller's tool", {}},
                                           {"models", {}},
                                           {"from a compiler", {}},
                                           {"plans and tables", {}}};
        for (const Format& format : formats()) {
            groups[static_cast<std::size_t>(format.description.maker)].formats.push_back(format.description);
        }
        return groups;
    }();
    return all;
}

}  // namespace arenascope
