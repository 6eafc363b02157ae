#include "core/format/tvm/graph_executor.h"

#include "core/check/overlap_checker.h"
#include "core/format/reading.h"
#include "tests/support/mutated_copies.h"
#include "tests/support/opened_text.h"
#include "tests/support/sample_text.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

std::string storage_text() {
    return sample_text("digits_tvm_graph.json");
}

Document graph_opened_with(const ImportOptions& options) {
    auto document = parse_document(storage_text(), "text", options);
    if (!document) {
        qFatal("%s", to_string(document.error()).c_str());
    }
    return std::move(*document);
}

}  // namespace

class GraphExecutorTest : public QObject {
    Q_OBJECT

private slots:
    void storage_ids_become_shared_objects() {
        const Document document = opened(storage_text());
        QCOMPARE(document.format, FileFormat::tvm_graph);
        const auto& objects = document.layout.objects;
        QCOMPARE(objects.size(), std::size_t{4});
        QCOMPARE(objects[0].size, Bytes(3136));
        QCOMPARE(objects[1].size, Bytes(18'432));
        QCOMPARE(objects[1].offset, Offset(3136));
        QCOMPARE(peak(document.problem, document.layout), Offset(26'216));
        QVERIFY(is_complete(document.layout));
        QVERIFY(is_clean(check(document.problem, document.layout)));
    }

    void entries_live_from_producer_to_last_reader() {
        const Document document = opened(storage_text());
        const auto& buffers = document.problem.buffers;
        QCOMPARE(buffers.size(), std::size_t{6});
        QCOMPARE(buffers[0].name, std::string("data"));
        QCOMPARE(buffers[0].kind, BufferKind::input);
        QCOMPARE(buffers[0].lifetime, (Lifetime{Step(0), Step(1)}));
        QCOMPARE(buffers[1].lifetime, (Lifetime{Step(0), Step(2)}));
        QCOMPARE(buffers[5].kind, BufferKind::output);
        QCOMPARE(buffers[5].lifetime, (Lifetime{Step(4), Step(5)}));
        QCOMPARE(document.problem.step_labels[3], (StepLabel{Step(3), "dense"}));
        QCOMPARE(document.problem.graph->operators[OperatorIndex(3)].constants, std::vector<std::string>{"p1"});
        QCOMPARE(document.problem.graph->tensors[1], (TensorFacts{"float32", {1, 8, 24, 24}}));
    }

    void a_node_that_does_nothing_shares_its_operand() {
        const Document document = opened(storage_text());
        QCOMPARE(document.layout.sharing.size(), std::size_t{1});
        const Document copying = opened(replaced(storage_text(), "__nop", "fused_copy"));
        QCOMPARE(check(copying.problem, copying.layout).overlaps.size(), std::size_t{1});
    }

    void weights_are_left_out_or_shown() {
        QCOMPARE(opened(storage_text()).notes[1],
                 std::string("the file does not tell inputs from weights: 2 nodes without operator are left out as "
                             "weights; --set inputs=NAME,… names the inputs"));
        ImportOptions options;
        options.parameters = true;
        const Document shown = graph_opened_with(options);
        QCOMPARE(shown.layout.objects.size(), std::size_t{6});
        QCOMPARE(shown.problem.buffers[1].lifetime, (Lifetime{Step(0), Step(5)}));
    }

    void inputs_are_named_by_a_switch_or_by_their_names() {
        ImportOptions options;
        options.input_names = {"p0", "p1"};
        const Document named = graph_opened_with(options);
        QCOMPARE(named.problem.buffers[0].name, std::string("p0"));
        QCOMPARE(named.problem.buffers.size(), std::size_t{7});
        options.input_names = {"image"};
        const auto unknown = parse_document(storage_text(), "text", options);
        QVERIFY(!unknown);
        QCOMPARE(unknown.error().cause, std::string("nodes: no node without operator has the name 'image'"));
        const Document first = opened(replaced(storage_text(), "\"data\"", "\"x\""));
        QCOMPARE(first.problem.buffers[0].kind, BufferKind::input);
    }

    void each_device_is_a_region() {
        const std::string content = replaced(storage_text(), "\"dltype\"",
                                             R"("device_index": ["list_int", [1, 1, 1, 1, 1, 1, 2, 2]], "dltype")");
        const Document document = opened(content);
        QCOMPARE(document.problem.regions.size(), std::size_t{2});
        QCOMPARE(document.problem.regions[1].name, std::string("device 2"));
        QCOMPARE(document.layout.objects.size(), std::size_t{5});
        QVERIFY(is_clean(check(document.problem, document.layout)));
    }

    void element_sizes_follow_from_the_type_data() {
        QTest::addColumn<QByteArray>("type");
        QTest::addColumn<qlonglong>("size");
        QTest::newRow("int8") << QByteArray("int8") << 784LL;
        QTest::newRow("bool") << QByteArray("bool") << 784LL;
        QTest::newRow("uint1") << QByteArray("uint1") << 784LL;
        QTest::newRow("vector") << QByteArray("int8x4") << 3136LL;
        QTest::newRow("bfloat16") << QByteArray("bfloat16") << 1568LL;
    }
    void element_sizes_follow_from_the_type() {
        QFETCH(QByteArray, type);
        QFETCH(qlonglong, size);
        const Document document = opened(replaced(storage_text(), "[\"float32\"", "[\"" + type.toStdString() + "\""));
        QCOMPARE(static_cast<qlonglong>(document.problem.buffers[0].size.value()), size);
    }

    void errors_name_line_and_path() {
        QVERIFY(error_of(replaced(storage_text(), "\"storage_id\"", "\"storage\""))
                    .find("the graph is not planned yet: it has no attrs.storage_id; build it") != std::string::npos);
        QVERIFY(error_of(replaced(storage_text(), "[[2, 0, 0]]", "[[6, 0, 0]]"))
                    .starts_with("text:6: nodes[3].inputs[0]: it is not the output of an earlier node"));
        QVERIFY(error_of(replaced(storage_text(), "[1, 1152]", "[1, -1]")).find("attrs.shape") != std::string::npos);
        QVERIFY(error_of(replaced(storage_text(), "[\"float32\"", "[\"handle\"")).find("type 'handle' is not known") !=
                std::string::npos);
        QVERIFY(error_of(replaced(storage_text(), "0, 1, 2, 3, 3, 4", "0, 1, 2, 3, 4")).find("attrs.storage_id") !=
                std::string::npos);
        QVERIFY(error_of(replaced(storage_text(), "6, 7, 8]", "6, 8]")).find("node_row_ptr") != std::string::npos);
    }

    void damaged_copies_are_errors_or_sound() { verify_mutated_copies(FileFormat::tvm_graph, storage_text()); }

    void a_real_graph_has_the_known_figures() {
        ARENASCOPE_NEEDS_SHARED_DATA()
        const auto document = read_document(shared_data(QStringLiteral("tvm/mobilenet_graph.json")).toStdString());
        QVERIFY2(document, document ? "" : to_string(document.error()).c_str());
        QCOMPARE(time_span(document->problem), (Lifetime{Step(0), Step(59)}));
        QCOMPARE(document->layout.objects.size(), std::size_t{7});
        QCOMPARE(peak(document->problem, document->layout), Offset(2'458'640));
        QVERIFY(is_clean(check(document->problem, document->layout)));
    }

    void a_real_graph_that_is_not_planned_is_refused() {
        ARENASCOPE_NEEDS_SHARED_DATA()
        const auto document =
            read_document(shared_data(QStringLiteral("tvm/lenet_unplanned_graph.json")).toStdString());
        QVERIFY(!document);
        QVERIFY(document.error().cause.find("not planned yet") != std::string::npos);
    }
};

ARENASCOPE_TEST(GraphExecutorTest)
#include "graph_executor_test.moc"
