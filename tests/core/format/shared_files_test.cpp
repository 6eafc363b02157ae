#include <optional>
#include <string>
#include <vector>

#include <QDir>
#include <QDirIterator>
#include <QtTest>

#include "core/analysis/explain/plan_summary.h"
#include "core/format/reading.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

/// What a file of the shared data holds.
struct KnownFile {
    const char* path;
    int buffers;
    std::int64_t threshold;  ///< largest of all regions, as `info` tells it
    std::optional<std::int64_t> peak;
    std::vector<KeyValue> switches = {};
    const char* refused = "";  ///< the beginning of the cause
};

const std::vector<KnownFile> known_files = {
    {"executorch/add.pte", 3, 12, 36},
    {"executorch/hello.pte", 2, 24, 28},
    {"executorch/keyword_spotting.pte", 19, 16000, 16000},
    {"field/keyword_scrambled.tflite", 23, 10528, {}},
    {"field/ncnn_input_known_no_hints.param", 4, 131072, {}},
    {"field/ncnn_no_input_shape.param", 3, 131072, {}, {{"shape.in0", "64,64,3"}}},
    {"field/onnx_ml_regressor_open_batch.onnx", 2, 88, {}},
    {"field/onnx_output_shape_shadowed_by_value_info.onnx", 2, 384, {}},
    {"field/openvino_open_batch_and_length.xml", 3, 65536, {}, {{"shape.ids", "1,128"}}},
    {"field/scratch_fast_capacity.json", 5, 170, {}},
    {"field/tflm_nul_boot_garbage.log", 3, 160, 160},
    {"field/tflm_recording_log.txt", 4, 9568, {}},
    {"field/torch_address_above_2_63.pickle", 2, 1100, 2097152},
    {"field/tpu_oom_log.txt", 1, 536870912, {}},
    {"field/vela_docker_prefix.log", 2, 9472, 9472},
    {"field/xla_oom_log.txt", 2, 6684672, {}},
    {"large/iopddl_S_1.csv", 28526, 1498635932, {}},
    {"large/somas_resnet50.csv", 1042, 1515472556, {}},
    {"minimalloc/A.1048576.csv", 154, 1048576, {}},
    {"minimalloc/C.1048576.csv", 203, 1039360, {}},
    {"minimalloc/D.1048576.csv", 213, 986112, {}},
    {"minimalloc/E.1048576.csv", 215, 1048576, {}},
    {"minimalloc/G.1048576.csv", 308, 1048576, {}},
    {"minimalloc/J.1048576.csv", 409, 989184, {}},
    {"minimalloc/K.1048576.csv", 454, 1048576, {}},
    {"minimalloc/input.12.csv", 5, 12, {}},
    {"ncnn/mobilenet_v2.param", 67, 6021120, {}},
    {"ncnn/nanodet_m.param", 162, 3686400, {}},
    {"ncnn/squeezenet.param", 40, 4071680, {}},
    {"ncnn/vision_transformer.param", 106, 4008960, {}, {{"shape.input", "384,384,3"}}},
    {"one/sample.tracealloc.json", 5, 24576, 24576},
    {"onnx/la_muse.onnx", 60, 81920000, {}},
    {"onnx/light_bvlc_alexnet.onnx", 25, 2239488, {}},
    {"onnx/light_densenet121.onnx", 669, 8429568, {}},
    {"onnx/light_inception_v1.onnx", 144, 6422528, {}},
    {"onnx/light_resnet50.onnx", 177, 9633792, {}},
    {"onnx/light_squeezenet.onnx", 67, 6308352, {}},
    {"onnx/mnist_8.onnx", 12, 50176, {}},
    {"onnx/pytorch_super_resolution.onnx", 9, 25690112, {}},
    {"onnx/version_slim_320.onnx", 171, 4915200, {}},
    {"openvino/dummy.xml", 2, 80, {}},
    {"openvino/dummy_fp64_dynamic.xml", 2, 160, {}},
    {"openvino/face-detection-adas-0001.xml", 292, 31997952, {}},
    {"openvino/lenet.xml", 24, 27648, {}},
    {"openvino/yolov5.xml", 327, 88473600, {}},
    {"stedgeai/lstm_c_graph.json", 11, 12800, 13360},
    {"stedgeai/lstm_c_info.json", 11, 12800, 13360},
    {"stedgeai/n6_face_c_info.json", 195, 1605632, 2510848},
    {"stedgeai/relu_c_info.json", 7, 528, 528},
    {"stedgeai/tcn_c_info.json", 11, 23936, 23936},
    {"stedgeai/transformer_c_info.json", 194, 327832, 327960},
    {"tflite/audio_preprocessor_int8.tflite", 25, 2060, {}},
    {"tflite/feedback_tensor_test_model.tflite", 6, 24, {}},
    {"tflite/keras_lstm_mnist_ptq.tflite", 9, 1628, {}},
    {"tflite/keyword_scrambled_8bit.tflite", 23, 5408, {}},
    {"tflite/kws_ref_model.tflite", 14, 16000, {}},
    {"tflite/micro_speech_lstm.tflite", 7, 16753, {}},
    {"tflite/micro_speech_quantized.tflite", 5, 5960, {}},
    {"tflite/mobilenet_v1_0.25_128_quant.tflite", 32, 98304, {}},
    {"tflite/multi_signature_model.tflite", 3, 1200, {}},
    {"tflite/person_detect.tflite", 32, 55296, {}},
    {"tflite/person_detect_vela.tflite", 4, 74464, 74464},
    {"tflite/pretrainedResnet_quant.tflite", 17, 49152, {}},
    {"tflite/split_concat.tflite", 11, 768, {}},
    {"tflite/vww_96_int8.tflite", 32, 55296, {}},
    {"torch/expandable_segments.pickle", 2434, 8456473388, 8541700096},
    {"torch/mem_snapshot.pickle", 36, 3249143816, 3781165056},
    {"torch/memory_forward_fp32_128.pickle", 818, 556843008, 610271232},
    {"torch/windows_memory_snapshot.pickle", 1950, 13923997700, 14180941824},
    {"tvm/lenet_unplanned_graph.json", 0, 0, {}, {}, "the graph is not planned yet"},
    {"tvm/mobilenet_graph.json", 60, 2163712, 2458640},
    {"xla/fn_hlo.pb", 0, 0, {}, {}, "it is a module of XLA without a buffer assignment,"},
    {"xla/jit_normal-buffer-assignment.txt", 56, 1220, 1924},
    {"xla/profile_demo.memory_viewer.json", 2, 2097152, 2097152},
};

}  // namespace

class SharedFilesTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { ARENASCOPE_NEEDS_SHARED_DATA() }

    void every_file_has_its_figures_data() {
        QTest::addColumn<int>("row");
        for (std::size_t i = 0; i < known_files.size(); ++i) {
            QTest::newRow(known_files[i].path) << static_cast<int>(i);
        }
    }

    void every_file_has_its_figures() {
        QFETCH(const int, row);
        const KnownFile& known = known_files[static_cast<std::size_t>(row)];
        const auto options = import_options(known.switches);
        QVERIFY(options.has_value());
        const auto document = read_document(shared_data(QLatin1String(known.path)).toStdString(), *options);
        if (*known.refused != 0) {
            QVERIFY(!document.has_value());
            QVERIFY2(document.error().cause.starts_with(known.refused), document.error().cause.c_str());
            return;
        }
        QVERIFY2(document.has_value(), document ? "" : to_string(document.error()).c_str());
        QCOMPARE(static_cast<int>(document->problem.buffers.size()), known.buffers);
        const PlanSummary summary = plan_summary(document->problem, document->layout, document->import.has_value());
        QCOMPARE(summary.height.threshold, Bytes(known.threshold));
        QCOMPARE(summary.height.peak ? std::optional(summary.height.peak->value()) : std::nullopt, known.peak);
    }

    void every_file_is_in_the_list() {
        QDirIterator files(shared_data(), QDir::Files, QDirIterator::Subdirectories);
        while (files.hasNext()) {
            const QString path = QDir(shared_data()).relativeFilePath(files.next());
            if (path.endsWith(QStringLiteral(".md")) || path.startsWith(QStringLiteral("schemas/"))) {
                continue;
            }
            const bool is_known = std::any_of(known_files.begin(), known_files.end(), [&](const KnownFile& known) {
                return path == QLatin1String(known.path);
            });
            QVERIFY2(is_known, qPrintable(path));
        }
    }
};

ARENASCOPE_TEST(SharedFilesTest)
#include "shared_files_test.moc"
