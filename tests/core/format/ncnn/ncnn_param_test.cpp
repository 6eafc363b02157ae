#include "core/format/ncnn/ncnn_param.h"

#include "core/format/reading.h"
#include "tests/support/opened_text.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

const std::string small =
    "7767517\n5 5\n"
    "Input data 0 1 data -23330=4,3,4,2,3 0=4 1=2 2=3\n"
    "Split s 1 2 data data_0 data_1 -23330=8,3,4,2,3,3,4,2,3\n"
    "ReLU r 1 1 data_0 a -23330=4,3,4,2,3\n"
    "ReLU t 1 1 data_1 b -23330=4,3,4,2,3\n"
    "Concat c 2 1 a b out -23330=4,3,4,2,6 0=0\n";

}  // namespace

class NcnnParamTest : public QObject {
    Q_OBJECT

private slots:
    void reads_layers_shapes_and_references() {
        const auto document = parse_document(small, "net.param");
        QVERIFY2(document.has_value(), document ? "" : to_string(document.error()).c_str());
        QCOMPARE(document->format, FileFormat::ncnn_param);
        const Problem& problem = document->problem;
        QCOMPARE(problem.buffers.size(), std::size_t{4});
        QCOMPARE(problem.buffers[0].size, Bytes(4 * 2 * 3 * 4));
        // Split copies references: readers of its outputs read its operand.
        QCOMPARE(problem.buffers[0].lifetime, (Lifetime{Step(0), Step(3)}));
        QCOMPARE(problem.graph->operators[0].feature, OperatorFeature::removable);
        QVERIFY(problem.graph->operators[0].writes.empty());
        QCOMPARE(problem.graph->operators.back().feature, OperatorFeature::merge);
        QCOMPARE(problem.graph->tensors[3].shape, (std::vector<std::int64_t>{6, 2, 4}));
    }

    void operands_of_a_noop_are_outputs() {
        const std::string gathered = replaced(small, "Concat c 2 1 a b out -23330=4,3,4,2,6 0=0", "Noop n 2 1 a b out");
        const auto network = parse_ncnn_param(gathered, {}, "net.param");
        QVERIFY(network.has_value());
        QCOMPARE(network->outputs.size(), std::size_t{2});
        QCOMPARE(network->tensors.size(), std::size_t{3});
    }

    void sizes_follow_from_the_operands_of_a_known_layer() {
        const auto document = parse_document("7767517\n2 2\nInput in 0 1 in 0=8\nReLU r 1 1 in out\n", "net.param");
        QVERIFY(document.has_value());
        QCOMPARE(document->problem.buffers[1].size, Bytes(32));
        QVERIFY(document->problem.graph->unknown_sizes.empty());
    }

    void a_given_shape_makes_hints_void() {
        const std::string text = "7767517\n2 2\nInput in 0 1 in 0=8\nReLU r 1 1 in out -23330=4,1,8,1,1\n";
        const auto options = import_options({{"shape.in", "4,3,2"}});
        const auto document = parse_document(text, "net.param", *options);
        QVERIFY(document.has_value());
        QCOMPARE(document->problem.buffers[0].size, Bytes(96));
        QCOMPARE(document->problem.buffers[1].size, Bytes(96));
        const auto network = parse_ncnn_param(text, *options, "net.param");
        QVERIFY(network->tensors[TensorIndex(0)].shape == std::vector<std::int64_t>({2, 3, 4}));
    }

    void a_shape_of_no_input_is_an_error() {
        const std::string text = "7767517\n2 2\nInput in 0 1 in 0=8\nReLU r 1 1 in out\n";
        const auto error = [&](const char* key, const char* value) {
            const auto document = parse_document(text, "net.param", *import_options({{key, value}}));
            return document ? "no error" : to_string(document.error());
        };
        QCOMPARE(error("shape.out", "4"),
                 std::string("net.param: shape.out: there is no such input; the inputs are in"));
        QCOMPARE(error("shape.in", "1,1,1,1,1"),
                 std::string("net.param: shape.in: a blob has at most four dimensions; give W,H,C or W,H,D,C"));
    }

    void missing_inputs_are_named() {
        const auto document =
            parse_document("7767517\n3 3\nInput a 0 1 a\nInput b 0 1 b\nBinaryOp c 2 1 a b c 0=0\n", "net.param");
        QVERIFY(document.has_value());
        QVERIFY2(document->notes.back().starts_with(
                     "the shapes of 'a' and 'b' are missing, and with them that of 1 more tensor: give the extents"),
                 document->notes.back().c_str());
    }

    void sizes_of_unknown_layers_without_hints_are_unknown() {
        const auto document = parse_document("7767517\n2 2\nInput in 0 1 in 0=8\nMine r 1 1 in out\n", "net.param");
        QVERIFY(document.has_value());
        QCOMPARE(document->problem.buffers[0].size, Bytes(32));
        QCOMPARE(document->problem.graph->unknown_sizes.size(), std::size_t{1});
        QCOMPARE(document->problem.graph->unknown_sizes[0].operator_name, std::string("r"));
    }

    void errors_name_the_line() {
        QVERIFY(error_of("7767517\nmany\n").starts_with("text:2: the line must hold the numbers"));
        QVERIFY(error_of(replaced(small, "5 5", "6 5")).find("there are 5 layers") != std::string::npos);
        QVERIFY(error_of(replaced(small, "1 1 data_0", "1 1 nothing")).starts_with("text:5: no earlier layer"));
        QVERIFY(error_of(replaced(small, "=4,3,4,2,6", "=4,3,4,2")).starts_with("text:7: the shape hint"));
        QVERIFY(error_of(replaced(small, "=4,3,4,2,6", "=4,3,4,2,-6")).starts_with("text:7: the shape hint"));
        QVERIFY(error_of(replaced(small, "ReLU t 1 1", "ReLU t 1")).starts_with("text:6: a layer needs"));
        QVERIFY(error_of(replaced(small, "data_1 b", "data_1 a"))
                    .starts_with("text:6: blob 'a' is the output of two layers"));
        QVERIFY(error_of(replaced(small, "c 2 1 a b out -", "c 2 9 a b out -")).find("fewer") != std::string::npos);
    }

    void an_input_layer_without_outputs_is_ignored() {
        const auto network = parse_ncnn_param("7767517\n2 1\nInput in 0 0\nInput data 0 1 data 0=4\n", {}, "net.param");
        QVERIFY(network.has_value());
        QCOMPARE(network->inputs.size(), std::size_t{1});
    }

    void a_truncated_file_is_an_error_or_complete() {
        for (std::size_t length = 0; length < small.size(); ++length) {
            const auto network = parse_ncnn_param(small.substr(0, length), {}, "net.param");
            QVERIFY(!network || network->nodes.size() == 4);
        }
    }

    void reads_the_shared_models() {
        ARENASCOPE_NEEDS_SHARED_DATA();
        for (const auto& name : {"mobilenet_v2", "nanodet_m", "squeezenet"}) {
            const auto path = arenascope::test::shared_data(QStringLiteral("ncnn/%1.param").arg(QLatin1String(name)));
            const auto document = read_document(path.toStdString());
            QVERIFY2(document.has_value(), document ? "" : to_string(document.error()).c_str());
            QVERIFY(document->problem.graph->unknown_sizes.empty());
        }
    }
};

ARENASCOPE_TEST(NcnnParamTest)
#include "ncnn_param_test.moc"
