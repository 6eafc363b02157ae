#include "core/format/format_switches.h"

#include <algorithm>
#include <map>

#include <QDir>

#include "core/format/reading.h"
#include "core/format/registry.h"
#include "tests/support/test_registry.h"

namespace arenascope {

using namespace test;

namespace {

std::vector<FileFormat> all_formats() {
    std::vector<FileFormat> formats;
    for (const Format& each : arenascope::formats()) {
        formats.push_back(each.description.format);
    }
    return formats;
}

/// A valid value that is not the default.
std::string other_value(const OptionSpec& spec) {
    switch (spec.type) {
        case OptionType::flag:
            return spec.default_value == "true" ? "false" : "true";
        case OptionType::choice:
            return std::string(spec.choices.back());
        case OptionType::integer:
        case OptionType::bytes:
            return "2";
        case OptionType::text:
            break;
    }
    return spec.is_file                                     ? "/nowhere/there/is/no/file"
           : spec.key == "parts" || spec.key == "recompute" ? "least-peak"
                                                            : "0";
}

std::string error_of_switches(FileFormat format, const std::vector<KeyValue>& settings) {
    const auto options = import_options(settings);
    if (!options) {
        return to_string(options.error());
    }
    const auto checked = check_switches({format}, *options, "file");
    return checked ? std::string() : to_string(checked.error());
}

std::string error_with(const QString& path, const std::vector<KeyValue>& settings) {
    const auto options = import_options(settings);
    const auto document =
        options ? read_document(path.toStdString(), *options) : Expected<Document>(tl::unexpected(options.error()));
    return document ? std::string() : to_string(document.error());
}

}  // namespace

class FormatSwitchesTest : public QObject {
    Q_OBJECT

private slots:
    /// The table, as docs/formats.md has it: for each switch that is not for any file, the formats that have it.
    void each_format_has_exactly_its_switches() {
        using enum FileFormat;
        const std::vector<FileFormat> models{onnx, tflite, openvino, ncnn_param};
        const std::vector<FileFormat> models_and_tvm{onnx, tflite, openvino, ncnn_param, tvm_graph};
        const std::map<std::string_view, std::vector<FileFormat>> formats_of{
            {"fold", models},
            {"inputs", models_and_tvm},
            {"outputs", models},
            {"unused-outputs", models},
            {"size-multiple", models},
            {"types", models},
            {"parts", models},
            {"recompute", models},
            {"subgraph", {onnx, tflite, executorch}},
            {"variables", {tflite}},
            {"scratch", {tflite}},
            {"arena-log", {tflite}},
            {"unknown-dimension", {onnx, tflite, openvino}},
            {"parameters", {stedgeai_info, tvm_graph}},
            {"device", {memory_snapshot}},
            {"segments", {memory_snapshot}},
            {"library-code", {memory_snapshot}},
        };
        for (const FileFormat format : all_formats()) {
            std::string names;
            for (const OptionSpec& spec : import_option_specs()) {
                const auto of_few = formats_of.find(spec.key);
                const bool expected = of_few != formats_of.end()
                                          ? std::ranges::find(of_few->second, format) != of_few->second.end()
                                          : format != deployment_json || spec.key == "capacity";
                const std::string what = std::string(name_of(format)) + " " + std::string(spec.key);
                QVERIFY2(is_switch_of(format, spec.key) == expected, what.c_str());
                names += !expected ? "" : (names.empty() ? "" : ", ") + std::string(spec.key);
            }
            for (const OptionSpec& spec : import_option_specs()) {
                // Names of inputs are for TVM alone.
                const std::string value = format == tvm_graph && spec.key == "inputs" ? "data" : other_value(spec);
                for (const std::string& given : {value, std::string(spec.default_value)}) {
                    const std::string error = error_of_switches(format, {{std::string(spec.key), given}});
                    const std::string expected = "file: a file of the format " + std::string(name_of(format)) +
                                                 " has no switch '" + std::string(spec.key) +
                                                 "'; remove it; the switches of the format are " + names;
                    QCOMPARE(error, is_switch_of(format, spec.key) ? std::string() : expected);
                }
            }
        }
    }

    void every_switch_is_for_some_format() {
        for (const OptionSpec& spec : import_option_specs()) {
            QVERIFY2(
                std::ranges::any_of(all_formats(), [&](FileFormat format) { return is_switch_of(format, spec.key); }),
                spec.key.data());
        }
    }

    void a_sample_takes_the_switches_of_its_format_and_no_other() {
        for (const QFileInfo& file : QDir(sample({})).entryInfoList(QDir::Files)) {
            const auto plain = read_document(file.filePath().toStdString());
            if (!plain) {
                continue;  // a page, a script, a list of rules
            }
            for (const OptionSpec& spec : import_option_specs()) {
                const bool names_inputs = plain->format == FileFormat::tvm_graph && spec.key == "inputs";
                const std::string error =
                    error_with(file.filePath(), {{std::string(spec.key), names_inputs ? "nodes" : other_value(spec)}});
                QVERIFY2((error.find("has no switch") != std::string::npos) != is_switch_of(plain->format, spec.key),
                         (file.fileName().toStdString() + " " + std::string(spec.key) + ": " + error).c_str());
            }
        }
    }

    void an_open_dimension_goes_with_the_unknown_ones() {
        QVERIFY(is_switch_of(FileFormat::onnx, "dim.batch"));
        QVERIFY(!is_switch_of(FileFormat::ncnn_param, "dim.batch"));
        QVERIFY(is_switch_of(FileFormat::ncnn_param, "shape.in"));
        QVERIFY(is_switch_of(FileFormat::onnx, "shape.in"));
        QVERIFY(is_switch_of(FileFormat::openvino, "shape.in"));
        QVERIFY(is_switch_of(FileFormat::tflite, "shape.in"));
        QVERIFY(!is_switch_of(FileFormat::minimalloc_csv, "shape.in"));
        QVERIFY(error_of_switches(FileFormat::minimalloc_csv, {{"dim.batch", "3"}}).find("no switch 'dim.batch'") !=
                std::string::npos);
    }

    void of_two_files_one_must_know_a_switch() {
        const auto options = import_options({{"fold", "false"}});
        QVERIFY(check_switches({FileFormat::plan_json, FileFormat::onnx}, *options, "file").has_value());
        const auto unknown = check_switches({FileFormat::plan_json, FileFormat::minimalloc_csv}, *options, "file");
        QVERIFY(!unknown);
        QVERIFY(unknown.error().cause.find("plan-json and minimalloc-csv") != std::string::npos);
    }

    void inputs_of_a_tvm_graph_are_names() {
        const auto specs = switches_of(FileFormat::tvm_graph);
        const auto inputs = std::ranges::find(specs, "inputs", &OptionSpec::key);
        QVERIFY(inputs != specs.end());
        QVERIFY(inputs->type == OptionType::text);
        QVERIFY(error_of_switches(FileFormat::tvm_graph, {{"inputs", "outside"}}).find("takes the names") !=
                std::string::npos);
        QVERIFY(error_of_switches(FileFormat::onnx, {{"inputs", "data"}}).find("'data' is not a valid value") !=
                std::string::npos);
    }
};

ARENASCOPE_TEST(FormatSwitchesTest)

}  // namespace arenascope

#include "format_switches_test.moc"
