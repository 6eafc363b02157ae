#include "core/format/openvino/openvino_model.h"

#include <algorithm>
#include <new>
#include <pugixml.hpp>

#include "core/base/file/file_content.h"
#include "core/format/openvino/ir_text.h"
#include "core/format/reading.h"
#include "core/model/memory/live_profile.h"
#include "tests/support/mutated_copies.h"
#include "tests/support/opened_text.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

/// Ports of one extent each, with consecutive ids from `first`.
std::string port_texts(const std::string& precision, std::size_t first, const std::vector<std::int64_t>& extents) {
    std::string text;
    for (std::size_t i = 0; i < extents.size(); ++i) {
        text += "<port id=\"" + std::to_string(first + i) + "\" " + precision + "><dim>" + std::to_string(extents[i]) +
                "</dim></port>";
    }
    return text;
}

std::string layer_text(int id, const std::string& type, const std::vector<std::int64_t>& inputs,
                       const std::vector<std::int64_t>& outputs, const std::string& more = {}) {
    return "<layer id=\"" + std::to_string(id) + "\" name=\"" + type + std::to_string(id) + "\" type=\"" + type +
           "\" version=\"opset1\">" + more + "<input>" + port_texts("", 0, inputs) + "</input><output>" +
           port_texts("precision=\"FP32\"", inputs.size(), outputs) + "</output></layer>\n";
}

std::string edge_text(int from, int from_port, int to, int to_port) {
    return "<edge from-layer=\"" + std::to_string(from) + "\" from-port=\"" + std::to_string(from_port) +
           "\" to-layer=\"" + std::to_string(to) + "\" to-port=\"" + std::to_string(to_port) + "\"/>\n";
}

std::string openvino_text(const std::string& layers, const std::string& edges, const std::string& version = "11") {
    return "<?xml version=\"1.0\"?>\n<net name=\"n\" version=\"" + version + "\">\n<layers>\n" + layers +
           "</layers>\n<edges>\n" + edges + "</edges>\n</net>\n";
}

/// in ─▶ ReLU ─▶ Result. The ids are out of order.
const std::string small = openvino_text(
    layer_text(7, "Parameter", {}, {8}) + layer_text(3, "ReLU", {8}, {8}) + layer_text(5, "Result", {8}, {}),
    edge_text(7, 0, 3, 0) + edge_text(3, 1, 5, 0));

std::string residual_cell() {
    const auto content = read_content(test::sample(QStringLiteral("residual_cell.xml")).toStdString());
    return content ? *content : std::string();
}

Document opened_with(const std::string& text, const ImportOptions& options) {
    auto document = parse_document(text, "text", options);
    if (!document) {
        qFatal("%s", to_string(document.error()).c_str());
    }
    return std::move(*document);
}

}  // namespace

class OpenvinoModelTest : public QObject {
    Q_OBJECT

private slots:
    void reads_layers_ports_and_edges() {
        const Document document = opened(small);
        QCOMPARE(document.format, FileFormat::openvino);
        const Problem& problem = document.problem;
        QCOMPARE(problem.buffers.size(), std::size_t{2});
        QCOMPARE(problem.buffers[0].name, std::string("Parameter7"));
        QCOMPARE(problem.buffers[0].size, Bytes(32));
        QCOMPARE(problem.buffers[0].kind, BufferKind::input);
        QCOMPARE(problem.buffers[1].kind, BufferKind::output);
        QCOMPARE(problem.graph->operators.size(), std::size_t{1});
        QCOMPARE(problem.graph->operators[0].feature, OperatorFeature::in_place);
    }

    void the_order_of_the_file_is_the_order_of_execution() {
        const std::string text = openvino_text(layer_text(0, "Parameter", {}, {8}) + layer_text(9, "Exp", {8}, {8}) +
                                                   layer_text(1, "Exp", {8}, {8}) + layer_text(2, "Result", {8}, {}),
                                               edge_text(0, 0, 9, 0) + edge_text(9, 1, 1, 0) + edge_text(1, 1, 2, 0));
        QCOMPARE(opened(text).problem.step_labels[0], (StepLabel{Step(0), "Exp9"}));
        QCOMPARE(opened(text).problem.step_labels[1], (StepLabel{Step(1), "Exp1"}));
    }

    void constants_fold_and_an_unread_output_lives_at_its_own_step() {
        const std::string text = openvino_text(
            layer_text(0, "Parameter", {}, {6}) + layer_text(1, "Const", {}, {6}) + layer_text(2, "Convert", {6}, {6}) +
                layer_text(3, "Add", {6, 6}, {6}) + layer_text(4, "Split", {6}, {3, 3}) +
                layer_text(5, "Exp", {3}, {3}) + layer_text(6, "Result", {3}, {}),
            edge_text(0, 0, 3, 0) + edge_text(1, 0, 2, 0) + edge_text(2, 1, 3, 1) + edge_text(3, 2, 4, 0) +
                edge_text(4, 1, 5, 0) + edge_text(5, 1, 6, 0));
        const Document document = opened(text);
        QCOMPARE(document.import->folded, std::vector<std::string>{"Convert2"});
        QCOMPARE(document.problem.buffers.size(), std::size_t{5});
        QCOMPARE(document.problem.buffers[3].name, std::string("Split4.1"));
        QCOMPARE(document.problem.buffers[3].lifetime, (Lifetime{Step(1), Step(2)}));
        // The axis lies in the other file; the shapes show it.
        QCOMPARE(document.problem.graph->operators[1].feature, OperatorFeature::removable);
    }

    void random_operators_and_states_do_not_fold() {
        for (const char* type : {"RandomUniform", "ReadValue"}) {
            const std::string text = openvino_text(
                layer_text(0, "Const", {}, {6}) + layer_text(1, type, {6}, {6}) + layer_text(2, "Result", {6}, {}),
                edge_text(0, 0, 1, 0) + edge_text(1, 1, 2, 0));
            QCOMPARE(opened(text).problem.buffers.size(), std::size_t{1});
        }
    }

    void an_operator_of_another_set_is_ordinary() {
        const std::string text =
            replaced(small, "type=\"ReLU\" version=\"opset1\"", "type=\"ReLU\" version=\"extension\"");
        QCOMPARE(opened(text).problem.graph->operators[0].type, std::string("extension.ReLU"));
        QCOMPARE(opened(text).problem.graph->operators[0].feature, OperatorFeature::ordinary);
    }

    void precisions_have_bits() {
        for (const auto& [name, bits] :
             {std::pair("FP32", 32), std::pair("f32", 32), std::pair("BF16", 16), std::pair("I4", 4),
              std::pair("u1", 1), std::pair("BIN", 1), std::pair("NF4", 4), std::pair("F8E4M3", 8),
              std::pair("boolean", 8), std::pair("BOOL", 8), std::pair("STRING", 0), std::pair("other", 0)}) {
            QCOMPARE(precision_named(name).bits, std::int64_t{bits});
        }
        QCOMPARE(precision_named("FP32").name, precision_named("f32").name);
        const Document packed = opened(replaced(small, "precision=\"FP32\"", "precision=\"U1\""));
        QCOMPARE(packed.problem.buffers[0].size, Bytes(1));
        const Document unknown = opened(replaced(small, "precision=\"FP32\"", "precision=\"STRING\""));
        QCOMPARE(unknown.problem.graph->unknown_sizes.size(), std::size_t{1});
    }

    void open_extents_flow_to_operators_that_keep_them() {
        const std::string open =
            openvino_text(layer_text(0, "Parameter", {}, {-1}) + layer_text(1, "ReLU", {-1}, {-1}) +
                              layer_text(2, "NonZero", {-1}, {-1}) + layer_text(3, "Result", {-1}, {}),
                          edge_text(0, 0, 1, 0) + edge_text(1, 1, 2, 0) + edge_text(2, 1, 3, 0));
        const Document assumed = opened(open);
        QCOMPARE(assumed.problem.graph->assumed_dimensions, (std::vector<std::string>{"Parameter0.0", "NonZero2.0"}));
        QCOMPARE(assumed.dimensions, (std::vector<std::string>{"Parameter0.0", "NonZero2.0"}));
        QCOMPARE(assumed.problem.buffers[1].size, Bytes(4));
        ImportOptions options;
        options.dimensions = {{"Parameter0.0", 16}};
        const Document given = opened_with(open, options);
        QCOMPARE(given.problem.buffers[0].size, Bytes(64));
        QCOMPARE(given.problem.buffers[1].size, Bytes(64));
        QCOMPARE(given.problem.buffers[2].size, Bytes(4));
        options.unknown_dimension = 3;
        QCOMPARE(opened_with(open, options).problem.buffers[2].size, Bytes(12));
        options.dimensions = {{"other.0", 16}};
        QVERIFY(opened_with(open, options).notes[0].find("no open dimension 'other.0'") != std::string::npos);
    }

    void an_unknown_rank_is_listed_as_unknown() {
        const std::string text = openvino_text(
            layer_text(0, "Parameter", {}, {8}) + layer_text(1, "Exp", {8}, {8}) + layer_text(2, "Result", {8}, {}),
            edge_text(0, 0, 1, 0) + edge_text(1, 1, 2, 0));
        const std::string dots = replaced(text, "<input></input><output><port id=\"0\" precision=\"FP32\"><dim>8</dim>",
                                          "<data shape=\"...\"/><output><port id=\"0\" precision=\"FP32\">");
        QCOMPARE(opened(dots).problem.graph->unknown_sizes.size(), std::size_t{1});
        QCOMPARE(opened(dots).problem.buffers.size(), std::size_t{1});
    }

    void a_body_counts_as_scratch_and_has_ids_of_its_own() {
        const std::string body = "<then_body><layers>" + layer_text(0, "Parameter", {}, {8}) +
                                 layer_text(1, "Exp", {8}, {8}) + layer_text(2, "Result", {8}, {}) +
                                 "</layers><edges>" + edge_text(0, 0, 1, 0) + edge_text(1, 1, 2, 0) +
                                 "</edges></then_body>";
        const auto text = [](const std::string& more) {
            return openvino_text(layer_text(0, "Parameter", {}, {8}) + layer_text(1, "If", {8}, {8}, more) +
                                     layer_text(2, "Result", {8}, {}),
                                 edge_text(0, 0, 1, 0) + edge_text(1, 1, 2, 0));
        };
        const Document document = opened(text(body));
        QCOMPARE(document.problem.buffers.size(), std::size_t{3});
        QCOMPARE(document.problem.buffers[2].name, std::string("If1/body"));
        QCOMPARE(document.problem.buffers[2].size, Bytes(64));
        QCOMPARE(document.problem.buffers[2].kind, BufferKind::scratch);
        QCOMPARE(opened(text("")).problem.graph->unknown_sizes.size(), std::size_t{1});
    }

    void deep_nesting_is_no_recursion_without_end() {
        std::string text = small;
        for (const char* tag : {"body", "a"}) {
            std::string opening;
            std::string closing;
            for (int i = 0; i < 20'000; ++i) {
                opening += std::string("<") + tag + " padding=\"some text\">";
                closing += std::string("</") + tag + ">";
            }
            QVERIFY(parse_document(replaced(small, "<edges>", opening + closing + "<edges>"), "text").has_value());
        }
        std::string nested;
        for (int i = 0; i < 100; ++i) {
            nested = "<body><layers>" + layer_text(0, "Loop", {}, {}, nested) + "</layers></body>";
        }
        text = openvino_text(layer_text(0, "Loop", {}, {8}, nested) + layer_text(1, "Result", {8}, {}),
                             edge_text(0, 0, 1, 0));
        QCOMPARE(opened(text).problem.graph->unknown_sizes.size(), std::size_t{1});
    }

    void entities_of_a_document_type_are_not_expanded() {
        const std::string text =
            replaced(small, "<net", "<!DOCTYPE net [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;\">]>\n<net");
        QCOMPARE(opened(replaced(text, "name=\"ReLU3\"", "name=\"&b;\"")).problem.buffers[1].name, std::string("&b;"));
        QCOMPARE(opened(replaced(text, "name=\"ReLU3\"", "name=\"a&lt;b\"")).problem.buffers[1].name,
                 std::string("a<b"));
    }

    void errors_name_the_line() {
        QVERIFY(error_of(replaced(small, "\"11\"", "\"7\"")).starts_with("text:2: the model has IR version 7"));
        QVERIFY(error_of(replaced(small, "\"11\"", "\"12\"")).find("convert it to IR version 11") != std::string::npos);
        QVERIFY(error_of(replaced(small, "version=\"11\"", "")).find("has no version") != std::string::npos);
        QVERIFY(error_of("<project><net/></project>").find("XML with the outermost element 'project'") !=
                std::string::npos);
        QVERIFY(error_of("<net version=\"10\"/>").find("the graph has no layers") != std::string::npos);
        QVERIFY(error_of(replaced(small, "from-port=\"1\"", "from-port=\"4\""))
                    .starts_with("text:10: the edge names output port '4' of layer 'ReLU3', which does not exist"));
        QVERIFY(error_of(replaced(small, "to-port=\"0\"", "to-port=\"9\""))
                    .starts_with("text:9: the edge names input port '9' of layer 'ReLU3'"));
        QVERIFY(error_of(replaced(small, "to-layer=\"3\"", "to-layer=\"4\""))
                    .starts_with("text:9: the edge names layer '4'"));
        QVERIFY(error_of(replaced(small, edge_text(7, 0, 3, 0), ""))
                    .starts_with("text:5: no edge leads to input port '0' of layer 'ReLU3'"));
        QVERIFY(error_of(replaced(small, edge_text(7, 0, 3, 0), edge_text(7, 0, 3, 0) + edge_text(7, 0, 3, 0)))
                    .starts_with("text:10: two edges lead to input port '0'"));
        QVERIFY(error_of(replaced(small, "id=\"5\"", "id=\"3\"")).starts_with("text:6: there are two layers"));
        QVERIFY(error_of(replaced(small, "<dim>8</dim>", "<dim>x</dim>")).starts_with("text:4: the extent 'x'"));
        QVERIFY(error_of(small.substr(0, small.size() - 8)).find("it is not well-formed XML") != std::string::npos);
        std::string dense = "<net>";
        for (int i = 0; i < 5'000; ++i) {
            dense += "<a/>";
        }
        QVERIFY(error_of(dense + "</net>").find("too many tags for its size") != std::string::npos);
    }

    void mutated_copies_give_an_error_or_a_sound_model() {
        // The library takes its memory from malloc, which is not counted.
        const auto allocate = pugi::get_memory_allocation_function();
        const auto release = pugi::get_memory_deallocation_function();
        pugi::set_memory_management_functions([](std::size_t size) { return ::operator new(size); },
                                              [](void* block) { ::operator delete(block); });
        verify_mutated_copies(FileFormat::openvino, residual_cell());
        pugi::set_memory_management_functions(allocate, release);
    }

    void the_sample_shares_memory() {
        const Document document = opened(residual_cell());
        QCOMPARE(document.problem.graph->assumed_dimensions, std::vector<std::string>{"image.0"});
        QCOMPARE(document.problem.buffers.size(), std::size_t{13});
        QCOMPARE(document.problem.step_labels.size(), std::size_t{11});
        const auto& operators = document.problem.graph->operators;
        const auto count = [&](OperatorFeature feature) {
            return std::count_if(operators.begin(), operators.end(),
                                 [feature](const Operator& one) { return one.feature == feature; });
        };
        QCOMPARE(count(OperatorFeature::removable), std::ptrdiff_t{2});
        QCOMPARE(count(OperatorFeature::merge), std::ptrdiff_t{1});
        QCOMPARE(count(OperatorFeature::in_place), std::ptrdiff_t{4});
    }

    void the_shared_models_have_known_figures_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<int>("steps");
        QTest::addColumn<int>("buffers");
        QTest::addColumn<qint64>("threshold");
        QTest::newRow("lenet") << "lenet.xml" << 23 << 24 << qint64{27'648};
        QTest::newRow("face") << "face-detection-adas-0001.xml" << 291 << 292 << qint64{31'997'952};
        QTest::newRow("yolov5") << "yolov5.xml" << 317 << 327 << qint64{88'473'600};
        QTest::newRow("dummy") << "dummy.xml" << 1 << 2 << qint64{80};
        QTest::newRow("dynamic") << "dummy_fp64_dynamic.xml" << 1 << 2 << qint64{160};
    }

    void the_shared_models_have_known_figures() {
        ARENASCOPE_NEEDS_SHARED_DATA();
        QFETCH(const QString, file);
        QFETCH(const int, steps);
        QFETCH(const int, buffers);
        QFETCH(const qint64, threshold);
        const auto document = read_document(shared_data(QStringLiteral("openvino/") + file).toStdString());
        QVERIFY2(document.has_value(), document ? "" : to_string(document.error()).c_str());
        QCOMPARE(document->problem.step_labels.size(), static_cast<std::size_t>(steps));
        QCOMPARE(document->problem.buffers.size(), static_cast<std::size_t>(buffers));
        QCOMPARE(arenascope::threshold(document->problem), Bytes(threshold));
        QVERIFY(document->problem.graph->unknown_sizes.empty());
    }
};

ARENASCOPE_TEST(OpenvinoModelTest)
#include "openvino_model_test.moc"
