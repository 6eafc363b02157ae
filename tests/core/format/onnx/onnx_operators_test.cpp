#include <bit>
#include <limits>

#include "tests/core/format/onnx/onnx_question.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test::onnx_question;

// Operators and attributes that neither the cases of ONNX itself (onnx_cases_test) nor real models have.

namespace {

/// The number as it lies in memory.
template <class Bits>
std::string in_memory(Bits bits) {
    std::string written;
    for (std::size_t i = 0; i < sizeof(Bits); ++i, bits >>= 8U) {
        written += static_cast<char>(bits & 0xFFU);
    }
    return written;
}

std::string float_bytes(float real) {
    return in_memory(std::bit_cast<std::uint32_t>(real));
}

/// An attribute that is a float.
std::string real(const std::string& name, float number_of) {
    constexpr char four_bytes = (2U << 3U) | 5U;
    return bytes(1, name) + four_bytes + float_bytes(number_of) + number(20, 1);
}

/// An attribute that is a list of floats.
std::string reals(const std::string& name, const std::vector<float>& numbers) {
    std::string packed;
    for (const float one : numbers) {
        packed += float_bytes(one);
    }
    return bytes(1, name) + bytes(7, packed) + number(20, 6);
}

/// A stored tensor of doubles, which has a field of its own.
std::string doubles(const std::string& name, const std::vector<double>& numbers) {
    std::string packed;
    for (const double one : numbers) {
        packed += in_memory(std::bit_cast<std::uint64_t>(one));
    }
    return number(1, static_cast<std::int64_t>(numbers.size())) + number(2, 11) + bytes(8, name) + bytes(10, packed);
}

std::string constant(const std::string& name, const std::string& attribute) {
    return node("Constant", {}, {name}, {attribute});
}

/// What a Reshape of x by a row gives that these operators compute.
std::string reshaped_by(Names nodes, const Shape& from, const Names& initializers) {
    nodes.push_back(node("Reshape", {"x", "target"}, {"y"}));
    return of({std::move(nodes), {x(from)}, initializers});
}

/// An operator of one input and one output and where it is defined.
struct Kept {
    const char* domain;
    const char* type;
    std::int64_t version;
};

}  // namespace

class OnnxOperatorsTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        if (std::ranges::count(missing_formats(), FileFormat::onnx) > 0) {
            QSKIP("this build does not read ONNX");
        }
    }

    void many_operators_keep_the_shape_of_their_first_operand() {
        const Kept all[] = {{"", "Affine", 1},
                            {"", "ImageScaler", 1},
                            {"", "ParametricSoftplus", 1},
                            {"", "ScaledTanh", 1},
                            {"", "BitwiseNot", 18},
                            {"", "Celu", 12},
                            {"", "Gelu", 20},
                            {"", "GroupNormalization", 18},
                            {"", "InstanceNormalization", 6},
                            {"", "LpNormalization", 1},
                            {"", "MeanVarianceNormalization", 9},
                            {"", "Mish", 18},
                            {"", "RMSNormalization", 23},
                            {"", "RotaryEmbedding", 23},
                            {"", "SimplifiedLayerNormalization", 17},
                            {"", "Swish", 24},
                            {"ai.onnx.ml", "Binarizer", 13},
                            {"ai.onnx.ml", "Imputer", 13},
                            {"com.microsoft", "BiasAdd", 13},
                            {"com.microsoft", "BiasGelu", 13},
                            {"com.microsoft", "BiasSoftmax", 13},
                            {"com.microsoft", "FastGelu", 13},
                            {"com.microsoft", "Gelu", 13},
                            {"com.microsoft", "GroupNorm", 13},
                            {"com.microsoft", "Inverse", 13},
                            {"com.microsoft", "LongformerAttention", 13},
                            {"com.microsoft", "QLinearLeakyRelu", 13},
                            {"com.microsoft", "QLinearSigmoid", 13},
                            {"com.microsoft", "QLinearSoftmax", 13},
                            {"com.microsoft", "QuickGelu", 13},
                            {"com.microsoft", "RotaryEmbedding", 13},
                            {"com.microsoft", "Trilu", 13}};
        for (const Kept& one : all) {
            const std::string size = of({{node(one.type, {"x", "w"}, {"y"}, {}, one.domain)},
                                         {x({2, 4, 6, 6}, float16)},
                                         {tensor("w", float16, {4})},
                                         one.version});
            QVERIFY2(size == "2x4x6x6 576", (std::string(one.type) + ": " + size).c_str());
        }
    }

    void scalers_and_normalizers_put_out_floats() {
        for (const char* type : {"Scaler", "Normalizer"}) {
            QCOMPARE(of({{node(type, {"x"}, {"y"}, {}, "ai.onnx.ml")}, {x({3, 5}, int64)}}), "3x5 60");
        }
    }

    void the_second_operand_was_once_broadcast_from_an_axis_on() {
        for (const char* type : {"Add", "Sub", "Mul", "Div", "Pow", "PRelu"}) {
            const auto size = [&](std::int64_t version, const Shape& second) {
                return of({{node(type, {"x", "z"}, {"y"}, {integer("broadcast", 1), integer("axis", 1)})},
                           {x({2, 3, 4, 5}), value("z", float32, second)},
                           {},
                           version});
            };
            QCOMPARE(size(6, {3, 4}), "2x3x4x5 480");
            QCOMPARE(size(6, {3}), "2x3x4x5 480");
        }
        QCOMPARE(of({{node("Add", {"x", "z"}, {"y"})}, {x({3, 1}), value("z", float32, Shape{2, 1, 4})}, {}, 7}),
                 "2x3x4 96");
    }

    void bitwise_operators_broadcast() {
        for (const char* type : {"BitwiseAnd", "BitwiseOr", "BitwiseXor"}) {
            QCOMPARE(of({{node(type, {"x", "z"}, {"y"})}, {x({3, 1}, uint8), value("z", uint8, Shape{2, 1, 4})}}),
                     "2x3x4 24");
        }
    }

    void quantized_operators_of_the_runtime_are_as_their_floats() {
        const Names stored = {tensor("s", float32, {}), tensor("zero", uint8, {})};
        for (const char* type : {"QLinearAdd", "QLinearMul"}) {
            QCOMPARE(of({{runtime_node(type, {"x", "s", "zero", "z", "s", "zero", "s", "zero"}, {"y"})},
                         {x({3, 1}, uint8), value("z", uint8, Shape{2, 1, 4})},
                         stored}),
                     "2x3x4 24");
        }
        const auto averaged = [&](const Shape& from, std::int64_t channels_last) {
            return of({{runtime_node("QLinearGlobalAveragePool", {"x", "s", "zero", "s", "zero"}, {"y"},
                                     {integer("channels_last", channels_last)})},
                       {x(from, uint8)},
                       stored});
        };
        QCOMPARE(averaged({2, 7, 5, 3}, 0), "2x7x1x1 14");
        QCOMPARE(averaged({2, 7, 5, 3}, 1), "2x1x1x3 6");
        QCOMPARE(averaged({2, 7}, 0), "unknown");
        const auto quantized = [&](const std::string& type, std::int64_t from) {
            return of({{runtime_node(type, {"x", "s", "zero"}, {"y"})}, {x({3, 5}, from)}, stored});
        };
        QCOMPARE(quantized("QuantizeLinear", float32), "3x5 15");
        QCOMPARE(quantized("DequantizeLinear", uint8), "3x5 60");
    }

    void products_take_rows_and_columns() {
        const auto product = [](const std::string& type, const Shape& a, const Shape& b, const Names& attributes) {
            return of({{runtime_node(type, {"x", "z"}, {"y"}, attributes)}, {x(a), value("z", float32, b)}});
        };
        QCOMPARE(product("FusedMatMul", {3}, {2, 3, 4}, {}), "2x4 32");
        QCOMPARE(product("FusedMatMul", {2, 5, 3}, {3}, {}), "2x5 40");
        QCOMPARE(product("FusedMatMul", {3}, {3}, {}), " 4");
        QCOMPARE(product("FusedMatMul", {}, {3, 4}, {}), "unknown");
        QCOMPARE(product("TransposeMatMul", {2, 3, 5}, {2, 4, 3}, {integer("transA", 1), integer("transB", 1)}),
                 "2x5x4 160");
        QCOMPARE(product("MatMulBnb4", {1, 5, 64}, {10, 1}, {integer("K", 64), integer("N", 32)}), "1x5x32 640");
        QCOMPARE(product("MatMulBnb4", {1, 5, 64}, {10, 1}, {}), "unknown");
    }

    void skip_normalization_of_the_runtime_outputs_the_sum_too() {
        for (const char* type : {"SkipLayerNormalization", "SkipSimplifiedLayerNormalization"}) {
            QCOMPARE(of({{runtime_node(type, {"x", "x", "g"}, {"other", "", "", "y"})},
                         {x({2, 5, 8}, float16)},
                         {tensor("g", float16, {8})}}),
                     "2x5x8 160");
        }
    }

    void keys_and_values_of_the_past_come_before_the_new_ones() {
        const auto remembered = [](const std::optional<std::string>& past, const std::string& name) {
            return of({{node("Attention", {"x", "k", "v", "", "past", "past"}, {"other", "keys", "values", "y"})},
                       {x({1, 4, 8, 16}), value("k", float32, Shape{1, 4, 6, 16}),
                        value("v", float32, Shape{1, 4, 6, 16}), value("past", float32, past)},
                       {},
                       23},
                      name);
        };
        const std::string ten = dimension(1) + dimension(4) + dimension(10) + dimension(16);
        QCOMPARE(remembered(ten, "keys"), "1x4x16x16 4096");
        QCOMPARE(remembered(ten, "y"), "1x4x8x16 2048");
        QCOMPARE(remembered(dimension(4), "keys"), "unknown");
    }

    void packed_attention_takes_its_width_from_what_says_it() {
        const auto packed = [](const Names& attributes, const std::optional<std::string>& weights, const Shape& from) {
            return of({{runtime_node("Attention", {"x", "w", "b"}, {"y"}, attributes)},
                       {x(from), value("w", float32, weights)},
                       {tensor("b", float32, {24})}});
        };
        const std::string matrix = dimension(8) + dimension(24);
        QCOMPARE(packed({integers("qkv_hidden_sizes", {10, 10, 4})}, matrix, {1, 5, 8}), "1x5x4 80");
        QCOMPARE(packed({integers("qkv_hidden_sizes", {10, 10})}, matrix, {1, 5, 8}), "unknown");
        QCOMPARE(packed({}, std::nullopt, {1, 5, 8}), "1x5x8 160");
        QCOMPARE(packed({}, matrix, {5, 8}), "unknown");
    }

    void heads_may_be_packed_into_one_operand() {
        const auto heads = [](const Names& names, const std::vector<Shape>& shapes) {
            TestedNodes question{{runtime_node("MultiHeadAttention", names, {"y"}, {integer("num_heads", 4)})}, {}};
            for (std::size_t i = 0; i < shapes.size(); ++i) {
                question.inputs.push_back(value(names[i], float32, shapes[i]));
            }
            return of(question);
        };
        // Queries, keys and values in one; keys and values in one; values by head.
        QCOMPARE(heads({"x"}, {{2, 7, 4, 3, 8}}), "2x7x32 1792");
        QCOMPARE(heads({"x", "k"}, {{2, 7, 32}, {2, 9, 4, 2, 8}}), "2x7x32 1792");
        QCOMPARE(heads({"x", "k", "v"}, {{2, 7, 32}, {2, 4, 9, 8}, {2, 4, 9, 6}}), "2x7x24 1344");
        QCOMPARE(heads({"x"}, {{7, 32}}), "unknown");
    }

    void constants_may_be_written_as_attributes_of_many_kinds() {
        const auto repeated = [](const std::string& attribute) {
            return of({{constant("c", attribute), node("Concat", {"x", "c"}, {"y"}, {integer("axis", 0)})},
                       {x({2}, attribute.find("float") == std::string::npos ? int64 : float32)}});
        };
        QCOMPARE(repeated(integers("value_ints", {7, 8, 9})), "5 40");
        QCOMPARE(repeated(reals("value_floats", {7, 8, 9})), "5 20");
        QCOMPARE(of({{constant("c", integer("value_int", 3)), node("Add", {"x", "c"}, {"y"})}, {x({4}, int64)}}),
                 "4 32");
        QCOMPARE(of({{constant("c", real("value_float", 3)), node("Add", {"x", "c"}, {"y"})}, {x({4})}}), "4 16");
        // Sparse: one element that is stored, at a place, of a row of three.
        const std::string sparse =
            bytes(1, "sparse_value") +
            bytes(22, bytes(1, tensor("", int64, {1}, {5})) + bytes(2, tensor("", int64, {1}, {2})) + number(3, 3)) +
            number(20, 11);
        QCOMPARE(
            of({{constant("c", sparse), node("Concat", {"x", "c"}, {"y"}, {integer("axis", 0)})}, {x({2}, int64)}}),
            "5 40");
        QCOMPARE(of({{constant("c", text("value_string", "seven")), node("Concat", {"x", "c"}, {"y"})}, {x({2})}}),
                 "unknown");
    }

    void elements_of_constants_tell_sizes() {
        QCOMPARE(reshaped_by({constant("target", integers("value_ints", {3, -1}))}, {2, 6}, {}), "3x4 48");
        const auto resized = [](const std::string& scale) {
            return of({{scale, node("Resize", {"x", "", "scales"}, {"y"})}, {x({1, 1, 4, 4})}});
        };
        QCOMPARE(resized(constant("scales", reals("value_floats", {1, 1, 2, 0.5F}))), "1x1x8x2 64");
        QCOMPARE(of({{constant("depth", real("value_float", 5)), node("OneHot", {"x", "depth", "v"}, {"y"})},
                     {x({3}, int64)},
                     {tensor("v", float32, {2})}}),
                 "3x5 60");
        QCOMPARE(reshaped_by({node("Cast", {"reals"}, {"target"}, {integer("to", int64)})}, {2, 6},
                             {doubles("reals", {4, 3})}),
                 "4x3 48");
    }

    void targets_are_computed_from_integers() {
        const auto by = [](const std::string& type, const Shape& numbers) {
            return reshaped_by({node(type, {"r"}, {"target"})}, {2, 6}, {row("r", numbers)});
        };
        QCOMPARE(by("Abs", {-3, 4}), "3x4 48");
        QCOMPARE(by("Neg", {-3, 1}), "3x4 48");
        QCOMPARE(reshaped_by({node("Sign", {"r"}, {"s"}), node("Mul", {"s", "t"}, {"target"})}, {2, 6},
                             {row("r", {9, -9}), row("t", {3, 1})}),
                 "3x4 48");
        // 0 takes an extent of x.
        QCOMPARE(reshaped_by(
                     {node("Cast", {"r"}, {"b"}, {integer("to", boolean)}), node("Where", {"b", "t", "r"}, {"target"})},
                     {3, 4}, {row("r", {0, 7}), row("t", {9, 4})}),
                 "3x4 48");
    }

    void remainders_have_the_sign_that_is_asked_for() {
        const auto ten_more_than_rest = [](std::int64_t a, std::int64_t b, std::int64_t has_sign_of_dividend) {
            return of({{node("Mod", {"a", "b"}, {"rest"}, {integer("fmod", has_sign_of_dividend)}),
                        node("Add", {"rest", "ten"}, {"target"}), node("Expand", {"x", "target"}, {"y"})},
                       {x({1})},
                       {row("a", {a}), row("b", {b}), row("ten", {10})}});
        };
        constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();
        QCOMPARE(ten_more_than_rest(9, 5, 0), "14 56");
        QCOMPARE(ten_more_than_rest(-9, 5, 0), "11 44");
        QCOMPARE(ten_more_than_rest(-9, 5, 1), "6 24");
        QCOMPARE(ten_more_than_rest(9, -5, 0), "9 36");
        QCOMPARE(ten_more_than_rest(9, -5, 1), "14 56");
        QCOMPARE(ten_more_than_rest(least, -1, 0), "10 40");
        QCOMPARE(ten_more_than_rest(least, -1, 1), "10 40");
        QCOMPARE(ten_more_than_rest(9, 0, 0), "unknown");
        QCOMPARE(ten_more_than_rest(9, 0, 1), "unknown");
    }

    void sequences_are_followed_while_they_change() {
        const auto changed = [](const Names& nodes, std::int64_t at) {
            TestedNodes question{nodes,
                                 {x({2, 3}), value("z", float32, Shape{4, 3})},
                                 {tensor("at", int64, {}, {at}), tensor("one", int64, {}, {1}),
                                  tensor("far", int64, {}, {9}), tensor("below", int64, {}, {-1})}};
            question.nodes.push_back(node("SequenceAt", {"s", "at"}, {"y"}));
            return of(question);
        };
        const std::string three = node("SequenceConstruct", {"x", "x", "x"}, {"t"});
        const std::string between = node("SequenceInsert", {"t", "z", "one"}, {"s"});
        QCOMPARE(changed({three, between}, 0), "2x3 24");
        QCOMPARE(changed({three, between}, 1), "4x3 48");
        QCOMPARE(changed({three, between}, -1), "2x3 24");
        QCOMPARE(changed({three, node("SequenceInsert", {"t", "z"}, {"s"})}, -1), "4x3 48");
        QCOMPARE(changed({three, node("SequenceInsert", {"t", "z", "below"}, {"s"})}, 2), "4x3 48");
        QCOMPARE(changed({three, node("SequenceInsert", {"t", "z", "far"}, {"s"})}, 0), "unknown");
        const std::string two = node("SequenceConstruct", {"x", "z"}, {"t"});
        QCOMPARE(changed({two, node("SequenceErase", {"t"}, {"s"})}, 0), "2x3 24");
        QCOMPARE(changed({two, node("SequenceErase", {"t", "below"}, {"s"})}, 0), "2x3 24");
        QCOMPARE(changed({two, node("SequenceErase", {"t", "at"}, {"s"})}, 0), "4x3 48");
        QCOMPARE(changed({two, node("SequenceErase", {"t", "far"}, {"s"})}, 0), "unknown");
        QCOMPARE(changed({node("SequenceEmpty", {}, {"s"})}, 0), "unknown");
        QCOMPARE(changed({node("SequenceEmpty", {}, {"t"}), node("SequenceInsert", {"t", "z"}, {"s"})}, 0), "4x3 48");
    }

    void operators_with_impossible_operands_leave_the_size_open() {
        struct Impossible {
            const char* type;
            Shape from;
            std::vector<Shape> rows;
            Names attributes = {};
            std::int64_t version = 21;
        };
        const Impossible all[] = {
            {"AffineGrid", {1, 2, 3}, {{1, 3, 5}}},
            {"Attention", {2, 3}, {{1}, {1}}, {}, 23},
            {"CenterCropPad", {4, 4}, {{2}}, {integers("axes", {2})}},
            {"CenterCropPad", {4, 4}, {{2}}},
            {"Col2Im", {10, 5}, {{5, 5}, {1, 5}}},
            {"Crop", {4, 4}, {}, {integers("border", {1, 1, 1, 1})}, 7},
            {"DFT", {1, 10, 1}, {{}, {5}}},
            {"DFT", {1, 10, 2}, {}, {integer("onesided", 1), integer("inverse", 1)}},
            {"DeformConv", {1, 1, 3, 3}, {{1}, {1}}},
            {"OneHot", {4}, {{10}, {0, 1}}, {integer("axis", 7)}},
            {"Pad", {4}, {{1, 1}, {}, {9}}},
            {"ReduceSum", {4}, {{3}}},
            {"Resize", {4}, {{}, {}, {2}}, {integers("axes", {3})}},
            {"STFT", {1, 128}, {{8}, {}, {16}}},
            {"SplitToSequence", {4}, {}, {integer("axis", 2)}},
            {"Compress", {4}, {{1}}, {integer("axis", 2)}},
            {"Unique", {4}, {}, {integer("axis", 2)}},
            {"NonMaxSuppression", {4}, {{1}, {1}}},
            {"NonZero", {}, {}},
            {"GatherND", {4}, {{1, 2, 3}}, {integer("batch_dims", 2)}},
            {"Einsum", {2, 3}, {{1, 2}}, {text("equation", "...ij,...j->...i")}},
        };
        for (const Impossible& one : all) {
            TestedNodes question{{}, {x(one.from)}, {}, one.version};
            Names inputs = {"x"};
            for (const Shape& numbers : one.rows) {
                inputs.push_back(numbers.empty() ? std::string() : std::to_string(inputs.size()) + "r");
                if (!numbers.empty()) {
                    question.initializers.push_back(row(inputs.back(), numbers));
                }
            }
            question.nodes = {node(one.type, inputs, {"y"}, one.attributes)};
            const std::string size = of(question);
            QVERIFY2(size == "unknown", (std::string(one.type) + ": " + size).c_str());
        }
    }

    void functions_have_defaults_and_overloads() {
        const auto function = [](const std::string& overload, const Names& nodes, const Names& defaults) {
            std::string content =
                bytes(1, "F") + bytes(4, "p") + bytes(5, "q") + bytes(10, "loc") + bytes(13, overload);
            for (const std::string& one : nodes) {
                content += bytes(7, one);
            }
            for (const std::string& one : defaults) {
                content += bytes(11, one);
            }
            return bytes(25, content + bytes(9, number(2, 17)));
        };
        const std::string body = node("Flatten", {"p"}, {"q"}, {reference("axis", "kept", 2)});
        const std::string functions =
            function("flat", {body}, {integer("kept", 2)}) + function("turned", {node("Transpose", {"p"}, {"q"})}, {});
        const auto called = [&](const std::string& overload, const Names& attributes) {
            const GraphParts parts{{node("F", {"x"}, {"y"}, attributes, "loc") + bytes(8, overload)},
                                   {x({2, 3, 4})},
                                   {value("y", 0, std::nullopt)}};
            const auto document = parse_document(model(parts, 17, functions), "net.onnx");
            return document && document->problem.graph ? document->problem.graph->tensors.back().shape : Shape{};
        };
        QCOMPARE(called("flat", {}), (Shape{6, 4}));
        QCOMPARE(called("flat", {integer("kept", 1)}), (Shape{2, 12}));
        QCOMPARE(called("turned", {}), (Shape{4, 3, 2}));
    }
};

ARENASCOPE_TEST(OnnxOperatorsTest)
#include "onnx_operators_test.moc"
