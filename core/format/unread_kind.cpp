#include "core/format/unread_kind.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "core/base/text/plain_text.h"
#include "core/format/protobuf_kinds.h"

namespace arenascope {
namespace {

using namespace std::string_view_literals;

/// Only the beginning of a file tells its kind.
constexpr std::size_t tested_bytes = std::size_t{1} << 18U;

bool holds(std::string_view content, std::string_view text) {
    return content.find(text) != std::string_view::npos;
}

/// The number in four bytes, the lowest first; 0 where the content ends.
std::uint32_t number_at(std::string_view content, std::size_t place) {
    std::uint32_t number = 0;
    for (std::size_t i = 0; i < 4 && place + i < content.size(); ++i) {
        number |= std::uint32_t{static_cast<unsigned char>(content[place + i])} << (8 * i);
    }
    return number;
}

bool is_hdf5(std::string_view content) {
    return content.starts_with("\x89HDF\r\n\x1A\n");
}

bool is_zip(std::string_view content) {
    return content.starts_with("PK\x03\x04");
}

/// The name of the first file in a ZIP file.
std::string_view first_name_in_zip(std::string_view content) {
    constexpr std::size_t length_place = 26;
    constexpr std::size_t name_place = 30;
    if (!is_zip(content) || content.size() < name_place) {
        return {};
    }
    return content.substr(name_place, number_at(content, length_place) & 0xFFFFU);
}

bool is_keras_zip(std::string_view content) {
    return first_name_in_zip(content) == "metadata.json" && holds(content, "keras_version");
}

bool is_pytorch_zip(std::string_view content) {
    const std::string_view name = first_name_in_zip(content);
    return name.ends_with("/data.pkl") || name.ends_with("/archive_format") || name.ends_with("/byteorder");
}

bool is_safetensors(std::string_view content) {
    constexpr std::size_t head = 8;
    constexpr std::uint32_t longest = 100'000'000;
    return content.size() > head + 1 && number_at(content, 0) <= longest && number_at(content, 4) == 0 &&
           content[head] == '{' && content[head + 1] == '"' &&
           (holds(content, "\"data_offsets\":[") || content.substr(head).starts_with("{\"__metadata__\":{"));
}

bool is_elf(std::string_view content) {
    constexpr std::size_t head = 7;
    const auto is_one_or_two = [](char c) { return c == 1 || c == 2; };
    return content.size() >= head &&
           content.starts_with(
               "\x7F"
               "ELF") &&
           is_one_or_two(content[4]) && is_one_or_two(content[5]) && content[6] == 1;
}

bool is_cuda_binary(std::string_view content) {
    constexpr std::size_t machine_place = 18;
    constexpr std::uint32_t cuda = 190;
    return content.starts_with("\x50\xED\x55\xBA\x01\x00"sv) ||
           (is_elf(content) && content.size() > machine_place + 1 &&
            (number_at(content, machine_place) & 0xFFFFU) == cuda);
}

/// A FlatBuffer without identifier, whose first member is the text that MNN's converter writes if no other is asked
/// for.
bool is_mnn(std::string_view content) {
    constexpr std::uint32_t most = 1 << 16;
    const std::uint32_t root = number_at(content, 0);
    const std::uint32_t back = number_at(content, root);
    if (root < 4 || root > most || root + 4 > content.size() || back > root || back == 0) {
        return false;
    }
    const std::uint32_t members = root - back;
    constexpr std::uint32_t smallest = 6;
    const std::uint32_t size = number_at(content, members) & 0xFFFFU;
    const std::uint32_t first = number_at(content, members + 4) & 0xFFFFU;
    if (size < smallest || size % 2 != 0 || first == 0 || root + first + 4 > content.size()) {
        return false;
    }
    const std::uint32_t place = root + first;
    const std::uint32_t distance = number_at(content, place);
    return distance < content.size() && content.substr(std::min<std::size_t>(place + distance, content.size()))
                                            .starts_with("\x03\x00\x00\x00MNN\x00"sv);
}

/// Major 0, minor 1 or 2, and a revision.
bool is_darknet_weights(std::string_view content) {
    constexpr std::size_t head = 16;
    constexpr std::uint32_t last_revision = 5;
    const std::uint32_t minor = number_at(content, 4);
    return content.size() > head && number_at(content, 0) == 0 && (minor == 1 || minor == 2) &&
           number_at(content, 8) <= last_revision;
}

/// The first line that is neither blank nor a comment.
std::string_view first_line(std::string_view content, std::string_view comment) {
    content = without_byte_order_mark(content);
    while (!content.empty()) {
        const std::size_t end = content.find('\n');
        std::string_view line = content.substr(0, end);
        if (!line.empty() && line.back() == '\r') {
            line.remove_suffix(1);
        }
        line = trimmed(line);
        if (!line.empty() && !line.starts_with(comment)) {
            return line;
        }
        content.remove_prefix(end == std::string_view::npos ? content.size() : end + 1);
    }
    return {};
}

bool is_darknet_network(std::string_view content) {
    const std::string_view line = first_line(content, "#");
    return (line == "[net]" || line == "[network]") &&
           (holds(content, "\n[convolutional]") || holds(content, "\n[connected]") || holds(content, "\n[maxpool]"));
}

bool is_caffe_text(std::string_view content) {
    const std::string_view line = first_line(content, "#");
    const bool begins =
        line.starts_with("name:") || line.starts_with("layer {") || line.starts_with("layers {") || line == "layer{";
    return begins && (holds(content, "layer {") || holds(content, "layers {") || holds(content, "layer{")) &&
           (holds(content, "top:") || holds(content, "bottom:")) && holds(content, "type:");
}

bool is_graph_def_text(std::string_view content) {
    const std::string_view line = first_line(content, "#");
    return (line == "node {" || line == "node{") && holds(content, "name: \"") && holds(content, "op: \"");
}

/// A list of bytes in C whose fifth to eighth are TFL3.
bool is_c_array(std::string_view content) {
    constexpr std::array<std::uint32_t, 4> identifier = {'T', 'F', 'L', '3'};
    std::size_t place = content.find('{');
    if (place == std::string_view::npos || !holds(content.substr(0, place), "char") ||
        !holds(content.substr(0, place), "[")) {
        return false;
    }
    const auto digit = [](char c) -> std::uint32_t {
        const char low = lower_case(c);
        return low >= '0' && low <= '9'   ? static_cast<std::uint32_t>(low - '0')
               : low >= 'a' && low <= 'f' ? static_cast<std::uint32_t>(low - 'a' + 10)
                                          : 256;
    };
    for (std::size_t number = 0; number < 8; ++number) {
        place = content.find("0x", place);
        if (place == std::string_view::npos || place + 4 > content.size()) {
            return false;
        }
        const std::uint32_t byte = digit(content[place + 2]) * 16 + digit(content[place + 3]);
        if (number >= 4 && byte != identifier[number - 4]) {
            return false;
        }
        place += 4;
    }
    return true;
}

bool is_mlir(std::string_view content) {
    const std::string_view line = first_line(content, "//");
    return (line.starts_with("module ") || line.starts_with("#") || line.starts_with("util.func") ||
            line.starts_with("func.func")) &&
           (holds(content, "func.func ") || holds(content, "util.func "));
}

bool is_json_object_with(std::string_view content, std::string_view key, std::string_view other_key) {
    return looks_like_json(content) && holds(content, key) && holds(content, other_key);
}

bool is_older_mxnet(std::string_view content) {
    return is_json_object_with(content, "\"arg_nodes\"", "\"heads\"") && !holds(content, "\"tvm_op\"") &&
           (holds(content, "\"Convolution\"") || holds(content, "\"FullyConnected\"") ||
            holds(content, "\"Activation\"") || holds(content, "\"SoftmaxOutput\""));
}

/// What most files lack.
constexpr std::string_view no_plan = "which holds no memory plan";
constexpr std::string_view weights_only = "which holds weights, but neither operators nor a memory plan";
constexpr std::string_view closed_plan = "whose memory plan is not public";

constexpr std::string_view export_from_pytorch =
    "export the model from PyTorch: torch.onnx.export(model, (example,), \"model.onnx\"), and open that; for the "
    "memory of a run, torch.cuda.memory._dump_snapshot(\"snapshot.pickle\")";
constexpr std::string_view convert_graph =
    "convert it: python -m tf2onnx.convert --graphdef model.pb --inputs x:0 --outputs y:0 --output model.onnx, with "
    "the names of its inputs and outputs, and open that";
constexpr std::string_view convert_keras =
    "convert it: python -c \"import tensorflow as tf; open('model.tflite', 'wb').write(tf.lite.TFLiteConverter."
    "from_keras_model(tf.keras.models.load_model('FILE')).convert())\", and open model.tflite";
constexpr std::string_view convert_caffe =
    "convert it with ncnn's tool: caffe2ncnn deploy.prototxt model.caffemodel model.param model.bin, and open "
    "model.param";
constexpr std::string_view convert_darknet =
    "convert it with ncnn's tool: darknet2ncnn model.cfg model.weights model.param model.bin, and open model.param";
constexpr std::string_view convert_mxnet =
    "convert it with ncnn's tool: mxnet2ncnn model-symbol.json model-0000.params model.param model.bin, and open "
    "model.param";
constexpr std::string_view open_its_origin = "open the ONNX or TFLite model that it was made from";
constexpr std::string_view export_language_model =
    "export the model that it was made from: optimum-cli export onnx --model NAME FOLDER, and open the .onnx file";
constexpr std::string_view dump_of_program =
    "print or dump the plan of the program that runs: vela --verbose-allocation, XLA_FLAGS=--xla_dump_to=FOLDER, or "
    "TFLite Micro's PrintMemoryPlan(), and open that";

template <std::size_t Place>
bool has_text_at(std::string_view content, std::string_view text) {
    return content.size() > Place && content.substr(Place).starts_with(text);
}

}  // namespace

std::span<const UnreadKind> unread_kinds() {
    using Content = std::string_view;
    using enum FileFormat;
    static const std::vector<UnreadKind> all = {
        // Models of other tools.
        {"a GraphDef of TensorFlow", is_graph_def, no_plan, convert_graph, true, hlo_proto},
        {"a GraphDef of TensorFlow as text", is_graph_def_text, no_plan, convert_graph},
        {"a SavedModel of TensorFlow", is_saved_model, no_plan,
         "convert its folder: python -m tf2onnx.convert --saved-model FOLDER --output model.onnx, and open that", true,
         onnx},
        {"a model of Keras in HDF5", [](Content c) { return is_hdf5(c) && holds(c, "keras_version"); }, no_plan,
         convert_keras},
        {"a model of Keras", is_keras_zip, no_plan, convert_keras},
        {"a model of Keras as JSON",
         [](Content c) { return is_json_object_with(c, "\"class_name\"", "\"keras_version\""); }, no_plan,
         "load it with its weights, and convert it: tf.lite.TFLiteConverter.from_keras_model(model).convert()"},
        {"a symbol of MXNet", [](Content c) { return is_json_object_with(c, "\"arg_nodes\"", "\"mxnet_version\""); },
         no_plan, convert_mxnet, true, tvm_graph},
        {"a symbol of MXNet", is_older_mxnet, no_plan, convert_mxnet, false, tvm_graph},
        {"a model of Core ML", is_core_ml, closed_plan,
         "export the model that it was made from to ONNX or TFLite, and open that", true, onnx},
        {"a model of Caffe", is_caffe_model, no_plan, convert_caffe, true, hlo_proto},
        {"a network of Caffe", is_caffe_text, no_plan, convert_caffe},
        {"a network of Darknet", is_darknet_network, no_plan, convert_darknet, true, sequence_json},
        {"weights of Darknet", is_darknet_weights, weights_only, convert_darknet, false},
        {"a model of MNN", is_mnn, no_plan, open_its_origin, false},
        {"a model of ONNX Runtime (.ort)", [](Content c) { return has_text_at<4>(c, "ORTM"); }, no_plan,
         "open the .onnx file that it was made from"},
        {"a model of RKNN", [](Content c) { return c.starts_with("RKNN"); }, closed_plan, open_its_origin},
        {"an engine of TensorRT", [](Content c) { return c.starts_with("ftrt") || c.starts_with("ptrt"); }, closed_plan,
         "open the ONNX model that it was built from", false},
        {"a TFLite model as a C array", is_c_array, "which only a compiler reads",
         "make the model of it: grep -o '0x[0-9a-fA-F][0-9a-fA-F]' model.cc | cut -c3- | xxd -r -p > model.tflite, and "
         "open that"},
        {"C code of ST Edge AI with the st-ai interface",
         [](Content c) { return holds(c, "STAI_API_ENTRY") && holds(c, "stai_network_run"); },
         "which gives its kernels addresses, but no sizes",
         "generate it again with --c-api legacy, or open the *_c_info.json or the network_generate_report.txt that the "
         "tool writes with it",
         true, stedgeai_code},
        // Weights and arrays.
        {"a model in GGUF", [](Content c) { return c.starts_with("GGUF"); }, weights_only, export_language_model},
        {"a model in GGML",
         [](Content c) {
             return c.starts_with("lmgg") || c.starts_with("fmgg") || c.starts_with("tjgg") || c.starts_with("algg");
         },
         weights_only, export_language_model, false},
        {"a safetensors file", is_safetensors, weights_only, export_from_pytorch},
        {"a PyTorch archive (checkpoint or TorchScript)", is_pytorch_zip, no_plan, export_from_pytorch},
        {"a PyTorch checkpoint",
         [](Content c) { return c.starts_with("\x80\x02\x8A\x0A\x6C\xFC\x9C\x46\xF9\x20\x6A\xA8\x50\x19"); },
         weights_only, export_from_pytorch, true, memory_snapshot},
        {"a NumPy array", [](Content c) { return c.starts_with("\x93NUMPY"); }, no_plan,
         "write the buffers as CSV with the columns id, lower, upper, size"},
        {"an archive of NumPy arrays", [](Content c) { return first_name_in_zip(c).ends_with(".npy"); }, no_plan,
         "write the buffers as CSV with the columns id, lower, upper, size"},
        {"an HDF5 file", is_hdf5, no_plan,
         "convert a model of Keras to TFLite: tf.lite.TFLiteConverter.from_keras_model(model).convert()"},
        {"a database of SQLite", [](Content c) { return c.starts_with("SQLite format 3\0"sv); }, "which is not read",
         "write the buffers of one operation as CSV with the columns id, lower, upper, size, offset"},
        {"a log of ONNX Runtime's arena", [](Content c) { return holds(c, "BFCArena") && holds(c, "bin_num:"); },
         "which tells sums, but no lifetimes", "open the ONNX model that ran"},
        {"a memory usage report of XLA",
         [](Content c) { return c.starts_with("Total bytes used: ") && holds(c, "cumulative_size; total_size"); },
         "which tells sums, but no lifetimes", "open the file beside it that ends in -buffer-assignment.txt"},
        // Programs.
        {"a module of MLIR (IREE, TVM or XLA)", is_mlir, no_plan,
         "print or dump the plan of the compiler, such as XLA_FLAGS=--xla_dump_to=FOLDER, or write the buffers as CSV "
         "with the columns id, lower, upper, size",
         false},
        {"a CUDA binary", is_cuda_binary, no_plan, dump_of_program},
        {"a program or library (ELF)", is_elf, no_plan, dump_of_program},
        // Anything else.
        {"a PNG picture", [](Content c) { return c.starts_with("\x89PNG\r\n\x1A\n"); }, no_plan,
         "open the plan that it was made from"},
        {"a PDF document", [](Content c) { return c.starts_with("%PDF-1.") || c.starts_with("%PDF-2."); }, no_plan,
         "open the plan that it was made from"},
        {"a compressed ZIP file", is_zip, "which is not opened as it is", "unpack it, and open what it holds"},
        {"a compressed gzip file", [](Content c) { return c.starts_with("\x1F\x8B\x08"); },
         "which is not opened as it is", "unpack it (gunzip FILE), and open what it holds"},
    };
    return all;
}

const UnreadKind* unread_kind(std::string_view content, std::optional<FileFormat> taken_for) {
    content = content.substr(0, tested_bytes);
    const auto found = std::ranges::find_if(unread_kinds(), [&](const UnreadKind& kind) {
        return (!taken_for || kind.taken_for == taken_for) && kind.matches(content);
    });
    return found == unread_kinds().end() ? nullptr : &*found;
}

Error unread_kind_error(const UnreadKind& kind, const std::string& source) {
    const std::string_view begin = kind.is_sure ? "it is " : "it looks like ";
    return {source, 0, std::string(begin) + std::string(kind.name) + ", " + std::string(kind.lack),
            std::string(kind.cure)};
}

}  // namespace arenascope
