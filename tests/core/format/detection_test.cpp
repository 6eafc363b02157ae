#include "core/format/detection.h"

#include "tests/support/named_error.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

std::string detection_error(std::string_view content) {
    const auto format = detect_format(content, "file.csv");
    return format ? "no error" : to_string(format.error());
}

}  // namespace

class DetectionTest : public QObject {
    Q_OBJECT

private slots:
    void the_content_decides_the_format_data() {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<int>("format");
        const auto row = [](const char* name, const char* content, FileFormat format) {
            QTest::newRow(name) << QByteArray(content) << static_cast<int>(format);
        };
        row("minimalloc", "id,lower,upper,size\na,0,1,2\n", FileFormat::minimalloc_csv);
        row("minimalloc_aliases", "buffer,start,end,size\n", FileFormat::minimalloc_csv);
        row("behind_empty_lines", "\r\n ,,\n\n id,lower,upper,size\n", FileFormat::minimalloc_csv);
        row("control_characters_in_a_name", "id,lower,upper,size\n\x1b[2J\x7f,0,1,2\n", FileFormat::minimalloc_csv);
        row("control_characters_in_a_sequence", "op,name,size\nalloc,\x01,1\n", FileFormat::sequence_csv);
        row("byte_order_mark", "\xEF\xBB\xBFid,lower,upper,size\n", FileFormat::minimalloc_csv);
        row("sequence", "op,name,size\nalloc,a,1\n", FileFormat::sequence_csv);
        row("sequence_without_header", "alloc,a,1\n", FileFormat::sequence_csv);
        row("list", " [ {\"op\": \"alloc\"} ]", FileFormat::sequence_json);
        row("plan", R"({"format": "arenascope-plan"})", FileFormat::plan_json);
        row("plan_with_format_last", R"({"buffers": [{"format": "x"}], "format": "arenascope-plan"})",
            FileFormat::plan_json);
        row("deployment", R"({"format": "arenascope-deployment", "version": 3})", FileFormat::deployment_json);
        row("snapshot", R"({"device_traces": [], "segments": []})", FileFormat::memory_snapshot);
        row("snapshot_pickle", "\x80\x04\x95........}", FileFormat::memory_snapshot);
        row("trace", "\n{\"version\": 1, \"format\": \"arenascope-trace\"}", FileFormat::trace_json);
        row("binary_trace",
            "\x89"
            "ATR\r\n\x1A\n",
            FileFormat::trace_binary);
        row("binary_trace_after_a_transfer_as_text",
            "\x89"
            "ATR\n\x1A\n",
            FileFormat::trace_binary);
        row("tflite", "\x1c\x20\x20\x20TFL3", FileFormat::tflite);
        row("executorch",
            "\x1c\x20\x20\x20"
            "ET12",
            FileFormat::executorch);

        row("openvino", "<?xml version=\"1.0\"?>\n<net name=\"n\" version=\"11\">", FileFormat::openvino);
        row("memory_viewer", R"({"hloModule": {}, "bufferAssignment": {}})", FileFormat::xla_memory_viewer);
        row("hlo_proto", "\x0A\x10\x0A\x04jit_\x12\x04main", FileFormat::hlo_proto);
        row("log_that_begins_with_a_tag", "<info>\nallocation 0: size 64, preallocated-temp:\n",
            FileFormat::xla_assignment);

        row("out_of_memory_of_a_gpu", "step, size 3\nPeak buffers:\n\tBuffer 1:\n", FileFormat::xla_out_of_memory);
        row("out_of_memory_of_a_tpu", "  Largest program allocations in hbm:\n", FileFormat::xla_out_of_memory);
        row("stedgeai_info", R"({"buffers": [], "memory_pools": [], "graphs": [broken)", FileFormat::stedgeai_info);
        row("stedgeai_graph", R"({"version": "1.2", "c_arrays": [], "c_layers": []})", FileFormat::stedgeai_graph);
        row("stedgeai_code", "/* size, */\nAI_ARRAY_OBJ_DECLARE(a, 1)\n", FileFormat::stedgeai_code);
        row("stedgeai_report", "ST Edge AI Core\n\nC-Arrays (3)\n", FileFormat::stedgeai_report);
        row("one_tracealloc", R"({"schema_version": 1, "segments": []})", FileFormat::one_tracealloc);
        row("tvm", R"({"nodes": [], "arg_nodes": [], "heads": []})", FileFormat::tvm_graph);
        row("plan_cut_behind_its_format", R"({"format": "arenascope-plan", "buffers": [)", FileFormat::plan_json);
    }

    void the_content_decides_the_format() {
        QFETCH(const QByteArray, content);
        QFETCH(const int, format);
        const auto found = detect_format(content.toStdString(), "file");
        QVERIFY2(found.has_value(), found ? "" : to_string(found.error()).c_str());
        QCOMPARE(static_cast<int>(*found), format);
    }

    void an_unknown_file_is_an_error_that_lists_the_formats_data() {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QByteArray>("cause");
        const auto row = [](const char* name, QByteArray content, const char* cause) {
            QTest::newRow(name) << std::move(content) << QByteArray(cause);
        };
        row("empty", "", "it is empty");
        row("blank", " \r\n\t\n,,\n", "it is empty");
        row("binary",
            QByteArray("\x7F"
                       "ELF\x02\x01\x01",
                       7),
            "it is a binary file");
        row("another_csv", "year,value\n2020,1\n", "the first line is not a known header: 'year,value'");
        row("another_xml", "<?xml version=\"1.0\"?>\n<html></html>", "XML with the outermost element 'html'");
        row("prose", "\n\nHello there.\n", "file.csv:3: the first line");
        row("another_json", R"({"version": 1})", "no text under the key 'format'");
        row("json_of_another_tool", R"({"traceEvents": [], "otherData": {}})",
            "its keys are those of no other format: 'traceEvents', 'otherData'; open");
        row("hlo_text", "HloModule jit_f, is_scheduled=true\n\nENTRY %main () -> f32[] {\n}\n",
            "a module of XLA without a buffer assignment");
        row("another_format", R"({"format": "onnx"})", "format: 'onnx' is not a format that can be read");
        row("a_number_as_format", R"({"format": 3})", "no text under the key 'format'");
        row("broken_json", "{\n\"a\": }", "file.csv:2: it is not JSON");
    }

    void an_unknown_file_is_an_error_that_lists_the_formats() {
        QFETCH(const QByteArray, content);
        QFETCH(const QByteArray, cause);
        const std::string error = detection_error(content.toStdString());
        test::verify_error(error, {}, cause.toStdString());
    }
};

ARENASCOPE_TEST(DetectionTest)
#include "detection_test.moc"
