#include "core/format/onnx/operator_shapes.h"

#include <algorithm>

#include "core/format/reading.h"
#include "tests/core/format/onnx/onnx_question.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test::onnx_question;

namespace {

std::string einsum(const std::string& equation, const std::vector<Shape>& shapes) {
    TestedNodes tested;
    Names names;
    for (const Shape& shape : shapes) {
        names.push_back(std::to_string(names.size()) + "x");
        tested.inputs.push_back(value(names.back(), float32, shape));
    }
    tested.nodes = {node("Einsum", names, {"y"}, {text("equation", equation)})};
    return of(tested);
}

}  // namespace

class OperatorShapesTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        if (std::ranges::count(missing_formats(), FileFormat::onnx) > 0) {
            QSKIP("this build does not read ONNX");
        }
    }

    void einsum_equations_give_shapes() {
        QCOMPARE(einsum("bij,bjk->bik", {{2, 3, 4}, {2, 4, 5}}), "2x3x5 120");
        QCOMPARE(einsum(" b i j , b j k -> k b ", {{2, 3, 4}, {2, 4, 5}}), "5x2 40");
        QCOMPARE(einsum("ij->", {{2, 3}}), " 4");
        QCOMPARE(einsum("ii->i", {{3, 3}}), "3 12");
    }

    void equations_without_an_arrow_sort_single_letters() {
        QCOMPARE(einsum("ij,jk", {{2, 3}, {3, 4}}), "2x4 32");
        QCOMPARE(einsum("ba", {{2, 3}}), "3x2 24");
        QCOMPARE(einsum("ii", {{3, 3}}), " 4");
        QCOMPARE(einsum("...ij,...jk", {{7, 2, 3}, {3, 4}}), "7x2x4 224");
    }

    void an_ellipsis_stands_for_broadcast_extents() {
        QCOMPARE(einsum("...ii->...i", {{5, 3, 3}}), "5x3 60");
        QCOMPARE(einsum("i...,j...->...ij", {{2, 1, 6}, {3, 5, 6}}), "5x6x2x3 720");
        QCOMPARE(einsum("...->...", {{2, 3}}), "2x3 24");
    }

    void equations_that_do_not_fit_leave_the_size_unknown() {
        for (const char* equation : {"ij->ij", "bij,bjk", "b1j->b", "bij->bix", "b....j->b", "bij->b->i", ""}) {
            QCOMPARE(einsum(equation, {{2, 3, 4}}), "unknown");
        }
        QCOMPARE(einsum("ij,jk->ik", {{2, 3}, {4, 5}}), "unknown");
    }

    void types_unknown_to_the_library_have_sizes() {
        const auto cast_to = [](std::int64_t type) {
            return of({{node("Cast", {"x"}, {"y"}, {integer("to", type)})}, {x({3, 5})}, {}, 24});
        };
        for (const std::int64_t eighth : {17, 18, 19, 20, 24}) {
            QCOMPARE(cast_to(eighth), "3x5 15");
        }
        for (const std::int64_t half : {21, 22, 23}) {
            QCOMPARE(cast_to(half), "3x5 8");
        }
        for (const std::int64_t quarter : {25, 26}) {
            QCOMPARE(cast_to(quarter), "3x5 4");
        }
        QCOMPARE(cast_to(16), "3x5 30");
        QCOMPARE(cast_to(99), "unknown");
        QCOMPARE(of({{node("CastLike", {"x", "like"}, {"y"})}, {x({3, 5})}, {tensor("like", 17, {1})}}), "3x5 15");
        QCOMPARE(
            of({{node("Cast", {"x"}, {"y"}, {integer("to", 21)}), node("Transpose", {"y"}, {"z"})}, {x({3, 5})}}, "z"),
            "5x3 8");
    }

    void quantize_uses_output_dtype_then_its_zero_point() {
        const auto quantized = [](const Names& inputs, const Names& attributes) {
            return of({{node("QuantizeLinear", inputs, {"y"}, attributes)},
                       {x({3, 5})},
                       {tensor("s", float32, {}), tensor("z", int4, {}), tensor("half", float16, {})}});
        };
        QCOMPARE(quantized({"x", "s"}, {}), "3x5 15");
        QCOMPARE(quantized({"x", "s", "z"}, {}), "3x5 8");
        QCOMPARE(quantized({"x", "s"}, {integer("output_dtype", int4)}), "3x5 8");
        const auto back = [](const std::string& scale, const Names& attributes) {
            return of({{node("DequantizeLinear", {"x", scale}, {"y"}, attributes)},
                       {x({3, 5}, int4)},
                       {tensor("s", float32, {}), tensor("half", float16, {})},
                       23});
        };
        QCOMPARE(back("s", {}), "3x5 60");
        QCOMPARE(back("half", {}), "3x5 30");
        QCOMPARE(back("half", {integer("output_dtype", float32)}), "3x5 60");
    }

    void matrix_products_of_onnx_runtime_are_supported() {
        const std::string z = value("z", float32, Shape{2, 5, 4});
        const auto product = [&](const Names& attributes) {
            return of({{runtime_node("FusedMatMul", {"x", "z"}, {"y"}, attributes)}, {x({2, 3, 4}), z}});
        };
        QCOMPARE(product({integer("transB", 1)}), "2x3x5 120");
        QCOMPARE(product({integer("transB", 1), integer("transBatchA", 1)}), "unknown");
        const Names stored = {tensor("b", uint8, {8, 3}), tensor("s", float32, {}), tensor("z", uint8, {}),
                              tensor("c", int32, {3})};
        QCOMPARE(of({{runtime_node("DynamicQuantizeMatMul", {"x", "b", "s"}, {"y"})}, {x({1, 5, 8})}, stored}),
                 "1x5x3 60");
        QCOMPARE(
            of({{runtime_node("MatMulIntegerToFloat", {"x", "b", "s", "s"}, {"y"})}, {x({1, 5, 8}, uint8)}, stored}),
            "1x5x3 60");
        const auto gemm = [&](const Names& inputs) {
            return of({{runtime_node("QGemm", inputs, {"y"})}, {x({5, 8}, uint8)}, stored});
        };
        QCOMPARE(gemm({"x", "s", "z", "b", "s", "z", "c", "s", "z"}), "5x3 15");
        QCOMPARE(gemm({"x", "s", "z", "b", "s", "z"}), "5x3 60");
        QCOMPARE(of({{runtime_node("MatMulNBits", {"x", "b", "s"}, {"y"}, {integer("K", 64), integer("N", 32)})},
                     {x({1, 5, 64})},
                     stored}),
                 "1x5x32 640");
    }

    void convolutions_and_concats_of_onnx_runtime_follow_the_standard() {
        const Names stored = {tensor("s", float32, {}), tensor("z", uint8, {}), tensor("w", float32, {6, 2, 3, 3}),
                              tensor("b", float32, {6})};
        const Names attributes = {integers("kernel_shape", {2, 2}), integers("strides", {2, 2})};
        QCOMPARE(of({{runtime_node("QLinearAveragePool", {"x", "s", "z", "s", "z"}, {"y"}, attributes)},
                     {x({1, 2, 4, 4}, uint8)},
                     stored}),
                 "1x2x2x2 8");
        QCOMPARE(of({{runtime_node("QLinearGlobalAveragePool", {"x", "s", "z", "s", "z"}, {"y"})},
                     {x({1, 2, 4, 4}, uint8)},
                     stored}),
                 "1x2x1x1 2");
        QCOMPARE(of({{runtime_node("FusedConv", {"x", "w", "b", "sum"}, {"y"}, {text("activation", "Relu")})},
                     {x({1, 2, 5, 5}), value("sum", float32, Shape{1, 6, 3, 3})},
                     stored}),
                 "1x6x3x3 216");
        QCOMPARE(of({{runtime_node("QLinearConcat", {"s", "z", "x", "s", "z", "other", "s", "z"}, {"y"},
                                   {integer("axis", 1)})},
                     {x({1, 2}, uint8), value("other", uint8, Shape{1, 3})},
                     stored}),
                 "1x5 5");
    }

    void attention_outputs_have_the_width_of_the_values() {
        const auto apart = [](const Shape& queries, const Shape& keys, const Shape& values, const Names& attributes,
                              const std::string& name) {
            return of({{node("Attention", {"x", "k", "v"}, {"y", "keys", "values"}, attributes)},
                       {x(queries), value("k", float32, keys), value("v", float32, values)},
                       {},
                       23},
                      name);
        };
        QCOMPARE(apart({1, 4, 8, 16}, {1, 2, 6, 16}, {1, 2, 6, 10}, {}, "y"), "1x4x8x10 1280");
        QCOMPARE(apart({1, 4, 8, 16}, {1, 2, 6, 16}, {1, 2, 6, 10}, {}, "values"), "1x2x6x10 480");
        const Names heads = {integer("q_num_heads", 4), integer("kv_num_heads", 2)};
        QCOMPARE(apart({1, 8, 64}, {1, 6, 32}, {1, 6, 20}, heads, "y"), "1x8x40 1280");
        QCOMPARE(apart({1, 8, 64}, {1, 6, 32}, {1, 6, 20}, heads, "keys"), "1x2x6x16 768");
        QCOMPARE(apart({1, 8, 64}, {1, 6, 32}, {1, 6, 20}, {}, "y"), "unknown");
        const Names stored = {tensor("w", float32, {8, 24}), tensor("b", float32, {24})};
        QCOMPARE(of({{runtime_node("Attention", {"x", "w", "b"}, {"y"})}, {x({1, 5, 8})}, stored}), "1x5x8 160");
        QCOMPARE(of({{runtime_node("MultiHeadAttention", {"x", "k", "v"}, {"y"})},
                     {x({1, 5, 8}), value("k", float32, Shape{1, 7, 8}), value("v", float32, Shape{1, 7, 6})}}),
                 "1x5x6 120");
        QCOMPARE(of({{runtime_node("GroupQueryAttention", {"x"}, {"y"},
                                   {integer("num_heads", 4), integer("kv_num_heads", 1)})},
                     {x({1, 5, 48})}}),
                 "1x5x32 640");
    }

    void normalizations_have_all_their_outputs() {
        const Names stored = {tensor("s", float32, {4}), tensor("w", float32, {100, 8}), tensor("g", float32, {8})};
        const TestedNodes layer{{node("LayerNormalization", {"x", "s"}, {"other", "y"}, {integer("axis", 1)})},
                                {x({2, 3, 4}, float16)},
                                stored};
        QCOMPARE(of(layer), "2x1x1 8");
        QCOMPARE(of(layer, "other"), "2x3x4 48");
        QCOMPARE(
            of({{node("BatchNormalization", {"x", "s", "s", "s", "s"}, {"other", "y"}, {integer("training_mode", 1)})},
                {x({2, 4, 3})},
                stored,
                15}),
            "4 16");
        QCOMPARE(of({{runtime_node("SkipLayerNormalization", {"x", "x", "g"}, {"other", "", "", "y"})},
                     {x({1, 5, 8})},
                     stored}),
                 "1x5x8 160");
        const TestedNodes embed_layer_normalization{
            {runtime_node("EmbedLayerNormalization", {"x", "", "w", "w", "", "g", "g"}, {"y", "mask"})},
            {x({2, 5}, int32)},
            stored};
        QCOMPARE(of(embed_layer_normalization), "2x5x8 320");
        QCOMPARE(of(embed_layer_normalization, "mask"), "2 8");
    }

    void operands_give_shapes() {
        const auto behind = [](const std::string& type, const Shape& from, const std::vector<Shape>& rows,
                               const Names& attributes = {}) {
            TestedNodes tested{{}, {x(from)}};
            Names inputs = {"x"};
            for (const Shape& numbers : rows) {
                inputs.push_back(std::to_string(inputs.size()) + "r");
                tested.initializers.push_back(row(inputs.back(), numbers));
            }
            tested.nodes = {node(type, inputs, {"y"}, attributes)};
            return of(tested);
        };
        QCOMPARE(behind("Col2Im", {1, 10, 5}, {{5, 5}, {1, 5}}), "1x2x5x5 200");
        QCOMPARE(behind("CenterCropPad", {10, 7, 3}, {{5, 9}}, {integers("axes", {0, -2})}), "5x9x3 540");
        QCOMPARE(behind("AffineGrid", {1, 2, 3}, {{1, 3, 5, 6}}), "1x5x6x2 240");
        QCOMPARE(behind("AffineGrid", {1, 3, 4}, {{1, 3, 5, 6, 7}}), "1x5x6x7x3 2520");
        QCOMPARE(behind("AffineGrid", {1, 2, 3}, {{1, 3, -5, 6}}), "unknown");
        QCOMPARE(behind("OneHot", {4}, {{10}, {0, 1}}), "4x10 320");
        QCOMPARE(behind("OneHot", {4, 2}, {{10}, {0, 1}}, {integer("axis", 0)}), "10x4x2 640");
        QCOMPARE(behind("MaxUnpool", {1, 1, 2, 2}, {{1, 1, 2, 2}, {1, 1, 5, 5}}, {integers("kernel_shape", {2, 2})}),
                 "1x1x5x5 100");
        QCOMPARE(of({{node("DeformConv", {"x", "w", "o"}, {"y"})},
                     {x({1, 1, 3, 3}), value("o", float32, Shape{1, 8, 2, 2})},
                     {tensor("w", float32, {6, 1, 2, 2})}}),
                 "1x6x2x2 96");
    }

    void signals_have_the_requested_number_of_bins() {
        const auto transformed = [](const Names& inputs, const Names& attributes, std::int64_t version) {
            return of({{node("DFT", inputs, {"y"}, attributes)},
                       {x({1, 10, 1})},
                       {tensor("axis", int64, {}, {1}), tensor("n", int64, {}, {16})},
                       version});
        };
        QCOMPARE(transformed({"x", "", "axis"}, {}, 20), "1x10x2 80");
        QCOMPARE(transformed({"x", "n"}, {integer("onesided", 1)}, 20), "1x9x2 72");
        QCOMPARE(transformed({"x"}, {integer("axis", 1)}, 17), "1x10x2 80");
        const auto short_time = [](const Names& attributes) {
            return of({{node("STFT", {"x", "step", "", "n"}, {"y"}, attributes)},
                       {x({1, 128, 1})},
                       {tensor("step", int64, {}, {8}), tensor("n", int64, {}, {16})},
                       17});
        };
        QCOMPARE(short_time({}), "1x15x9x2 1080");
        QCOMPARE(short_time({integer("onesided", 0)}), "1x15x16x2 1920");
    }

    void sequences_and_optionals_return_their_elements() {
        const std::string z = value("z", float32, Shape{4, 3});
        const std::string construct = node("SequenceConstruct", {"x", "z"}, {"s"});
        const auto at = [&](std::int64_t position) {
            return of({{construct, node("Identity", {"s"}, {"t"}), node("SequenceAt", {"t", "i"}, {"y"})},
                       {x({2, 3}), z},
                       {tensor("i", int64, {}, {position})}});
        };
        QCOMPARE(at(0), "2x3 24");
        QCOMPARE(at(-1), "4x3 48");
        QCOMPARE(at(2), "unknown");
        QCOMPARE(of({{construct, node("ConcatFromSequence", {"s"}, {"y"}, {integer("axis", 0)})}, {x({2, 3}), z}}),
                 "6x3 72");
        const auto split = [](const Names& inputs, const std::string& behind, const Names& attributes = {}) {
            return of({{node("SplitToSequence", inputs, {"s"}, attributes), behind},
                       {x({7, 3})},
                       {tensor("three", int64, {}, {3}), row("parts", {5, 2}), tensor("i", int64, {}, {1})}});
        };
        const std::string second = node("SequenceAt", {"s", "i"}, {"y"});
        QCOMPARE(split({"x"}, second), "1x3 12");
        QCOMPARE(split({"x"}, second, {integer("keepdims", 0)}), "3 12");
        QCOMPARE(split({"x", "three"}, second), "3x3 36");
        QCOMPARE(split({"x", "parts"}, second), "2x3 24");
        QCOMPARE(split({"x", "three"}, node("ConcatFromSequence", {"s"}, {"y"}, {integer("axis", 0)})), "7x3 84");
        QCOMPARE(split({"x"}, node("ConcatFromSequence", {"s"}, {"y"}, {integer("axis", 0), integer("new_axis", 1)}),
                       {integer("keepdims", 0)}),
                 "7x3 84");
        QCOMPARE(of({{node("Optional", {"x"}, {"o"}), node("OptionalGetElement", {"o"}, {"y"})}, {x({2, 3})}}),
                 "2x3 24");
    }

    void experimental_operators_are_supported() {
        const Shape image = {1, 3, 8, 9};
        QCOMPARE(of({{node("ImageScaler", {"x"}, {"y"})}, {x(image)}, {}, 7}), "1x3x8x9 864");
        QCOMPARE(of({{node("Crop", {"x"}, {"y"}, {integers("border", {1, 2, 3, 4})})}, {x(image)}, {}, 7}),
                 "1x3x2x5 120");
        QCOMPARE(of({{node("Crop", {"x"}, {"y"}, {integers("border", {1, 2, 3, 4}), integers("scale", {4, 6})})},
                     {x(image)},
                     {},
                     7}),
                 "1x3x4x6 288");
    }

    void scans_of_the_first_version_have_a_batch() {
        const std::string body = content({{node("Add", {"state", "part"}, {"sum"}), node("Relu", {"sum"}, {"out"})},
                                          {value("state", float32, std::nullopt), value("part", float32, std::nullopt)},
                                          {value("sum", float32, std::nullopt), value("out", float32, std::nullopt)}});
        const TestedNodes scan{
            {node("Scan", {"", "first", "x"}, {"last", "y"}, {graph("body", body), integer("num_scan_inputs", 1)})},
            {value("first", float32, Shape{5, 4}), x({5, 6, 4})},
            {},
            8};
        QCOMPARE(of(scan), "5x6x4 480");
        QCOMPARE(of(scan, "last"), "5x4 80");
    }

    void the_same_name_in_another_domain_is_another_operator() {
        QCOMPARE(of({{node("Einsum", {"x"}, {"y"}, {text("equation", "ij->j")}, "my.dom")}, {x({2, 3})}}), "unknown");
        QCOMPARE(of({{node("FusedMatMul", {"x", "x"}, {"y"})}, {x({3, 3})}}), "unknown");
    }
};

ARENASCOPE_TEST(OperatorShapesTest)
#include "operator_shapes_test.moc"
