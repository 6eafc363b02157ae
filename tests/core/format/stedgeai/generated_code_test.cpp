#include "core/format/stedgeai/generated_code.h"

#include <algorithm>
#include <rapidcheck.h>

#include "core/check/overlap_checker.h"
#include "core/format/reading.h"
#include "core/model/memory/live_profile.h"
#include "tests/support/mutated_copies.h"
#include "tests/support/opened_text.h"
#include "tests/support/sample_text.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

std::string digits_text() {
    return sample_text("digits_network.c");
}

/// A network of X-CUBE-AI 5: lists without numbers, the chain as a field, the batch as last extent.
const std::string older =
    "/* network.c */\n"
    "AI_ARRAY_OBJ_DECLARE(x_output_array, AI_ARRAY_FORMAT_S8|AI_FMT_FLAG_IS_IO, NULL, NULL, 64, AI_STATIC)\n"
    "AI_ARRAY_OBJ_DECLARE(y_output_array, AI_ARRAY_FORMAT_S8, NULL, NULL, 64, AI_STATIC)\n"
    "AI_ARRAY_OBJ_DECLARE(z_output_array, AI_ARRAY_FORMAT_S16, NULL, NULL, 8, AI_STATIC)\n"
    "AI_TENSOR_OBJ_DECLARE(x_output, AI_SHAPE_INIT(2, 4, 8, 1), AI_STRIDE_INIT(1, 1, 1, 1), &x_output_array, "
    "AI_STATIC)\n"
    "AI_TENSOR_OBJ_DECLARE(y_output, AI_SHAPE_INIT(2, 4, 8, 1), AI_STRIDE_INIT(1, 1, 1, 1), &y_output_array, "
    "AI_STATIC)\n"
    "AI_TENSOR_OBJ_DECLARE(z_output, AI_SHAPE_INIT(1, 1, 8, 1), AI_STRIDE_INIT(1, 1, 1, 1), &z_output_array, "
    "AI_STATIC)\n"
    "AI_TENSOR_CHAIN_OBJ_DECLARE(y_chain, AI_STATIC_CONST, AI_TENSOR_LIST_ENTRY(&x_output), "
    "AI_TENSOR_LIST_ENTRY(&y_output), AI_TENSOR_LIST_EMPTY, AI_TENSOR_LIST_EMPTY)\n"
    "AI_LAYER_OBJ_DECLARE(y_layer, 0, NL_TYPE, nl, forward_relu, &AI_NET_OBJ_INSTANCE, &z_layer, AI_STATIC, "
    ".tensors = &y_chain, )\n"
    "AI_TENSOR_CHAIN_OBJ_DECLARE(z_chain, AI_STATIC_CONST, AI_TENSOR_LIST_ENTRY(&y_output), "
    "AI_TENSOR_LIST_ENTRY(&z_output), AI_TENSOR_LIST_EMPTY, AI_TENSOR_LIST_EMPTY)\n"
    "AI_LAYER_OBJ_DECLARE(z_layer, 1, DENSE_TYPE, dense, forward_dense, &AI_NET_OBJ_INSTANCE, &z_layer, AI_STATIC, "
    ".tensors = &z_chain, )\n"
    "AI_NETWORK_OBJ_DECLARE(AI_NET_OBJ_INSTANCE, AI_BUFFER_OBJ_INIT(AI_BUFFER_FORMAT_U8, 1, 1, 0, 1, NULL),\n"
    "  AI_BUFFER_OBJ_INIT(AI_BUFFER_FORMAT_U8, 1, 1, 80, 1, NULL), AI_TENSOR_LIST_IO_ENTRY(AI_FLAG_NONE, 1, "
    "&x_output),\n"
    "  AI_TENSOR_LIST_IO_ENTRY(AI_FLAG_NONE, 1, &z_output), &y_layer, 0)\n"
    "  x_output_array.data = AI_PTR(NULL);\n"
    "  x_output_array.data_start = AI_PTR(NULL);\n"
    "  y_output_array.data = AI_PTR(activations + 0);\n"
    "  y_output_array.data_start = AI_PTR(activations + 0);\n"
    "  z_output_array.data = AI_PTR(activations + 64);\n"
    "  z_output_array.data_start = AI_PTR(activations + 64);\n";

const Buffer& buffer_named(const Document& document, std::string_view name) {
    const auto& buffers = document.problem.buffers;
    const auto found =
        std::find_if(buffers.begin(), buffers.end(), [&](const Buffer& buffer) { return buffer.name == name; });
    if (found == buffers.end()) {
        qFatal("no such buffer");
    }
    return *found;
}

/// The text with each blank as a comment and a line end.
std::string with_comments(const std::string& text) {
    std::string result;
    bool is_directive = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        is_directive = text[i] == '#' || (is_directive && text[i] != '\n');
        const bool is_inside = text.rfind("/*", i) != std::string::npos && text.rfind("/*", i) != i &&
                               text.find("*/", text.rfind("/*", i)) > i;
        result += text[i] == ' ' && !is_directive && !is_inside ? std::string("/* ,) */\n ") : std::string(1, text[i]);
    }
    return result;
}

}  // namespace

class GeneratedCodeTest : public QObject {
    Q_OBJECT

private slots:
    void arrays_in_activations_maps_are_buffers() {
        const Document document = opened(digits_text());
        QCOMPARE(document.format, FileFormat::stedgeai_code);
        QCOMPARE(document.problem.buffers.size(), std::size_t{7});
        QCOMPARE(document.problem.buffers[0].name, std::string("image_output"));
        QCOMPARE(document.problem.buffers[0].size, Bytes(1024));
        QCOMPARE(document.layout.placements[0]->offset, Offset(8192));
        QCOMPARE(buffer_named(document, "conv2d_0_output").size, Bytes(8192));
        QVERIFY(is_clean(check(document.problem, document.layout)));
    }

    void regions_have_the_sizes_of_the_network() {
        const auto& regions = opened(digits_text()).problem.regions;
        QCOMPARE(regions.size(), std::size_t{2});
        QCOMPARE(regions[0].name, std::string("activations 0"));
        QCOMPARE(regions[0].capacity, std::optional(Bytes(9216)));
        QCOMPARE(regions[1].name, std::string("activations 1"));
        QCOMPARE(regions[1].capacity, std::optional(Bytes(288)));
    }

    void lifetimes_follow_the_layers_from_the_first_one() {
        const Document document = opened(digits_text());
        QCOMPARE(buffer_named(document, "image_output").lifetime, (Lifetime{Step(0), Step(1)}));
        QCOMPARE(buffer_named(document, "image_output").kind, BufferKind::input);
        QCOMPARE(buffer_named(document, "conv2d_0_scratch0").lifetime, (Lifetime{Step(0), Step(1)}));
        QCOMPARE(buffer_named(document, "conv2d_0_scratch0").kind, BufferKind::scratch);
        QCOMPARE(buffer_named(document, "nl_0_output").lifetime, (Lifetime{Step(1), Step(3)}));
        // The dense layer reads another tensor over the same array.
        QCOMPARE(buffer_named(document, "pool_1_output").lifetime, (Lifetime{Step(2), Step(4)}));
        QCOMPARE(buffer_named(document, "nl_4_output").lifetime, (Lifetime{Step(4), Step(5)}));
        QCOMPARE(buffer_named(document, "nl_4_output").kind, BufferKind::output);
        QCOMPARE(document.problem.step_labels[2], (StepLabel{Step(2), "pool_1"}));
        const Operator& conv = document.problem.graph->operators[OperatorIndex(0)];
        QCOMPARE(conv.type, std::string("CONV2D"));
        QCOMPARE(conv.constants, (std::vector<std::string>{"conv2d_0_weights", "conv2d_0_bias"}));
        QCOMPARE(document.problem.graph->tensors[BufferIndex(1)].shape, (std::vector<std::int64_t>{1, 16, 16, 8}));
    }

    void what_an_operator_overwrites_is_declared() {
        const Document document = opened(digits_text());
        QCOMPARE(document.layout.sharing.size(), std::size_t{3});
        for (const SharingGroup& group : document.layout.sharing) {
            QCOMPARE(group.kind, SharingGroup::Kind::in_place);
            QCOMPARE(group.basis, SharingGroup::Basis::declared);
        }
        // A dense layer needs all of its input.
        const std::string onto =
            replaced(replaced(digits_text(), "dense_3_output_array.data = AI_PTR(g_digits_activations_map[0] + 2048)",
                              "dense_3_output_array.data = AI_PTR(g_digits_activations_map[0] + 0)"),
                     "dense_3_output_array.data_start = AI_PTR(g_digits_activations_map[0] + 2048)",
                     "dense_3_output_array.data_start = AI_PTR(g_digits_activations_map[0] + 0)");
        const Document wrong = opened(onto);
        QCOMPARE(check(wrong.problem, wrong.layout).overlaps.size(), std::size_t{1});
    }

    void what_is_left_out_is_noted() {
        QCOMPARE(opened(digits_text()).notes,
                 (std::vector<std::string>{
                     "the file has no lifetimes: they follow from the order of its layers",
                     "left out: 4 arrays of weights, 6,504 B",
                     "shared on purpose in 3 places: an operator overwrites what it reads, as its type allows it at "
                     "these offsets"}));
        const Document old = opened(older);
        QCOMPARE(old.notes[1], std::string("left out: 1 array without an offset, which the caller provides"));
        QCOMPARE(old.left_out, std::size_t{1});
    }

    void older_code_is_read() {
        const Document document = opened(older);
        QCOMPARE(document.format, FileFormat::stedgeai_code);
        QCOMPARE(document.problem.buffers.size(), std::size_t{2});
        QCOMPARE(document.problem.regions[0].name, std::string("activations"));
        QCOMPARE(document.problem.regions[0].capacity, std::optional(Bytes(80)));
        QCOMPARE(document.problem.buffers[0].lifetime, (Lifetime{Step(0), Step(2)}));
        QCOMPARE(document.problem.buffers[1].size, Bytes(16));
        QCOMPARE(document.problem.graph->tensors[BufferIndex(0)].shape, (std::vector<std::int64_t>{1, 2, 4, 8}));
        QCOMPARE(document.problem.graph->operators[OperatorIndex(0)].reads_outside,
                 std::vector<std::string>{"x_output"});
    }

    void memory_before_the_first_element_belongs_to_the_buffer() {
        const Document document = opened(replaced(older, "z_output_array.data = AI_PTR(activations + 64)",
                                                  "z_output_array.data = AI_PTR(activations + 68)"));
        QCOMPARE(document.problem.buffers[1].size, Bytes(20));
        QCOMPARE(document.layout.placements[1]->offset, Offset(64));
    }

    void the_width_of_a_format_gives_the_bytes_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("bytes");
        QTest::newRow("float") << QStringLiteral("FLOAT") << 32;
        QTest::newRow("s16") << QStringLiteral("S16") << 16;
        QTest::newRow("u32") << QStringLiteral("U32") << 32;
        QTest::newRow("bool") << QStringLiteral("BOOL") << 8;
        QTest::newRow("u4") << QStringLiteral("U4") << 4;
        QTest::newRow("s1") << QStringLiteral("S1") << 1;
        QTest::newRow("q15") << QStringLiteral("Q15") << 16;
        QTest::newRow("q7") << QStringLiteral("Q7") << 8;
    }

    void the_width_of_a_format_gives_the_bytes() {
        QFETCH(const QString, name);
        QFETCH(const int, bytes);
        const Document document = opened(replaced(older, "FORMAT_S16", "FORMAT_" + name.toStdString()));
        QCOMPARE(document.problem.buffers[1].size, Bytes(bytes));
    }

    void comments_and_line_breaks_may_stand_anywhere() {
        const Document plain = opened(digits_text());
        const Document commented = opened(with_comments(digits_text()));
        QCOMPARE(commented.problem, plain.problem);
        QCOMPARE(commented.layout, plain.layout);
        QCOMPARE(opened(with_crlf(older)).problem, opened(older).problem);
    }

    void what_is_not_known_is_ignored() {
        const std::string more =
            "AI_INTQ_INFO_LIST_OBJ_DECLARE(q, AI_STATIC_CONST, AI_FLAG_NONE, 1, AI_PACK(1))\n"
            "AI_STATIC_CONST ai_float y_data[] = { 0.0, 6.0 };\n"
            "AI_ARRAY_OBJ_DECLARE(y_params, AI_ARRAY_FORMAT_FLOAT, y_data, y_data, 2, AI_STATIC)\n";
        QCOMPARE(opened(older + more).problem, opened(older).problem);
    }

    void a_network_may_be_declared_twice() {
        const std::string network = digits_text().substr(digits_text().find("AI_NETWORK_OBJ_DECLARE"));
        const std::string twice =
            replaced(digits_text(), "AI_NETWORK_OBJ_DECLARE",
                     "#if 1\n" + network.substr(0, network.find("NULL)\n\n") + 6) + "#else\nAI_NETWORK_OBJ_DECLARE") +
            "#endif\n";
        QCOMPARE(opened(twice).problem, opened(digits_text()).problem);
    }

    void errors_name_the_line() {
        QVERIFY(error_of(older.substr(0, older.find(", AI_STATIC)")))
                    .starts_with("text:2: no parenthesis closes AI_ARRAY_OBJ_DECLARE"));
        QVERIFY(error_of(replaced(older, "64, AI_STATIC)", "many, AI_STATIC)"))
                    .starts_with("text:2: the array 'x_output_array' has no number of elements"));
        QVERIFY(error_of(replaced(older, "FORMAT_S16", "FORMAT_T9"))
                    .starts_with("text:4: the width of the format 'T9' of 'z_output_array' is not known"));
        QVERIFY(error_of(replaced(older, "AI_PTR(activations + 64)", "AI_PTR(activations * 64)"))
                    .starts_with("text:19: the place of 'z_output_array' cannot be read: 'activations * 64'"));
        QVERIFY(error_of(replaced(older, "&z_layer, AI_STATIC", "&w_layer, AI_STATIC"))
                    .starts_with("text:9: the layer 'w_layer' is not declared"));
        QVERIFY(error_of(replaced(older, "&z_layer, AI_STATIC, .tensors = &z", "&y_layer, AI_STATIC, .tensors = &z"))
                    .starts_with("text:11: after the layer 'z_layer' comes 'y_layer', which has run already"));
        QVERIFY(error_of(replaced(older, "AI_NETWORK_OBJ_DECLARE", "AI_NETWORK"))
                    .find("AI_NETWORK_OBJ_DECLARE, which names the first layer, is missing") != std::string::npos);
        QVERIFY(error_of(older.substr(0, older.find("  x_output_array.data")))
                    .find("sets no array to a place in an activations map") != std::string::npos);
    }

    void any_chain_of_layers_comes_back() {
        const auto holds = rc::check([] {
            const auto counts = *rc::gen::nonEmpty(rc::gen::container<std::vector<int>>(rc::gen::inRange(1, 5000)));
            std::string text = "/* network */\n";
            std::string pointers;
            std::int64_t offset = 0;
            for (std::size_t i = 0; i < counts.size(); ++i) {
                const std::string name = "t" + std::to_string(i);
                const std::string next = "l" + std::to_string(std::min(i + 1, counts.size() - 1));
                const std::string read = "t" + std::to_string(i == 0 ? 0 : i - 1);
                text += "AI_ARRAY_OBJ_DECLARE(" + name + "_array, AI_ARRAY_FORMAT_U16, NULL, NULL, " +
                        std::to_string(counts[i]) + ", AI_STATIC)\nAI_TENSOR_OBJ_DECLARE(" + name +
                        ", AI_STATIC, 1, 0x0, 1, &" + name + "_array, NULL)\nAI_TENSOR_CHAIN_OBJ_DECLARE(l" +
                        std::to_string(i) + "_chain, AI_STATIC_CONST, 4, AI_TENSOR_LIST_OBJ_INIT(AI_FLAG_NONE, 1, &" +
                        read + "), AI_TENSOR_LIST_OBJ_INIT(AI_FLAG_NONE, 1, &" + name + "))\nAI_LAYER_OBJ_DECLARE(l" +
                        std::to_string(i) + "_layer, 0, NL_TYPE, nl, forward_relu, &l" + std::to_string(i) +
                        "_chain, NULL, &" + next + "_layer, AI_STATIC)\n";
                pointers += name + "_array.data = AI_PTR(g_n_activations_map[0] + " + std::to_string(offset) + ");\n";
                offset += 2L * counts[i];
            }
            text += "AI_NETWORK_OBJ_DECLARE(n, AI_STATIC, AI_BUFFER_INIT(0, 0, 0, 0), AI_BUFFER_INIT(0, 0, 0, " +
                    std::to_string(offset) + "), &l0_layer)\n" + pointers;
            const auto document = parse_document(text, "text");
            RC_ASSERT(document.has_value());
            RC_ASSERT(document->problem.buffers.size() == counts.size());
            RC_ASSERT(peak(document->problem, document->layout) == Offset(offset));
            RC_ASSERT(document->problem.regions[0].capacity == Bytes(offset));
            for (std::size_t i = 0; i < counts.size(); ++i) {
                const Buffer& buffer = document->problem.buffers[i];
                RC_ASSERT(buffer.size == Bytes(2L * counts[i]));
                const auto step = static_cast<std::int64_t>(i);
                const std::int64_t end = std::min<std::int64_t>(step + 2, std::ssize(counts));
                RC_ASSERT(buffer.lifetime == (Lifetime{Step(step), Step(end)}));
            }
        });
        QVERIFY(holds);
    }

    void damaged_copies_neither_crash_nor_hang() {
        verify_mutated_copies(FileFormat::stedgeai_code, digits_text());
        verify_mutated_copies(FileFormat::stedgeai_code, older);
    }
};

ARENASCOPE_TEST(GeneratedCodeTest)
#include "generated_code_test.moc"
