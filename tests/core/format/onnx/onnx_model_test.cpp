#include "core/format/onnx/onnx_model.h"

#include <algorithm>

#include "core/format/reading.h"
#include "core/model/memory/live_profile.h"
#include "tests/support/onnx_writer.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test::onnx_writer;

namespace {

const bool is_missing = std::ranges::count(missing_formats(), FileFormat::onnx) > 0;

Expected<Document> read_model(const std::string& model_content, const ImportOptions& options = {}) {
    return parse_document(model_content, "net.onnx", options);
}

std::string model_error(const std::string& model_content, const ImportOptions& options = {}) {
    const auto document = read_model(model_content, options);
    return document ? "no error" : to_string(document.error());
}

const Buffer* buffer_named(const Document& document, const std::string& name) {
    const auto& buffers = document.problem.buffers;
    const auto found =
        std::find_if(buffers.begin(), buffers.end(), [&name](const Buffer& buffer) { return buffer.name == name; });
    return found == buffers.end() ? nullptr : &*found;
}

std::int64_t bytes_of(const Document& document, const std::string& name) {
    const Buffer* buffer = buffer_named(document, name);
    return buffer == nullptr ? -1 : buffer->size.value();
}

/// x → Relu → y → Relu → z
GraphParts two_relus() {
    return {{node("Relu", {"x"}, {"y"}), node("Relu", {"y"}, {"z"})},
            {value("x", float32, Shape{1, 8})},
            {value("z", float32, Shape{1, 8})}};
}

}  // namespace

class OnnxModelTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        if (is_missing) {
            QSKIP("this build does not read ONNX");
        }
    }

    void reads_operators_buffers_and_lifetimes() {
        const auto document = read_model(model(two_relus()));
        QVERIFY2(document.has_value(), document ? "" : to_string(document.error()).c_str());
        QCOMPARE(document->format, FileFormat::onnx);
        QCOMPARE(document->problem.buffers.size(), std::size_t{3});
        QCOMPARE(bytes_of(*document, "y"), std::int64_t{32});
        QCOMPARE(buffer_named(*document, "x")->lifetime, (Lifetime{Step(0), Step(1)}));
        QCOMPARE(buffer_named(*document, "y")->lifetime, (Lifetime{Step(0), Step(2)}));
        QCOMPARE(buffer_named(*document, "z")->lifetime, (Lifetime{Step(1), Step(2)}));
        QCOMPARE(document->problem.graph->operators[1].type, std::string("Relu"));
        QCOMPARE(document->problem.graph->operators[1].feature, OperatorFeature::in_place);
    }

    void initializers_and_constants_are_no_buffers_and_their_consumers_fold() {
        const auto document =
            read_model(model({{node("Constant", {}, {"shape"}, {stored("value", tensor("", int64, {2}, {2, 8}))}),
                               node("ConstantOfShape", {"shape"}, {"w"}), node("Add", {"w", "old"}, {"v"}),
                               node("Mul", {"x", "v"}, {"y"})},
                              // Old files list their initializers among the inputs.
                              {value("x", float32, Shape{2, 8}), value("old", float32, Shape{8})},
                              {value("y", float32, Shape{2, 8})},
                              {tensor("old", float32, {8})}}));
        QVERIFY2(document.has_value(), document ? "" : to_string(document.error()).c_str());
        QCOMPARE(document->problem.buffers.size(), std::size_t{2});
        QCOMPARE(document->import->folded, (std::vector<std::string>{"ConstantOfShape_w", "Add_v"}));
        QCOMPARE(document->problem.graph->operators.size(), std::size_t{1});
    }

    void shape_of_an_activation_is_a_step_and_its_value_is_known() {
        const auto document = read_model(model(
            {{node("Shape", {"x"}, {"s"}), node("Gather", {"s", "first"}, {"n"}),
              node("Unsqueeze", {"n", "axes"}, {"u"}), node("Concat", {"u", "rest"}, {"t"}, {integer("axis", 0)}),
              node("Reshape", {"x", "t"}, {"y"}), node("Relu", {"y"}, {"z"})},
             {value("x", float32, Shape{4, 2, 3})},
             {value("z", float32, std::nullopt)},
             {tensor("first", int64, {}, {0}), tensor("axes", int64, {1}, {0}), tensor("rest", int64, {1}, {-1})}}));
        QVERIFY2(document.has_value(), document ? "" : to_string(document.error()).c_str());
        QVERIFY(document->problem.graph->unknown_sizes.empty());
        QVERIFY(document->import->folded.empty());
        QCOMPARE(document->problem.graph->operators.size(), std::size_t{6});
        QCOMPARE(bytes_of(*document, "s"), std::int64_t{24});
        QCOMPARE(bytes_of(*document, "n"), std::int64_t{8});
        QCOMPARE(bytes_of(*document, "t"), std::int64_t{16});
        QCOMPARE(document->problem.graph->tensors.back().shape, (std::vector<std::int64_t>{4, 6}));
    }

    void the_shape_of_an_input_is_given_by_its_name() {
        const std::string content = model({{node("Relu", {"x"}, {"y"})},
                                           {value("x", float32, std::optional(dimension("batch") + dimension("")))},
                                           {value("y", float32, std::nullopt)}});
        ImportOptions options;
        options.shapes = {{"x", {3, 7}}, {"z", {1}}};
        const auto given = read_model(content, options);
        QCOMPARE(bytes_of(*given, "x"), std::int64_t{84});
        QCOMPARE(bytes_of(*given, "y"), std::int64_t{84});
        QVERIFY(given->problem.graph->assumed_dimensions.empty());
        QVERIFY(given->notes.front().starts_with("the model has no input 'z'"));
    }

    void open_dimensions_are_set_by_name_or_position_or_assumed() {
        const std::string content =
            model({{node("Relu", {"x"}, {"y"})},
                   {value("x", float32, std::optional(dimension("batch") + dimension("") + dimension("batch")))},
                   {value("y", float32, std::nullopt)}});
        const auto assumed = read_model(content);
        QCOMPARE(assumed->problem.graph->assumed_dimensions, (std::vector<std::string>{"batch", "x.1"}));
        QCOMPARE(bytes_of(*assumed, "y"), std::int64_t{4});
        ImportOptions options;
        options.dimensions = {{"batch", 3}};
        options.unknown_dimension = 5;
        const auto given = read_model(content, options);
        QCOMPARE(given->problem.graph->assumed_dimensions, (std::vector<std::string>{"x.1"}));
        QCOMPARE(bytes_of(*given, "y"), std::int64_t{3 * 5 * 3 * 4});
        options.dimensions = {{"x.1", 7}, {"colour", 2}};
        const auto other = read_model(content, options);
        QCOMPARE(bytes_of(*other, "x"), std::int64_t{5 * 7 * 5 * 4});
        QVERIFY(!other->notes.empty() &&
                other->notes.front().find("'colour'; its open dimensions are: batch, x.1") != std::string::npos);
    }

    void sizes_that_depend_on_an_unknown_operator_are_listed_with_it() {
        const auto document =
            read_model(model({{node("Relu", {"x"}, {"a"}), node("Mystery", {"a"}, {"b"}, {}, "vendor"),
                               node("Relu", {"b"}, {"c"}), node("Relu", {"c"}, {"y"})},
                              {value("x", float32, Shape{2})},
                              {value("y", float32, std::nullopt)}}));
        QVERIFY2(document.has_value(), document ? "" : to_string(document.error()).c_str());
        const auto& unknown = document->problem.graph->unknown_sizes;
        QCOMPARE(unknown.size(), std::size_t{3});
        QCOMPARE(unknown[2].tensor, std::string("y"));
        QCOMPARE(unknown[2].operator_name, std::string("Mystery_b"));
        QCOMPARE(unknown[2].type, std::string("vendor.Mystery"));
        QCOMPARE(document->problem.buffers.size(), std::size_t{2});
    }

    void a_declared_shape_is_used_if_none_is_inferred() {
        const auto document =
            read_model(model({{node("Mystery", {"x"}, {"b"}, {}, "vendor"), node("Relu", {"b"}, {"y"})},
                              {value("x", float32, std::optional(dimension("n")))},
                              {value("y", float32, std::nullopt)},
                              {},
                              {value("b", float32, std::optional(dimension("n") + dimension(6)))}}));
        QCOMPARE(bytes_of(*document, "y"), std::int64_t{24});
    }

    void element_types_have_their_sizes() {
        const auto size = [](std::int64_t type) {
            const auto document = read_model(
                model({{node("Identity", {"x"}, {"y"})}, {value("x", type, Shape{3})}, {value("y", type, Shape{3})}}));
            return document ? bytes_of(*document, "y") : -1;
        };
        // float16, double, bool, complex128, bfloat16, uint4, int4, int2
        QCOMPARE(size(10), std::int64_t{6});
        QCOMPARE(size(11), std::int64_t{24});
        QCOMPARE(size(9), std::int64_t{3});
        QCOMPARE(size(15), std::int64_t{48});
        QCOMPARE(size(16), std::int64_t{6});
        QCOMPARE(size(21), std::int64_t{2});
        QCOMPARE(size(22), std::int64_t{2});
        QCOMPARE(size(26), std::int64_t{1});
        // Strings have no fixed size, so no buffer is left to place.
        QCOMPARE(size(8), std::int64_t{-1});
    }

    void sequences_have_no_fixed_size() {
        const auto document = read_model(model({{node("SequenceConstruct", {"x", "x"}, {"s"}),
                                                 node("ConcatFromSequence", {"s"}, {"y"}, {integer("axis", 0)})},
                                                {value("x", float32, Shape{3})},
                                                {value("y", float32, Shape{6})}}));
        QCOMPARE(document->problem.graph->unknown_sizes.size(), std::size_t{1});
        QVERIFY(document->problem.graph->unknown_sizes[0].reason.find("sequence") != std::string::npos);
        QCOMPARE(bytes_of(*document, "y"), std::int64_t{24});
    }

    void unused_outputs_are_left_out() {
        const auto document = read_model(model({{node("Dropout", {"x"}, {"y", "mask"}), node("Relu", {"y"}, {"z"})},
                                                {value("x", float32, Shape{4})},
                                                {value("z", float32, Shape{4})}},
                                               9));
        QVERIFY(buffer_named(*document, "mask") == nullptr);
        QVERIFY(document->problem.graph->unknown_sizes.empty());
    }

    void a_model_with_nothing_to_place_opens_and_says_so() {
        const auto document =
            read_model(model({{node("Constant", {}, {"y"}, {stored("value", tensor("", float32, {5}))})},
                              {},
                              {value("y", float32, Shape{5})}}));
        QVERIFY2(document.has_value(), document ? "" : to_string(document.error()).c_str());
        QVERIFY(document->problem.buffers.empty());
        QCOMPARE(document->notes.size(), std::size_t{1});
        QVERIFY(document->notes[0].find("nothing to place") != std::string::npos);
    }

    void empty_tensors_take_no_memory_and_are_counted() {
        const std::string none = value("x", float32, Shape{0, 3});
        const auto document = read_model(model(
            {{node("Relu", {"x"}, {"y"}), node("Shape", {"y"}, {"s"})}, {none}, {value("s", int64, std::nullopt)}}));
        QVERIFY2(document.has_value(), document ? "" : to_string(document.error()).c_str());
        QCOMPARE(document->problem.buffers.size(), std::size_t{1});
        QVERIFY(document->problem.graph->unknown_sizes.empty());
        QCOMPARE(document->import->skipped.size(), std::size_t{2});
        QCOMPARE(document->notes.size(), std::size_t{1});
        QVERIFY2(document->notes[0].find("no memory: 2") != std::string::npos, document->notes[0].c_str());
        const auto nothing =
            read_model(model({{node("Relu", {"x"}, {"y"})}, {none}, {value("y", float32, std::nullopt)}}));
        QVERIFY2(nothing.has_value(), nothing ? "" : to_string(nothing.error()).c_str());
        QVERIFY(nothing->problem.buffers.empty());
    }

    void random_operators_never_fold() {
        const auto document =
            read_model(model({{node("RandomNormalLike", {"w"}, {"r"}), node("Bernoulli", {"w"}, {"b"}),
                               node("Relu", {"w"}, {"v"}), node("Sum", {"r", "b", "v", "x"}, {"y"})},
                              {value("x", float32, Shape{4})},
                              {value("y", float32, Shape{4})},
                              {tensor("w", float32, {4})}},
                             15));
        QVERIFY2(document.has_value(), document ? "" : to_string(document.error()).c_str());
        QCOMPARE(document->import->folded, (std::vector<std::string>{"Relu_v"}));
        QCOMPARE(bytes_of(*document, "r"), std::int64_t{16});
    }

    void external_and_sparse_weights_are_constants() {
        const std::string external = number(1, 1000) + number(1, 1000) + number(2, float32) + bytes(8, "far") +
                                     number(14, 1) + bytes(13, bytes(1, "location") + bytes(2, "weights.bin"));
        const std::string sparse = bytes(1, tensor("thin", float32, {2})) + bytes(2, tensor("", int64, {2}, {1, 5})) +
                                   number(3, 1000) + number(3, 1000);
        GraphParts parts{{node("MatMul", {"x", "far"}, {"a"}), node("MatMul", {"a", "thin"}, {"y"})},
                         {value("x", float32, Shape{1, 1000})},
                         {value("y", float32, std::nullopt)},
                         {external}};
        const auto document =
            read_model(number(1, 8) + bytes(7, content(parts) + bytes(15, sparse)) + bytes(8, number(2, 13)));
        QVERIFY2(document.has_value(), document ? "" : to_string(document.error()).c_str());
        QCOMPARE(document->problem.buffers.size(), std::size_t{3});
        QCOMPARE(bytes_of(*document, "y"), std::int64_t{4000});
    }

    void values_used_in_subgraphs_live_until_their_operator() {
        const std::string inner = content({{node("Relu", {"late"}, {"i"})}, {}, {value("i", float32, Shape{4})}});
        const std::string outer =
            content({{node("If", {"flag"}, {"j"}, {graph("then_branch", inner), graph("else_branch", inner)})},
                     {},
                     {value("j", float32, Shape{4})}});
        const auto document =
            read_model(model({{node("Relu", {"x"}, {"late"}), node("Relu", {"x"}, {"a"}),
                               node("If", {"flag"}, {"y"}, {graph("then_branch", outer), graph("else_branch", inner)}),
                               node("Add", {"y", "a"}, {"z"})},
                              {value("x", float32, Shape{4}), value("flag", boolean, Shape{})},
                              {value("z", float32, Shape{4})}}));
        QVERIFY2(document.has_value(), document ? "" : to_string(document.error()).c_str());
        QCOMPARE(buffer_named(*document, "late")->lifetime, (Lifetime{Step(0), Step(3)}));
        QCOMPARE(buffer_named(*document, "flag")->lifetime, (Lifetime{Step(0), Step(3)}));
        QCOMPARE(document->problem.graph->operators[2].reads.size(), std::size_t{3});
        QVERIFY(document->problem.graph->unknown_sizes.empty());
        // Inside one branch, another If needs as much memory as its output.
        QCOMPARE(bytes_of(*document, "If_y/body"), std::int64_t{32});
    }

    void operators_out_of_order_are_sorted() {
        const auto document = read_model(model({{node("Relu", {"y"}, {"z"}), node("Relu", {"x"}, {"y"})},
                                                {value("x", float32, Shape{4})},
                                                {value("z", float32, std::nullopt)}}));
        QCOMPARE(document->problem.graph->operators[0].name, std::string("Relu_y"));
        QCOMPARE(bytes_of(*document, "z"), std::int64_t{16});
        QCOMPARE(document->notes,
                 std::vector<std::string>{"the operators are out of order: 'y' is read before it is written. They were "
                                          "sorted"});
    }

    void a_cycle_of_operators_is_an_error_that_names_them() {
        const std::string error = model_error(model({{node("Add", {"x", "b"}, {"a"}), node("Relu", {"a"}, {"b"})},
                                                     {value("x", float32, Shape{4})},
                                                     {value("b", float32, std::nullopt)}}));
        QVERIFY2(error.starts_with("net.onnx: the operators form a cycle: 'Add_a' → 'Relu_b' → 'Add_a'"),
                 error.c_str());
    }

    void operators_have_their_axis() {
        const auto document = read_model(model({{node("Split", {"x"}, {"a", "b"}, {integer("axis", 1)}),
                                                 node("Concat", {"b", "a"}, {"y"}, {integer("axis", -3)})},
                                                {value("x", float32, Shape{1, 4, 2, 2})},
                                                {value("y", float32, std::nullopt)}}));
        QCOMPARE(document->problem.graph->operators[0].feature, OperatorFeature::removable);
        QCOMPARE(document->problem.graph->operators[0].positions, (std::vector<Bytes>{Bytes(0), Bytes(32)}));
        QCOMPARE(document->problem.graph->operators[1].feature, OperatorFeature::merge);
    }

    void names_end_at_a_zero_byte() {
        const std::string zero("y\0tail", 6);
        const auto document = read_model(model({{node("Relu", {"x"}, {zero}), node("Relu", {zero}, {"z"})},
                                                {value("x", float32, Shape{1, 8})},
                                                {value("z", float32, Shape{1, 8})}}));
        QVERIFY2(document.has_value(), document ? "" : to_string(document.error()).c_str());
        QVERIFY(buffer_named(*document, "y") != nullptr);
    }

    void errors_say_what_is_wrong() {
        GraphParts twice = two_relus();
        twice.nodes.push_back(node("Relu", {"x"}, {"y"}));
        QVERIFY(model_error(model(twice)).find("writes 'y', but that value has another producer") != std::string::npos);
        ImportOptions options;
        options.subgraph = "other";
        QVERIFY(model_error(model(two_relus()), options).find("no graph 'other'") != std::string::npos);
        QVERIFY(model_error(number(1, 8) + bytes(2, "me")).find("has no graph") != std::string::npos);
        QVERIFY(model_error(number(1, 8) + bytes(7, content(two_relus()))).find("operator set") != std::string::npos);
        std::string damaged = model(two_relus());
        damaged.replace(damaged.find("Relu") - 1, 1, "\x7F");
        QVERIFY2(model_error(damaged).find("net.onnx: byte ") == 0, model_error(damaged).c_str());
    }

    void subgraphs_nested_too_deeply_are_an_error() {
        std::string inner = content({{}, {}, {}});
        for (int i = 0; i < 200; ++i) {
            inner = content({{node("If", {"c"}, {"r"}, {graph("then_branch", inner)})}, {}, {}});
        }
        QVERIFY(model_error(number(1, 8) + bytes(7, inner) + bytes(8, number(2, 13))).find("deep") !=
                std::string::npos);
    }

    void a_truncated_file_is_an_error_or_complete() {
        const std::string whole_model = model(two_relus(), 13, bytes(14, bytes(1, "key") + bytes(2, "value")));
        for (std::size_t length = 0; length < whole_model.size(); ++length) {
            const auto document = read_model(whole_model.substr(0, length));
            QVERIFY(!document || document->problem.buffers.size() == 3);
        }
    }

    void an_entry_of_value_info_without_a_shape_hides_no_declared_output() {
        ARENASCOPE_NEEDS_SHARED_DATA();
        const auto document = read_document(
            arenascope::test::shared_data(QStringLiteral("field/onnx_output_shape_shadowed_by_value_info.onnx"))
                .toStdString());
        QVERIFY(document.has_value());
        QCOMPARE(bytes_of(*document, "y"), std::int64_t{256});
        QCOMPARE(threshold(document->problem), Bytes(384));
        QVERIFY(document->problem.graph->unknown_sizes.empty());
    }

    void an_open_dimension_of_a_custom_operator_is_assumed_as_that_of_an_input() {
        ARENASCOPE_NEEDS_SHARED_DATA();
        const std::string path =
            arenascope::test::shared_data(QStringLiteral("field/onnx_ml_regressor_open_batch.onnx")).toStdString();
        const auto document = read_document(path);
        QVERIFY(document.has_value());
        QCOMPARE(bytes_of(*document, "y"), std::int64_t{4});
        QCOMPARE(document->problem.graph->assumed_dimensions, (std::vector<std::string>{"x.0", "y.0"}));
        QCOMPARE(bytes_of(*read_document(path, {.dimensions = {{"x.0", 2}, {"y.0", 2}}}), "y"), std::int64_t{8});
    }

    void an_open_dimension_of_a_custom_operator_stays_unknown_if_no_input_has_one() {
        const auto content = [](const Shape& input) {
            return model({{node("Op", {"x"}, {"y"}, {}, "custom")},
                          {input.empty() ? value("x", float32, dimension("n")) : value("x", float32, input)},
                          {value("y", float32, dimension("") + dimension(4))}});
        };
        QCOMPARE(bytes_of(*read_model(content({2})), "y"), std::int64_t{-1});
        QCOMPARE(bytes_of(*read_model(content({})), "y"), std::int64_t{16});
    }

    void texts_are_not_mistaken_for_models() {
        QCOMPARE(parse_document("id,lower,upper,size\na,0,1,4\n", "a.csv")->format, FileFormat::minimalloc_csv);
        QVERIFY(to_string(parse_document(":\x05hello", "a.txt").error()).find("binary") != std::string::npos);
        // The first field fits, but the next is in no model.
        QVERIFY(to_string(parse_document(number(1, 8) + number(2, 7), "a.bin").error()).find("binary") !=
                std::string::npos);
    }

    /// Figures computed independently from the bytes of the files.
    void reads_the_shared_models() {
        ARENASCOPE_NEEDS_SHARED_DATA();
        struct Figures {
            const char* name;
            std::int64_t threshold;
            std::size_t buffers;
            std::size_t steps;
            std::size_t folded;
            std::size_t unknown;
        };
        constexpr Figures all[] = {
            {"la_muse", 81'920'000, 60, 59, 0, 0},
            {"light_bvlc_alexnet", 2'239'488, 25, 24, 16, 0},
            {"light_densenet121", 8'429'568, 669, 668, 1078, 0},
            {"light_inception_v1", 6'422'528, 144, 143, 94, 0},
            {"light_resnet50", 9'633'792, 177, 176, 239, 0},
            {"light_squeezenet", 6'308'352, 67, 66, 39, 0},
            {"mnist_8", 50'176, 12, 11, 1, 0},
            {"pytorch_super_resolution", 25'690'112, 9, 8, 0, 0},
            {"version_slim_320", 4'915'200, 171, 170, 16, 0},
        };
        for (const Figures& expected : all) {
            const auto path = arenascope::test::shared_data(QStringLiteral("onnx/%1.onnx").arg(expected.name));
            const auto document = read_document(path.toStdString());
            QVERIFY2(document.has_value(), document ? "" : to_string(document.error()).c_str());
            QCOMPARE(threshold(document->problem), Bytes(expected.threshold));
            QCOMPARE(document->problem.buffers.size(), expected.buffers);
            QCOMPARE(document->problem.graph->operators.size(), expected.steps);
            QCOMPARE(document->import->folded.size(), expected.folded);
            QCOMPARE(document->problem.graph->unknown_sizes.size(), expected.unknown);
            for (const UnknownSize& size : document->problem.graph->unknown_sizes) {
                QVERIFY(!size.operator_name.empty());
            }
        }
    }
};

ARENASCOPE_TEST(OnnxModelTest)
#include "onnx_model_test.moc"
