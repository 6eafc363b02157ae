#include "core/model/network/import_options.h"

#include "tests/support/test_registry.h"

using namespace arenascope;

class ImportOptionsTest : public QObject {
    Q_OBJECT

private slots:
    void have_the_documented_defaults() {
        const auto options = import_options({});
        QVERIFY(options.has_value());
        QVERIFY(options->fold && options->scratch && options->subgraph.empty());
        QCOMPARE(options->inputs, Residence::lifetime);
        QCOMPARE(options->variables, Residence::throughout);
        QCOMPARE(options->unused_outputs, UnusedOutputs::by_format);
        QCOMPARE(options->size_multiple, Bytes(1));
        QCOMPARE(options->unknown_dimension, std::int64_t{1});
        QVERIFY(options->parts.is_none());
        QVERIFY(options->cores == 0 && options->assignment.empty() && !options->capacity);
    }

    void accept_each_switch_and_any_dimension_by_name() {
        const auto options = import_options({{"fold", "false"},
                                             {"inputs", "outside"},
                                             {"outputs", "throughout"},
                                             {"variables", "outside"},
                                             {"scratch", "no"},
                                             {"unused-outputs", "keep"},
                                             {"size-multiple", "16"},
                                             {"subgraph", "1"},
                                             {"unknown-dimension", "8"},
                                             {"cores", "8"},
                                             {"split", "round-robin"},
                                             {"assignment", "cores.csv"},
                                             {"transfers", "early"},
                                             {"capacity", "512KiB"},
                                             {"dim.batch", "4"}});
        QVERIFY2(options.has_value(), options ? "" : to_string(options.error()).c_str());
        QVERIFY(!options->fold && !options->scratch);
        QCOMPARE(options->inputs, Residence::outside);
        QCOMPARE(options->outputs, Residence::throughout);
        QCOMPARE(options->variables, Residence::outside);
        QCOMPARE(options->unused_outputs, UnusedOutputs::keep);
        QCOMPARE(options->size_multiple, Bytes(16));
        QCOMPARE(options->subgraph, std::string("1"));
        QCOMPARE(options->unknown_dimension, std::int64_t{8});
        QCOMPARE(options->dimensions.at("batch"), std::int64_t{4});
        QCOMPARE(options->cores, std::int64_t{8});
        QCOMPARE(options->split, CoreSplit::round_robin);
        QCOMPARE(options->assignment, std::string("cores.csv"));
        QCOMPARE(options->transfers, TransferTime::early);
        QCOMPARE(options->capacity, std::optional(Bytes(524'288)));
    }

    void refuse_unknown_switches_and_wrong_values() {
        QVERIFY(is_import_key("dim.batch") && is_import_key("fold") && !is_import_key("metrics"));
        QVERIFY(!import_options({{"metrics", "width"}}));
        QVERIFY(!import_options({{"dim.batch", "0"}}));
        QVERIFY(!import_options({{"dim.batch", "many"}}));
        QVERIFY(!import_options({{"outputs", "somewhere"}}));
        QVERIFY(!import_options({{"size-multiple", "0"}}));
        QVERIFY(!import_options({{"parts", "3-7"}}));
        QVERIFY(import_options({{"shape.in", "1,128"}})->shapes.at("in") == std::vector<std::int64_t>({1, 128}));
        QVERIFY(!import_options({{"shape.in", "1,0"}}));
        QVERIFY(!import_options({{"shape.in", ""}}));
        QVERIFY(!import_options({{"shape.in", "many"}}));
        QVERIFY(is_import_key("shape.in"));
        QVERIFY(!import_options({{"cores", "1025"}}));
        QVERIFY(!import_options({{"split", "evenly"}}));
        QVERIFY(!import_options({{"capacity", "-1"}}));
    }

    void take_names_of_inputs_instead_of_a_residence() {
        const auto options = import_options({{"inputs", "image,mask,"}});
        QCOMPARE(options->input_names, (std::vector<std::string>{"image", "mask"}));
        QCOMPARE(options->inputs, Residence::lifetime);
        QVERIFY(import_options({{"inputs", "throughout"}})->input_names.empty());
    }
};

ARENASCOPE_TEST(ImportOptionsTest)
#include "import_options_test.moc"
