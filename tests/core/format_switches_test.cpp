#include "core/format/format_switches.h"

#include <algorithm>

#include "core/format/reading.h"
#include "tests/support/test_registry.h"

namespace arenascope {

using namespace test;

namespace {

std::string error_with(const char* name, const ImportOptions& options) {
    const auto document = read_document(sample(QString::fromLatin1(name)).toStdString(), options);
    return document ? "no error" : to_string(document.error());
}

}  // namespace

class FormatSwitchesTest : public QObject {
    Q_OBJECT

private slots:
    void a_switch_is_for_the_formats_that_use_it() {
        QVERIFY(is_switch_of(FileFormat::memory_snapshot, "device"));
        QVERIFY(is_switch_of(FileFormat::memory_snapshot, "cores"));
        QVERIFY(!is_switch_of(FileFormat::memory_snapshot, "fold"));
        QVERIFY(!is_switch_of(FileFormat::onnx, "segments"));
        QVERIFY(!is_switch_of(FileFormat::onnx, "parameters"));
        QVERIFY(is_switch_of(FileFormat::onnx, "fold"));
        QVERIFY(is_switch_of(FileFormat::stedgeai_info, "parameters"));
        QVERIFY(!is_switch_of(FileFormat::stedgeai_graph, "parameters"));
        QVERIFY(is_switch_of(FileFormat::executorch, "subgraph"));
        QVERIFY(is_switch_of(FileFormat::deployment_json, "capacity"));
        QVERIFY(!is_switch_of(FileFormat::deployment_json, "cores"));
    }

    void every_switch_is_for_some_format() {
        for (const OptionSpec& spec : import_option_specs()) {
            bool is_used = false;
            for (const FormatGroup& group : format_groups()) {
                is_used |= std::ranges::any_of(
                    group.formats, [&](const GroupedFormat& each) { return is_switch_of(each.format, spec.key); });
            }
            QVERIFY2(is_used, spec.key.data());
        }
    }

    void inputs_of_a_tvm_graph_are_names() {
        const auto specs = switches_of(FileFormat::tvm_graph);
        const auto inputs = std::ranges::find(specs, "inputs", &OptionSpec::key);
        QVERIFY(inputs != specs.end());
        QVERIFY(inputs->type == OptionType::text);
    }

    void a_switch_of_another_format_is_an_error_that_says_whose_it_is() {
        ImportOptions options;
        options.device = 1;
        QVERIFY(
            error_with("placed.csv", options)
                .ends_with("placed.csv: a file of the format minimalloc-csv has no switch 'device'; remove it; it is "
                           "for pytorch-memory-snapshot"));
        options = {};
        options.parameters = true;
        QVERIFY(error_with("placed.csv", options).ends_with("it is for stedgeai-c-info and tvm-graph"));
        options = {};
        options.merge_segments = true;
        QCOMPARE(error_with("training_snapshot.pickle", options), std::string("no error"));
    }
};

ARENASCOPE_TEST(FormatSwitchesTest)

}  // namespace arenascope

#include "format_switches_test.moc"
