#include "core/format/unread_kind.h"

#include <map>
#include <rapidcheck.h>
#include <set>

#include <QDir>
#include <QTemporaryDir>

#include "core/base/file/file_content.h"
#include "core/format/detection.h"
#include "core/format/reading.h"
#include "tests/support/mutated_copies.h"
#include "tests/support/named_error.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace std::string_literals;

namespace {

/// A length-delimited field of protobuf, with a number below 16 and fewer than 128 bytes.
std::string field(int number, const std::string& bytes) {
    return std::string({static_cast<char>(number * 8 + 2), static_cast<char>(bytes.size())}) + bytes;
}

std::string number_field(int number, int value) {
    return {static_cast<char>(number * 8), static_cast<char>(value)};
}

/// The beginning of a ZIP file whose first file has this name.
std::string zip(const std::string& name, const std::string& content = "") {
    return "PK\x03\x04"s + std::string(22, '\0') + std::string({static_cast<char>(name.size()), '\0', '\0', '\0'}) +
           name + content;
}

std::string elf(char machine) {
    return "\x7F"
           "ELF\x02\x01\x01"s +
           std::string(9, '\0') + std::string({2, '\0', machine, '\0'});
}

std::string graph_node(const std::string& name, const std::string& operation) {
    const std::string type = field(5, field(1, "dtype") + field(2, number_field(6, 1)));
    return field(1, field(1, name) + field(2, operation) + type);
}

std::string mnn() {
    // Root table at 16 and its list of members at 8; the first member, at 20, refers to a text at 24.
    return "\x10\0\0\0\0\0\0\0\x06\0\x08\0\x04\0\0\0\x08\0\0\0\x04\0\0\0\x03\0\0\0MNN\0"s;
}

/// A file of each kind, by the name of the kind.
std::multimap<std::string, std::string> examples() {
    return {
        {"a GraphDef of TensorFlow", graph_node("x", "Placeholder") + graph_node("y", "Relu")},
        {"a GraphDef of TensorFlow", field(1, field(1, "start") + field(2, "NoOp")) + graph_node("y", "Relu")},
        {"a GraphDef of TensorFlow as text", "node {\n  name: \"x\"\n  op: \"Placeholder\"\n}\n"},
        {"a SavedModel of TensorFlow",
         number_field(1, 1) + field(2, field(1, field(4, "serve") + field(5, "2.15.0")) + field(2, "\x0A"))},
        {"a model of Keras in HDF5", "\x89HDF\r\n\x1A\n\0\0keras_version\0"s},
        {"a model of Keras", zip("metadata.json", "{\"keras_version\": \"3.0\"}\0"s)},
        {"a model of Keras as JSON", R"({"class_name": "Sequential", "config": {}, "keras_version": "2.4"})"},
        {"a symbol of MXNet",
         R"({"nodes": [], "arg_nodes": [], "heads": [], "attrs": {"mxnet_version": ["int", 10500]}})"},
        {"a symbol of MXNet", R"({"nodes": [{"op": "Convolution"}], "arg_nodes": [], "heads": []})"},
        {"a model of Core ML",
         number_field(1, 4) + field(2, field(1, field(1, "image"))) + "\xA2\x1F\x02\x0A\0"s},  // field 500
        {"a model of Caffe", field(1, "net") + "\xA2\x06\x0D"s + field(1, "data") + field(2, "Input")},
        {"a model of Caffe", field(1, "net") + field(2, field(3, "data") + field(4, "data") + number_field(5, 5))},
        {"a network of Caffe", "name: \"net\"\nlayer {\n  name: \"data\"\n  type: \"Input\"\n  top: \"data\"\n}\n"},
        {"a network of Darknet", "# a comment\n[net]\nbatch=1\nwidth=416\n\n[convolutional]\nfilters=16\n"},
        {"a network of Darknet", "[net]\nbatch=1\n[connected]\noutput=2\n"},
        {"weights of Darknet", "\0\0\0\0\x02\0\0\0\0\0\0\0\0\x7D\0\0\0\0\0\0"s},
        {"a model of MNN", mnn()},
        {"a model of ONNX Runtime (.ort)", "\x18\0\0\0ORTM\0\0"s},
        {"a model of RKNN", "RKNN\0\0\0\0\x05\0"s},
        {"an engine of TensorRT", "ftrt\0\0\0\0\x01"s},
        {"a TFLite model as a C array",
         "#include \"model.h\"\nconst unsigned char g_model[] = {\n    0x1c, 0x00, 0x00, 0x00, 0x54, 0x46, 0x4C, "
         "0x33,\n    0x14\n};\n"},
        {"a model in GGUF", "GGUF\x03\0\0\0\0"s},
        {"a model in GGML", "lmgg\x01\0\0\0"s},
        {"a safetensors file", "\x50\0\0\0\0\0\0\0{\"w\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0,4]}}"s},
        {"a PyTorch archive (checkpoint or TorchScript)", zip("model/data.pkl", "\x80\x02}"s)},
        {"a PyTorch checkpoint", "\x80\x02\x8A\x0A\x6C\xFC\x9C\x46\xF9\x20\x6A\xA8\x50\x19.\x80\x02"s},
        {"a NumPy array", "\x93NUMPY\x01\0v\0{'descr': '<f4'}"s},
        {"an archive of NumPy arrays", zip("offsets.npy", "\x93NUMPY")},
        {"an HDF5 file", "\x89HDF\r\n\x1A\n\0\0"s},
        {"C code of ST Edge AI with the st-ai interface",
         "/* network.c */\nAI_ARRAY_OBJ_DECLARE(x_array, AI_ARRAY_FORMAT_S8, NULL, NULL, 4, AI_STATIC)\n"
         "STAI_API_ENTRY\nstai_return_code stai_network_run(stai_network* network)\n{\n"
         "  x_array.data = AI_PTR(net_ctx->_activations[0] + 0);\n}\n"},
        {"C code of ST Edge AI with the st-ai interface",
         "/* network.c */\n#include \"stai.h\"\nSTAI_API_ENTRY\nstai_return_code stai_network_run(stai_network* n)\n"},
        {"a memory usage report of XLA",
         "Total bytes used: 64 (64B)\n\nAllocations sorted by size:\n\ncumulative_size; total_size - cumulative_size; "
         "allocation\n"},
        {"a log of ONNX Runtime's arena",
         "12:00:01 [I:onnxruntime:, bfc_arena.cc:26 BFCArena] Creating BFCArena for Cpu\n12:00:02 bin_num:0\n"},
        {"a database of SQLite", "SQLite format 3\0\x10\0"s},
        {"a module of MLIR (IREE, TVM or XLA)", "// a comment\nmodule @net {\n  func.func @main() {\n  }\n}\n"},
        {"a module of MLIR (IREE, TVM or XLA)", "#map = affine_map<(d0) -> (d0)>\nmodule {\n  util.func @f() {}\n}\n"},
        {"a CUDA binary", "\x50\xED\x55\xBA\x01\0\x10\0"s},
        {"a CUDA binary", elf('\xBE')},
        {"a program or library (ELF)", elf('\x3E')},
        {"a PNG picture", "\x89PNG\r\n\x1A\n\0\0\0\x0DIHDR"s},
        {"a PDF document", "%PDF-1.7\n%\xE2\xE3\xCF\xD3\n"},
        {"a compressed ZIP file", zip("anything.txt")},
        {"a compressed gzip file", "\x1F\x8B\x08\0\0\0"s},
    };
}

/// The content of all samples.
std::vector<std::pair<std::string, std::string>> all_samples() {
    std::vector<std::pair<std::string, std::string>> files;
    const QString folder = QFileInfo(test::sample(QStringLiteral("README.md"))).path();
    for (const QFileInfo& file : QDir(folder).entryInfoList(QDir::Files)) {
        if (auto content = read_content(file.filePath().toStdString(), document_limits)) {
            files.emplace_back(file.fileName().toStdString(), std::move(*content));
        }
    }
    return files;
}

std::string kind_name(std::string_view content) {
    const UnreadKind* const kind = unread_kind(content);
    return kind == nullptr ? std::string() : std::string(kind->name);
}

}  // namespace

class UnreadKindTest : public QObject {
    Q_OBJECT

private slots:
    void each_kind_has_an_example_that_is_told_by_its_content() {
        std::set<std::string> shown;
        for (const auto& [name, content] : examples()) {
            QCOMPARE(kind_name(content), name);
            shown.insert(name);
        }
        for (const UnreadKind& kind : unread_kinds()) {
            QVERIFY2(shown.contains(std::string(kind.name)), kind.name.data());
        }
    }

    void an_opened_file_is_refused_with_what_it_is_and_the_way_to_one_that_opens() {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("file"));
        for (const auto& [name, content] : examples()) {
            QFile file(path);
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(content.data(), static_cast<qint64>(content.size()));
            file.close();
            const auto document = read_document(path.toStdString());
            QVERIFY2(!document, name.c_str());
            const std::string error = to_string(document.error());
            test::verify_error(error, path.toStdString() + ": it ", name + ", wh");
            QCOMPARE(to_string(parse_document(content, path.toStdString()).error()), error);
        }
    }

    void the_sentence_says_what_it_is_why_it_does_not_open_and_what_does() {
        const std::string graph = graph_node("x", "Placeholder");
        QCOMPARE(to_string(parse_document(graph, "frozen.pb").error()),
                 "frozen.pb: it is a GraphDef of TensorFlow, which holds no memory plan; convert it: python -m "
                 "tf2onnx.convert --graphdef model.pb --inputs x:0 --outputs y:0 --output model.onnx, with the names "
                 "of its inputs and outputs, and open that");
        QVERIFY(to_string(parse_document(mnn(), "a.mnn").error())
                    .starts_with("a.mnn: it looks like a model of MNN, which holds no memory plan; open the ONNX"));
    }

    void what_has_only_the_first_bytes_of_a_kind_is_not_called_so() {
        for (const std::string& content :
             {"GGU"s, "PK\x03"s,
              "\x7F"
              "ELF"s,
              "\x89PNG"s, "[net]\nbatch=1\n"s, "node {\n}\n"s, "name: a log\n"s, R"({"class_name": "x"})"s,
              "char a[] = {0x1c, 0x00};"s, field(1, field(1, "a") + field(2, "b")),
              number_field(1, 1) + field(2, "pytorch"), number_field(1, 4) + field(2, "made by x") + field(3, "1.0"),
              "\x10\0\0\0MNN\0"s}) {
            QCOMPARE(kind_name(content), std::string());
        }
    }

    void a_module_of_xla_keeps_its_own_error() {
        const std::string module = field(1, "jit_f") + field(2, "main") + field(3, field(1, "main"));
        for (const std::string& content : {module, field(1, module)}) {
            const auto document = parse_document(content, "f.pb");
            QVERIFY(!document);
            QVERIFY2(to_string(document.error()).find("without a buffer assignment") != std::string::npos,
                     to_string(document.error()).c_str());
        }
    }

    void a_log_with_a_plan_opens_although_a_recording_stands_before_it() {
        const auto document = parse_document(
            "[RecordingMicroAllocator] Arena allocation total 9568 bytes\n"
            "0 (id=0): size=16, offset=0, first_used=0 last_used=1\n",
            "log");
        QVERIFY(document.has_value());
    }

    void no_sample_and_no_damaged_copy_of_one_is_called_another_kind() {
        constexpr std::size_t copies = 200;
        std::size_t opened = 0;
        for (const auto& [name, content] : all_samples()) {
            QCOMPARE(kind_name(content), std::string());
            const test::MutatedCopies mutated(content);
            for (std::size_t number = 0; number < copies; ++number) {
                const std::string copy = mutated.copy(number);
                QVERIFY2(kind_name(copy).empty(), qPrintable(QStringLiteral("copy %1 of %2 is %3")
                                                                 .arg(number)
                                                                 .arg(QString::fromStdString(name))
                                                                 .arg(QString::fromStdString(kind_name(copy)))));
            }
            opened += parse_document(content, name) ? 1 : 0;
        }
        QVERIFY(opened > 10);
    }

    void no_random_bytes_are_called_a_kind() {
        QVERIFY(rc::check([](const std::string& content) { RC_ASSERT(kind_name(content).empty()); }));
    }

    void damaged_examples_are_read_without_harm_and_never_called_a_kind_where_they_open() {
        constexpr std::size_t copies = 200;
        for (const auto& [name, content] : examples()) {
            const test::MutatedCopies mutated(content);
            for (std::size_t number = 0; number < copies; ++number) {
                const auto document = parse_document(mutated.copy(number), "copy");
                if (!document) {
                    QVERIFY(!document.error().cause.empty());
                }
            }
        }
    }

    void no_model_or_plan_of_the_shared_data_is_called_a_kind() {
        ARENASCOPE_NEEDS_SHARED_DATA()
        for (const char* folder : {"executorch", "ncnn", "one", "onnx", "openvino", "stedgeai", "tflite", "torch",
                                   "tvm", "xla", "minimalloc"}) {
            for (const QFileInfo& file :
                 QDir(test::shared_data(QString::fromLatin1(folder))).entryInfoList(QDir::Files)) {
                const auto content = read_file(file.filePath().toStdString(), document_limits);
                QVERIFY2(content.has_value(), qPrintable(file.filePath()));
                QVERIFY2(kind_name(content->bytes).empty(), qPrintable(file.filePath()));
            }
        }
    }
};

ARENASCOPE_TEST(UnreadKindTest)
#include "unread_kind_test.moc"
