#include "core/format/stedgeai/network_code.h"

#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

NetworkCode code_of(const std::string& text) {
    auto code = network_code(text, "text");
    if (!code) {
        qFatal("%s", to_string(code.error()).c_str());
    }
    return std::move(*code);
}

using Names = std::vector<std::string_view>;

}  // namespace

class NetworkCodeTest : public QObject {
    Q_OBJECT

private slots:
    void arrays_have_format_count_and_place() {
        const std::string text =
            "\n"
            "AI_ARRAY_OBJ_DECLARE(a_array, AI_ARRAY_FORMAT_S8 | AI_FMT_FLAG_IS_IO, NULL, NULL, 0x10U, AI_STATIC)\n"
            "AI_ARRAY_OBJ_DECLARE(b, AI_ARRAY_FORMAT_FLOAT, b_data, b_data, 2, AI_STATIC_CONST)\n"
            "a_array.data = AI_PTR(g_n_activations_map[1] + 68);\n"
            "a_array.data_start = AI_PTR(activations);\n"
            "a_array.format |= AI_FMT_FLAG_CONST;\n";
        const NetworkCode code = code_of(text);
        QCOMPARE(code.arrays.size(), std::size_t{2});
        QCOMPARE(code.arrays[0].format, std::string_view("S8"));
        QCOMPARE(code.arrays[0].count, std::int64_t{16});
        QCOMPARE(code.arrays[0].line, std::int64_t{2});
        QCOMPARE(code.arrays[0].data.base, std::string_view("g_n_activations_map"));
        QCOMPARE(code.arrays[0].data.region, std::int64_t{1});
        QCOMPARE(code.arrays[0].data.offset, std::int64_t{68});
        QCOMPARE(code.arrays[0].data.line, std::int64_t{4});
        QCOMPARE(code.arrays[0].start.base, std::string_view("activations"));
        QCOMPARE(code.arrays[0].start.offset, std::int64_t{0});
        QVERIFY(!code.arrays[0].has_data);
        QVERIFY(code.arrays[1].has_data);
    }

    void shapes_end_with_the_channels() {
        const std::string text =
            "AI_TENSOR_OBJ_DECLARE(a, AI_STATIC, 0, 0x0, AI_SHAPE_INIT(4, 1, 2, 3, 5), 1, &a_array, NULL)\n"
            "AI_TENSOR_OBJ_DECLARE(b, AI_SHAPE_INIT(5, 3, 2, 1), AI_STRIDE_INIT(1, 1, 1, 1), &b_array, AI_STATIC)\n";
        const NetworkCode code = code_of(text);
        QCOMPARE(code.tensors.at("a").array, std::string_view("a_array"));
        QCOMPARE(code.tensors.at("a").shape, (std::vector<std::int64_t>{1, 5, 3, 2}));
        QCOMPARE(code.tensors.at("b").shape, (std::vector<std::int64_t>{1, 5, 3, 2}));
    }

    void chains_and_layers_name_each_other() {
        const std::string text =
            "AI_TENSOR_CHAIN_OBJ_DECLARE(x_chain, AI_STATIC_CONST, 4, AI_TENSOR_LIST_OBJ_INIT(AI_FLAG_NONE, 2, &a, "
            "&b),\n"
            " AI_TENSOR_LIST_OBJ_INIT(AI_FLAG_NONE, 1, &c), AI_TENSOR_LIST_OBJ_INIT(AI_FLAG_NONE, 3, &w, NULL, &v),\n"
            " AI_TENSOR_LIST_OBJ_EMPTY)\n"
            "AI_LAYER_OBJ_DECLARE(x_layer, 3, POOL_TYPE, 0x0, NULL, pool, forward_mp, &x_chain, NULL, &y_layer, "
            "AI_STATIC,\n"
            " .pool_size = AI_SHAPE_2D_INIT(2, 2), )\n";
        const NetworkCode code = code_of(text);
        const CodeChain& chain = code.chains.at("x_chain");
        QCOMPARE(chain.inputs, (Names{"a", "b"}));
        QCOMPARE(chain.outputs, Names{"c"});
        QCOMPARE(chain.weights, (Names{"w", "v"}));
        QVERIFY(chain.scratch.empty());
        const CodeLayer& layer = code.layers.at("x_layer");
        QCOMPARE(layer.type, std::string_view("POOL_TYPE"));
        QCOMPARE(layer.function, std::string_view("forward_mp"));
        QCOMPARE(layer.chain, std::string_view("x_chain"));
        QCOMPARE(layer.next, std::string_view("y_layer"));
    }

    void a_network_has_sizes_lists_and_a_first_layer() {
        const std::string text =
            "AI_NETWORK_OBJ_DECLARE(n, AI_STATIC,\n"
            " AI_BUFFER_ARRAY_OBJ_INIT_STATIC(AI_FLAG_NONE, 1, AI_BUFFER_INIT(0, 0, S(4, 1, 8, 1, 1), 8, NULL, "
            "NULL)),\n"
            " AI_BUFFER_ARRAY_OBJ_INIT_STATIC(AI_FLAG_NONE, 2, AI_BUFFER_INIT(0, 0, S(4, 1, 64, 1, 1), 64, NULL, "
            "NULL),\n"
            "  AI_BUFFER_INIT(0, 0, S(4, 1, 32, 1, 1), 32, NULL, NULL)),\n"
            " AI_TENSOR_LIST_IO_OBJ_INIT(AI_FLAG_NONE, N, &in), AI_TENSOR_LIST_IO_OBJ_INIT(AI_FLAG_NONE, N, &out),\n"
            " &x_layer, 0x1, NULL)\n";
        const NetworkCode code = code_of(text);
        QCOMPARE(code.weights, std::vector<std::int64_t>{8});
        QCOMPARE(code.activations, (std::vector<std::int64_t>{64, 32}));
        QCOMPARE(code.inputs, Names{"in"});
        QCOMPARE(code.outputs, Names{"out"});
        QCOMPARE(code.first_layer, std::string_view("x_layer"));
    }

    void other_code_is_ignored() {
        const NetworkCode code = code_of("int main(void) { x_array.size = 3; AI_UNKNOWN_OBJ_DECLARE(a; return 0; }\n");
        QVERIFY(code.arrays.empty());
        QVERIFY(code.first_layer.empty());
    }
};

ARENASCOPE_TEST(NetworkCodeTest)
#include "network_code_test.moc"
