#include "core/format/stedgeai/c_info.h"

#include <algorithm>

#include "core/check/overlap_checker.h"
#include "core/format/reading.h"
#include "core/format/stedgeai/overwriting.h"
#include "core/model/memory/live_profile.h"
#include "tests/support/mutated_copies.h"
#include "tests/support/opened_text.h"
#include "tests/support/sample_text.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

std::string pools_text() {
    return sample_text("digits_c_info.json");
}

BufferIndex pool_buffer(const Document& document, std::string_view name) {
    const auto& buffers = document.problem.buffers;
    return BufferIndex(static_cast<std::size_t>(std::ranges::find(buffers, name, &Buffer::name) - buffers.begin()));
}

bool pool_notes_hold(const Document& document, const std::string& words) {
    return std::ranges::any_of(document.notes,
                               [&](const std::string& note) { return note.find(words) != std::string::npos; });
}

}  // namespace

class CInfoTest : public QObject {
    Q_OBJECT

private slots:
    void pools_with_buffers_become_regions_at_their_addresses() {
        const Document document = opened(pools_text());
        QCOMPARE(document.format, FileFormat::stedgeai_info);
        const auto& regions = document.problem.regions;
        QCOMPARE(regions.size(), std::size_t{3});
        QCOMPARE(regions[0].name, std::string("dtcm"));
        QCOMPARE(regions[0].base, Address{0x2000'0000});
        QCOMPARE(regions[0].capacity, std::optional(Bytes(4096)));
        QCOMPARE(regions[2].capacity, std::optional(Bytes(12'288)));
        QCOMPARE(peak(document.problem, document.layout, RegionIndex(2)), Offset(10'240));
        QVERIFY(is_clean(check(document.problem, document.layout)));
    }

    void epochs_are_inclusive_and_flags_give_kinds() {
        const Document document = opened(pools_text());
        const auto& buffers = document.problem.buffers;
        QCOMPARE(buffers.size(), std::size_t{7});
        QCOMPARE(buffers[0].lifetime, (Lifetime{Step(0), Step(2)}));
        QCOMPARE(buffers[0].kind, BufferKind::input);
        QCOMPARE(buffers[2].kind, BufferKind::scratch);
        QCOMPARE(buffers[6].kind, BufferKind::output);
        QCOMPARE(document.problem.graph->tensors[6], (TensorFacts{"float32", {10}}));
        QCOMPARE(document.problem.graph->tensors[0].type, std::string("int8"));
        // Without flags, as for the N6, the graph names inputs and outputs.
        const Document n6 = opened(replaced(pools_text(), "STAI_FLAG_INPUTS|STAI_FLAG_ACTIVATIONS", ""));
        QCOMPARE(n6.problem.buffers[0].kind, BufferKind::input);
        QCOMPARE(opened(replaced(pools_text(), "conv_scratch", "SCRATCH_1")).problem.buffers[2].kind,
                 BufferKind::scratch);
    }

    void a_pool_that_spans_others_shares_their_addresses() {
        const Document document = opened(pools_text());
        for (const Region& region : document.problem.regions) {
            QVERIFY(region.shares_addresses);
        }
        QVERIFY(pool_notes_hold(document, "'dtcm', 'sram', 'dtcm_sram' have addresses in common"));
        // The scratch moves over the output of the convolution, which lies in the pool that spans both.
        const Document moved = opened(replaced(pools_text(), "\"offset_start\": 6144", "\"offset_start\": 0"));
        const CheckReport report = check(moved.problem, moved.layout);
        QCOMPARE(report.overlaps.size(), std::size_t{1});
        QCOMPARE(report.overlaps[0].a, pool_buffer(moved, "conv_scratch"));
        QCOMPARE(report.overlaps[0].b, pool_buffer(moved, "conv_output"));
        // A symbol gives no address to judge by.
        const Document unknown = opened(replaced(pools_text(), "\"0x20001000\"", "\"_sram_start\""));
        QVERIFY(!unknown.problem.regions[1].shares_addresses && unknown.problem.regions[0].shares_addresses);
        QVERIFY(pool_notes_hold(unknown, "the address of 'sram' is the symbol '_sram_start'"));
        QCOMPARE(opened(replaced(pools_text(), "\"0x20001000\"", "536875008")).problem.regions[1].base,
                 Address{0x2000'1000});
    }

    void operands_that_are_overwritten_are_declared_sharing() {
        const Document document = opened(pools_text());
        const auto& sharing = document.layout.sharing;
        QCOMPARE(sharing.size(), std::size_t{2});
        QCOMPARE(sharing[0], (SharingGroup{SharingGroup::Kind::in_place,
                                           {pool_buffer(document, "image"), pool_buffer(document, "pad_output")}}));
        QCOMPARE(sharing[1].members.back(), pool_buffer(document, "relu_output"));
        // Another node reads the image later: overwriting it is an error.
        const Document later = opened(replaced(pools_text(), "\"inputs\": [6, 9]", "\"inputs\": [6, 9, 1]"));
        QCOMPARE(check(later.problem, later.layout).overlaps.size(), std::size_t{1});
    }

    void an_output_over_an_operand_that_its_operator_needs_as_a_whole_is_an_overlap() {
        // The dense layer, the padding and the convolution write over what they read, each at the same offsets.
        const auto overlaps_with = [](const std::string& type) {
            const Document document =
                opened(replaced(pools_text(), "\"type\": \"Relu\"", "\"type\": \"" + type + "\""));
            const CheckReport report = check(document.problem, document.layout);
            return std::pair(report.overlap_count, report.inferred_count);
        };
        using Counts = std::pair<std::uint64_t, std::uint64_t>;
        for (const char* type : {"Relu", "Eltwise", "Conversion", "Nonlinearity", "Softmax"}) {
            QVERIFY2(overlaps_with(type) == Counts(0, 0), type);
        }
        for (const char* type : {"Dense", "Gemm", "MatMul", "LSTM", "GRU", "Reduce", "Transpose"}) {
            QVERIFY2(overlaps_with(type) == Counts(1, 0), type);
        }
        // A type that nobody knows is only inferred to work in place.
        QVERIFY(overlaps_with("Custom7") == Counts(0, 1));
    }

    void a_slice_or_a_padding_of_one_row_may_lie_over_its_input() {
        const std::vector<std::int64_t> rows = {1, 3, 1, 8};
        const std::vector<std::int64_t> row = {1, 1, 1, 8};
        const auto basis = [&](std::vector<std::string> types, std::int64_t from, std::int64_t to) {
            return overwriting_basis(types, {{Offset(0), Offset(24)}, rows}, {{Offset(from), Offset(to)}, row},
                                     Bytes(0));
        };
        for (const char* type : {"Slice", "Pad"}) {
            QVERIFY2(basis({type}, 0, 8) == SharingGroup::Basis::declared, type);
            QVERIFY2(basis({type}, 16, 24) == SharingGroup::Basis::declared, type);
            QVERIFY2(basis({type, "Relu"}, 0, 8) == SharingGroup::Basis::declared, type);
            // One pixel of a convolution needs the whole window.
            QVERIFY2(!basis({type, "Conv2D"}, 0, 8), type);
        }
        QVERIFY(!basis({"Pool"}, 0, 8));
        QVERIFY(!basis({"Relu"}, 0, 8));
    }

    void a_dense_output_moved_onto_its_input_is_an_overlap_in_the_real_file() {
        ARENASCOPE_NEEDS_SHARED_DATA()
        std::string content = *read_content(shared_data(QStringLiteral("stedgeai/relu_c_info.json")).toStdString());
        const std::size_t name = content.find("\"gemm_0_output_array\"");
        QVERIFY(name != std::string::npos);
        const std::size_t offset = content.find("\"offset_start\": 396", name);
        QVERIFY(offset != std::string::npos);
        content.replace(offset, std::string("\"offset_start\": 396").size(), "\"offset_start\": 0");
        const Document document = opened(content);
        const CheckReport report = check(document.problem, document.layout);
        QCOMPARE(report.overlap_count, std::uint64_t{1});
        QCOMPARE(report.overlaps[0].b, pool_buffer(document, "gemm_0_output_array"));
    }

    void buffers_with_one_place_and_equal_epochs_are_inferred_to_share() {
        std::string content = pools_text();
        content.insert(content.find("    {\"id\": 8,"),
                       R"({"id": 20, "name": "alias", "mpool_id": 0, "offset_start": 0, "size_bytes": 64,
                          "epochs": {"start": 4, "end": 5}},)");
        const Document document = opened(content);
        const CheckReport report = check(document.problem, document.layout);
        QVERIFY(is_clean(report));
        QCOMPARE(document.layout.sharing.size(), std::size_t{3});
        QCOMPARE(document.layout.sharing[2].basis, SharingGroup::Basis::inferred);
        QCOMPARE(report.inferred_count, std::uint64_t{1});
        QCOMPARE(report.inferred[0].b, pool_buffer(document, "alias"));
        QVERIFY(pool_notes_hold(document, "bytes coincide in 1 place, and nothing else says that buffers share"));
        QVERIFY(pool_notes_hold(document, "shared on purpose in 2 places: an operator overwrites"));
    }

    void nodes_stand_on_the_time_axis_with_type_and_mapping() {
        const Document document = opened(pools_text());
        const auto& labels = document.problem.step_labels;
        QCOMPARE(labels.size(), std::size_t{5});
        QCOMPARE(labels[1], (StepLabel{Step(2), "conv"}));
        const Operator& conv = document.problem.graph->operators[OperatorIndex(1)];
        QCOMPARE(conv.type, std::string("HW: Conv2D"));
        QCOMPARE(conv.reads, std::vector<BufferIndex>{pool_buffer(document, "pad_output")});
        QCOMPARE(conv.writes.size(), std::size_t{2});
        QCOMPARE(conv.constants, std::vector<std::string>{"conv_weights"});
        std::string content = pools_text();
        for (std::size_t at = content.find("NODE_HW"); at != std::string::npos; at = content.find("NODE_HW")) {
            content.replace(at, 7, "NODE_SW");
        }
        QCOMPARE(opened(content).problem.graph->operators[OperatorIndex(1)].type, std::string("Conv2D"));
    }

    void nested_nodes_give_an_epoch_its_name_and_types() {
        const std::string nested = replaced(pools_text(), "\"type\": \"Relu\", ", "");
        const std::string inner =
            R"("outputs": [5], "scratchs": [], "subgraph_nodes": [{"name": "w", "description": "Node kind=Param"},
               {"name": "r", "description": "Node kind=Relu"}, {"name": "m", "description": "Node kind=Mul"}])";
        const Document document =
            opened(replaced(nested, R"("outputs": [5], "scratchs": [], "subgraph_nodes": [])", inner));
        QCOMPARE(document.problem.graph->operators[OperatorIndex(2)].type, std::string("HW: Relu, Mul"));
        QCOMPARE(document.problem.step_labels[2].text, std::string("r"));
    }

    void weights_are_left_out_unless_a_switch_shows_them() {
        const Document document = opened(pools_text());
        QVERIFY(pool_notes_hold(document, "left out: weights of 20552 B (2 buffers); --set parameters=true"));
        ImportOptions options;
        options.parameters = true;
        const auto shown = parse_document(pools_text(), "text", options);
        QCOMPARE(shown->problem.buffers.size(), std::size_t{9});
        QCOMPARE(shown->problem.buffers[7].lifetime, (Lifetime{Step(0), Step(6)}));
        QCOMPARE(shown->problem.regions.back().name, std::string("flash"));
        QVERIFY(!shown->problem.regions.back().capacity);
        QVERIFY(is_clean(check(shown->problem, shown->layout)));
    }

    void what_the_file_says_otherwise_is_noted() {
        QVERIFY(!pool_notes_hold(opened(pools_text()), "states an alignment"));
        const Document odd = opened(replaced(pools_text(), "\"offset_start\": 256", "\"offset_start\": 260"));
        QVERIFY(pool_notes_hold(odd, "'dtcm' states an alignment of 8, which its buffers do not keep (1 of them)"));
        QCOMPARE(odd.problem.regions[0].alignment, Bytes(1));
        QVERIFY(
            pool_notes_hold(opened(replaced(pools_text(), "\"used_size_bytes\": 2048", "\"used_size_bytes\": 4000")),
                            "the file says that 4000 B of 'dtcm' are in use; its own buffers reach 2048 B"));
        const Document outside = opened(replaced(pools_text(), "\"mpool_id\": 0", "\"mpool_id\": -1"));
        QCOMPARE(outside.left_out, std::size_t{1});
        QVERIFY(pool_notes_hold(outside, "left out: 1 buffer in no pool"));
    }

    void errors_name_line_and_path() {
        const auto error = [](const std::string& what, const std::string& by) {
            return error_of(replaced(pools_text(), what, by));
        };
        QVERIFY(error("\"offset_start\": 256", "\"offset_start\": -4").starts_with("text:10: buffers[0].offset_start"));
        QVERIFY(error("\"offset_start\": 256", "\"offset_start\": 9223372036854775000")
                    .starts_with("text:10: buffers[0].offset_start"));
        QVERIFY(error("\"size_bytes\": 1024", "\"size_bytes\": \"1k\"")
                    .starts_with("text:10: buffers[0].size_bytes: it is a JSON string"));
        QVERIFY(error("\"mpool_id\": 0", "\"mpool_id\": 7")
                    .starts_with("text:10: buffers[0].mpool_id: there is no pool with the id 7"));
        QVERIFY(
            error("\"id\": 2, \"name\": \"pad", "\"id\": 1, \"name\": \"pad").starts_with("text:11: buffers[1].id"));
        QVERIFY(error("\"start\": 1, \"end\": 2", "\"start\": 3, \"end\": 2")
                    .starts_with("text:11: buffers[1].epochs.end"));
        QVERIFY(error("\"2.0\"", "\"3.1\"").starts_with("text:2: json_schema_version: version '3.1'"));
    }

    void damaged_copies_are_errors_or_sound() { verify_mutated_copies(FileFormat::stedgeai_info, pools_text()); }

    void real_files_have_the_known_figures_data() {
        QTest::addColumn<qulonglong>("buffers");
        QTest::addColumn<QList<qlonglong>>("tails");
        const auto row = [](const char* name, qulonglong buffers, QList<qlonglong> tails) {
            QTest::newRow(name) << buffers << std::move(tails);
        };
        row("relu", 7, {528});
        row("lstm", 11, {13'360});
        row("tcn", 11, {23'936});
        row("transformer", 194, {327'960});
        row("n6_face", 195, {451'584, 451'584, 1'605'632, 2'510'848});
    }
    void real_files_have_the_known_figures() {
        ARENASCOPE_NEEDS_SHARED_DATA()
        QFETCH(qulonglong, buffers);
        QFETCH(QList<qlonglong>, tails);
        const QString path =
            shared_data(QStringLiteral("stedgeai/") + QString::fromLatin1(QTest::currentDataTag()) + "_c_info.json");
        const auto content = read_content(path.toStdString());
        const CountedMemory memory;
        const auto document = parse_document(*content, "c_info.json");
        QVERIFY2(document, document ? "" : to_string(document.error()).c_str());
        QVERIFY(memory.most() <= most_memory_to_read(content->size()));
        QCOMPARE(static_cast<qulonglong>(document->problem.buffers.size()), buffers);
        QCOMPARE(static_cast<qsizetype>(document->problem.regions.size()), tails.size());
        for (qsizetype i = 0; i < tails.size(); ++i) {
            const RegionIndex region(static_cast<std::size_t>(i));
            QCOMPARE(static_cast<qlonglong>(peak(document->problem, document->layout, region).value()), tails[i]);
        }
        QVERIFY(is_clean(check(document->problem, document->layout)));
        QVERIFY(document->problem.graph.has_value() && !document->problem.step_labels.empty());
    }
};

ARENASCOPE_TEST(CInfoTest)
#include "c_info_test.moc"
