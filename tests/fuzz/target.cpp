// One libFuzzer program with a target for each reader: --reader=NAME selects one, --list lists them.
#include "tests/fuzz/target.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <iostream>
#include <string_view>

using namespace arenascope;

namespace {

using Target = void (*)(fuzz::Input);

template <FileFormat format>
void read_as(fuzz::Input input) {
    fuzz::read_file(format, input);
}

struct Reader {
    std::string_view name;
    Target target;
};

/// To add a reader, add a line here, and small files to corpus/. CMakeLists.txt reads the names from these lines.
constexpr auto readers = std::to_array<Reader>({
    {"minimalloc_csv", read_as<FileFormat::minimalloc_csv>},
    {"sequence_csv", read_as<FileFormat::sequence_csv>},
    {"sequence_json", read_as<FileFormat::sequence_json>},
    {"plan_json", read_as<FileFormat::plan_json>},
    {"deployment_json", read_as<FileFormat::deployment_json>},
    {"trace_json", read_as<FileFormat::trace_json>},
    {"trace_binary", read_as<FileFormat::trace_binary>},
    {"ncnn_param", read_as<FileFormat::ncnn_param>},
    {"tflite", read_as<FileFormat::tflite>},
    {"executorch", read_as<FileFormat::executorch>},
    {"onnx", read_as<FileFormat::onnx>},
    {"tflm_log", read_as<FileFormat::tflm_log>},
    {"vela_log", read_as<FileFormat::vela_log>},
    {"xla_assignment", read_as<FileFormat::xla_assignment>},

    {"openvino", read_as<FileFormat::openvino>},
    {"xla_memory_viewer", read_as<FileFormat::xla_memory_viewer>},
    {"hlo_proto", read_as<FileFormat::hlo_proto>},

    {"stedgeai_info", read_as<FileFormat::stedgeai_info>},
    {"stedgeai_graph", read_as<FileFormat::stedgeai_graph>},
    {"one_tracealloc", read_as<FileFormat::one_tracealloc>},
    {"tvm_graph", read_as<FileFormat::tvm_graph>},
    {"memory_snapshot", read_as<FileFormat::memory_snapshot>},
    {"report", read_as<FileFormat::report>},
    {"scratch_rules", fuzz::read_scratch_rules},
    {"feature_rules", fuzz::read_feature_rules},
    {"assignment", fuzz::read_assignment},
    {"planners", fuzz::plan_problem},
});

Target chosen = nullptr;

}  // namespace

extern "C" int LLVMFuzzerInitialize(const int* count, char*** arguments) {
    constexpr std::string_view option = "--reader=";
    for (int i = 1; i < *count; ++i) {
        const std::string_view argument = (*arguments)[i];
        if (argument == "--list") {
            for (const Reader& reader : readers) {
                std::cout << reader.name << "\n";
            }
            std::exit(0);
        }
        if (argument.substr(0, option.size()) == option) {
            const auto found = std::find_if(readers.begin(), readers.end(), [&](const Reader& reader) {
                return reader.name == argument.substr(option.size());
            });
            chosen = found == readers.end() ? nullptr : found->target;
        }
    }
    if (chosen == nullptr) {
        std::cerr << "Name a reader by --reader=NAME; --list names them.\n";
        std::exit(2);
    }
    return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    chosen({data, size});
    return 0;
}
