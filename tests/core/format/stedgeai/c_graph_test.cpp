#include "core/format/stedgeai/c_graph.h"

#include <algorithm>

#include "core/check/overlap_checker.h"
#include "core/format/reading.h"
#include "tests/support/mutated_copies.h"
#include "tests/support/opened_text.h"
#include "tests/support/sample_text.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

std::string layers_text() {
    return sample_text("signal_c_graph.json");
}

}  // namespace

class CGraphTest : public QObject {
    Q_OBJECT

private slots:
    void lifetimes_follow_from_the_order_of_layers() {
        const Document document = opened(layers_text());
        QCOMPARE(document.format, FileFormat::stedgeai_graph);
        const auto& buffers = document.problem.buffers;
        QCOMPARE(buffers.size(), std::size_t{5});
        QCOMPARE(buffers[0].name, std::string("signal_array"));
        QCOMPARE(buffers[0].lifetime, (Lifetime{Step(0), Step(1)}));
        QCOMPARE(buffers[1].lifetime, (Lifetime{Step(0), Step(1)}));
        QCOMPARE(buffers[1].kind, BufferKind::scratch);
        QCOMPARE(buffers[2].lifetime, (Lifetime{Step(0), Step(2)}));
        QCOMPARE(buffers[4].lifetime, (Lifetime{Step(2), Step(3)}));
        QCOMPARE(document.notes[0], std::string("the file has no lifetimes: they follow from the order of its layers"));
        QVERIFY(is_clean(check(document.problem, document.layout)));
    }

    void an_output_lives_to_the_end_and_an_array_without_layer_throughout() {
        const Document early =
            opened(replaced(layers_text(), R"("outputs": ["scores"])", R"("outputs": ["dense_output"])"));
        QCOMPARE(early.problem.buffers[3].lifetime, (Lifetime{Step(1), Step(3)}));
        const Document unused = opened(replaced(layers_text(), R"("scratchs": ["lstm_scratch"])", R"("scratchs": [])"));
        QCOMPARE(unused.problem.buffers[1].lifetime, (Lifetime{Step(0), Step(3)}));
        QCOMPARE(unused.notes[1], std::string("alive throughout, because no layer names them: 1 array"));
    }

    void pools_layers_and_places_are_read() {
        const Document document = opened(layers_text());
        QCOMPARE(document.problem.regions.size(), std::size_t{1});
        QCOMPARE(document.problem.regions[0].capacity, std::optional(Bytes(4096)));
        QCOMPARE(document.problem.step_labels[1], (StepLabel{Step(1), "dense"}));
        QCOMPARE(document.problem.graph->operators[OperatorIndex(1)].constants,
                 std::vector<std::string>{"dense_weights"});
        // The softmax overwrites what it reads.
        QCOMPARE(document.layout.sharing,
                 (std::vector<SharingGroup>{{SharingGroup::Kind::in_place, {BufferIndex(3), BufferIndex(4)}}}));
    }

    /// Versions 1.0 and 1.1 name the pool under another key, tell constants by their type, and leave the arrays of the
    /// caller without an offset.
    void older_versions_are_read() {
        const Document document = opened(R"({"version": "1.0", "activations": 96, "c_arrays": [
            {"c_bits": [32, 0], "c_size_in_byte": 16, "c_type": "float", "mem_pool": "user", "name": "in_array",
             "offset": "NULL", "tensors": [{"name": "in", "shape": [4]}]},
            {"c_bits": [32, 0], "c_size_in_byte": 64, "c_type": "float", "mem_pool": "activations", "name": "a_array",
             "offset": 0, "tensors": [{"name": "a", "shape": [16]}, {"name": "a0", "shape": [4, 4]}]},
            {"c_bits": [32, 0], "c_size_in_byte": 256, "c_type": "const float", "mem_pool": "weights", "name": "w_array",
             "offset": 0, "tensors": [{"name": "w", "shape": [64]}]},
            {"c_bits": [32, 0], "c_size_in_byte": 32, "c_type": "float", "mem_pool": "activations", "name": "b_array",
             "offset": 64, "tensors": [{"name": "b", "shape": [8]}]}],
          "c_layers": [
            {"name": "first", "type": "dense", "tensors": {"inputs": ["in"], "outputs": ["a"], "scratchs": [], "weights": ["w"]}},
            {"name": "second", "type": "nl", "tensors": {"inputs": ["a0"], "outputs": ["b"], "scratchs": [], "weights": []}}],
          "inputs": ["in"], "outputs": ["b"]})");
        QCOMPARE(document.problem.buffers.size(), std::size_t{2});
        QCOMPARE(document.problem.buffers[0].lifetime, (Lifetime{Step(0), Step(2)}));
        QCOMPARE(document.problem.regions[0].name, std::string("activations"));
        QCOMPARE(document.problem.graph->operators[OperatorIndex(1)].type, std::string("nl"));
        QCOMPARE(peak(document.problem, document.layout), Offset(96));
        QCOMPARE(document.left_out, std::size_t{1});
        QVERIFY(std::ranges::find(document.notes, "left out: 1 array without an offset, which the caller provides") !=
                document.notes.end());
    }

    void errors_name_line_and_path() {
        QVERIFY(error_of(replaced(layers_text(), R"("offset": 2048)", R"("offset": -1)"))
                    .starts_with("text:11: c_arrays[2].offset: it is negative"));
        QVERIFY(error_of(replaced(layers_text(), R"("1.2")", R"("7")")).starts_with("text:2: version: version '7'"));
    }

    void damaged_copies_are_errors_or_sound() { verify_mutated_copies(FileFormat::stedgeai_graph, layers_text()); }

    void a_real_file_has_the_tail_of_its_other_description() {
        ARENASCOPE_NEEDS_SHARED_DATA()
        const auto document = read_document(shared_data(QStringLiteral("stedgeai/lstm_c_graph.json")).toStdString());
        QVERIFY2(document, document ? "" : to_string(document.error()).c_str());
        QCOMPARE(document->problem.buffers.size(), std::size_t{11});
        QCOMPARE(peak(document->problem, document->layout), Offset(13'360));
        QVERIFY(is_clean(check(document->problem, document->layout)));
    }
};

ARENASCOPE_TEST(CGraphTest)
#include "c_graph_test.moc"
