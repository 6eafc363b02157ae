#include <algorithm>

#include "core/format/onnx/type_propagation.h"
#include "core/format/reading.h"
#include "tests/support/onnx_writer.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test::onnx_writer;

namespace {

using Extents = std::vector<std::int64_t>;

constexpr std::int64_t max_elements = onnx_file::KnownValue::max_elements;

Expected<Document> propagated(const GraphParts& parts, std::int64_t version, const std::string& more = {}) {
    return parse_document(model(parts, version, more), "net.onnx");
}

/// The shape of the buffer with this name; {-1} if there is none.
Extents shape_in(const Expected<Document>& document, const std::string& name) {
    if (document) {
        for (std::size_t i = 0; i < document->problem.buffers.size(); ++i) {
            if (document->problem.buffers[i].name == name) {
                return document->problem.graph->tensors[i].shape;
            }
        }
    }
    return {-1};
}

/// The shape of an operator's first output. Its first operand is x, the others are stored int64 lists.
Extents shape_behind(const std::string& type, std::int64_t version, const Shape& x, const std::vector<Shape>& rows,
                     const Names& attributes = {}, std::size_t output = 0, std::size_t outputs = 1) {
    GraphParts parts{{}, {value("x", float32, x)}, {value("out", float32, std::nullopt)}};
    Names inputs = {"x"};
    for (const Shape& row : rows) {
        inputs.push_back(row.empty() ? "" : "row" + std::to_string(inputs.size()));
        if (!row.empty()) {
            parts.initializers.push_back(tensor(inputs.back(), int64, {static_cast<std::int64_t>(row.size())}, row));
        }
    }
    Names names;
    for (std::size_t i = 0; i < outputs; ++i) {
        names.push_back(i == output ? "y" : "other" + std::to_string(i));
    }
    parts.nodes = {node(type, inputs, names, attributes), node("Relu", {"y"}, {"out"})};
    return shape_in(propagated(parts, version), "out");
}

}  // namespace

class OnnxTypePropagationTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        if (std::ranges::count(missing_formats(), FileFormat::onnx) > 0) {
            QSKIP("this build does not read ONNX");
        }
    }

    void targets_from_initializers_are_resolved() {
        QCOMPARE(shape_behind("Reshape", 13, {2, 6}, {{3, -1}}), (Extents{3, 4}));
        QCOMPARE(shape_behind("Reshape", 13, {2, 6}, {{0, 2, 3}}), (Extents{2, 2, 3}));
        QCOMPARE(shape_behind("Reshape", 1, {2, 6}, {}, {integers("shape", {4, 3})}), (Extents{4, 3}));
        QCOMPARE(shape_behind("Expand", 13, {3, 1}, {{2, 1, 6}}), (Extents{2, 3, 6}));
        QCOMPARE(shape_behind("Tile", 13, {3, 1}, {{2, 5}}), (Extents{6, 5}));
        QCOMPARE(shape_behind("Slice", 13, {8, 9}, {{1, 0}, {-1, 9223372036854775807}, {0, 1}, {2, 1}}),
                 (Extents{3, 9}));
        QCOMPARE(shape_behind("TopK", 11, {4, 9}, {{3}}, {}, 0, 2), (Extents{4, 3}));
        QCOMPARE(shape_behind("Unsqueeze", 13, {4, 9}, {{0, 3}}), (Extents{1, 4, 9, 1}));
        QCOMPARE(shape_behind("Squeeze", 13, {1, 9, 1}, {{0}}), (Extents{9, 1}));
    }

    void versions_newer_than_the_library_are_supported() {
        QCOMPARE(shape_behind("ReduceMean", 18, {2, 3, 4}, {{1}}), (Extents{2, 1, 4}));
        QCOMPARE(shape_behind("ReduceMean", 13, {2, 3, 4}, {}, {integers("axes", {1}), integer("keepdims", 0)}),
                 (Extents{2, 4}));
        QCOMPARE(shape_behind("ReduceMax", 20, {2, 3}, {}, {integer("noop_with_empty_axes", 1)}), (Extents{2, 3}));
        QCOMPARE(shape_behind("ReduceMax", 20, {2, 3}, {}), (Extents{1, 1}));
        QCOMPARE(shape_behind("Split", 18, {7, 2}, {}, {integer("num_outputs", 3)}, 0, 3), (Extents{3, 2}));
        QCOMPARE(shape_behind("Split", 18, {7, 2}, {}, {integer("num_outputs", 3)}, 2, 3), (Extents{1, 2}));
        QCOMPARE(shape_behind("Split", 13, {7, 2}, {{2, 5}}, {}, 1, 2), (Extents{5, 2}));
        QCOMPARE(shape_behind("Pad", 13, {7, 2}, {{1, 0, 2, 3}}), (Extents{10, 5}));
        QCOMPARE(shape_behind("Pad", 18, {7, 2}, {{1, 2}, {}, {-1}}), (Extents{7, 5}));
        QCOMPARE(shape_behind("Pad", 2, {7, 2}, {}, {integers("pads", {0, 1, 0, 1})}), (Extents{7, 4}));
        QCOMPARE(shape_behind("Gelu", 20, {7, 2}, {}), (Extents{7, 2}));
        QCOMPARE(shape_behind("GreaterOrEqual", 16, {7, 1}, {{1, 2, 3}}), (Extents{7, 3}));
        QCOMPARE(shape_behind("AveragePool", 19, {1, 1, 9, 9}, {},
                              {integers("kernel_shape", {3, 3}), integers("dilations", {2, 2})}),
                 (Extents{1, 1, 5, 5}));
        QCOMPARE(shape_behind("Relu", 99, {7, 2}, {}), (Extents{7, 2}));
    }

    void versions_without_shape_inference_in_the_library_are_supported() {
        for (std::int64_t version = 1; version < 7; ++version) {
            QCOMPARE(shape_behind("Relu", version, {7, 2}, {}), (Extents{7, 2}));
            QCOMPARE(shape_behind("Sigmoid", version, {7, 2}, {}), (Extents{7, 2}));
            QCOMPARE(shape_behind("Add", version, {7, 2, 3}, {{1, 2}}, {integer("axis", 1), integer("broadcast", 1)}),
                     (Extents{7, 2, 3}));
        }
    }

    void resize_uses_sizes_and_scales_in_every_version() {
        QCOMPARE(shape_behind("Resize", 13, {1, 2, 5, 5}, {{}, {}, {1, 2, 10, 15}}), (Extents{1, 2, 10, 15}));
        QCOMPARE(shape_behind("Resize", 18, {1, 2, 5, 5}, {{}, {}, {10, 15}}, {integers("axes", {2, 3})}),
                 (Extents{1, 2, 10, 15}));
        const std::string scales = bytes(1, "scales") + bytes(7, std::string("\0\0\x80\x3F\0\0\x20\x40", 8));
        QCOMPARE(shape_behind("Upsample", 7, {4, 5}, {}, {scales}), (Extents{4, 12}));
    }

    void shapes_are_computed_through_all_arithmetic() {
        // (h, w) of x, times 2, times 4 in floats, then halved: the target of a Resize.
        GraphParts parts{
            {node("Shape", {"x"}, {"s"}), node("Slice", {"s", "two", "four"}, {"hw"}),
             node("Cast", {"hw"}, {"f"}, {integer("to", float32)}), node("Mul", {"f", "half"}, {"g"}),
             node("Floor", {"g"}, {"h"}), node("Cast", {"h"}, {"i"}, {integer("to", int64)}),
             node("Slice", {"s", "zero", "two"}, {"nc"}), node("Concat", {"nc", "i"}, {"t"}, {integer("axis", 0)}),
             node("Resize", {"x", "", "", "t"}, {"y"}), node("Relu", {"y"}, {"z"})},
            {value("x", float32, Shape{1, 2, 7, 9})},
            {value("z", float32, std::nullopt)},
            {tensor("zero", int64, {1}, {0}), tensor("two", int64, {1}, {2}), tensor("four", int64, {1}, {4})}};
        parts.initializers.push_back(number(2, float32) + bytes(8, "half") + bytes(9, std::string("\0\0\0\x3F", 4)));
        const auto document = propagated(parts, 13);
        QCOMPARE(shape_in(document, "z"), (Extents{1, 2, 3, 4}));
        QVERIFY(document->import->folded.empty());
        QVERIFY(document->problem.graph->unknown_sizes.empty());
    }

    void ranges_comparisons_and_where_are_resolved() {
        GraphParts parts{
            {node("Shape", {"x"}, {"s"}, {integer("start", -1)}), node("Squeeze", {"s"}, {"n"}),
             node("Range", {"zero", "n", "one"}, {"r"}), node("Less", {"r", "two"}, {"l"}),
             node("Where", {"l", "r", "two"}, {"w"}), node("ReduceSum", {"w"}, {"e"}, {integer("keepdims", 0)}),
             node("Unsqueeze", {"e", "axes"}, {"t"}), node("ConstantOfShape", {"t"}, {"c"}),
             node("Relu", {"c"}, {"z"})},
            {value("x", float32, Shape{3, 5})},
            {value("z", float32, std::nullopt)},
            {tensor("zero", int64, {}, {0}), tensor("one", int64, {}, {1}), tensor("two", int64, {}, {2}),
             tensor("axes", int64, {1}, {0})}};
        // 0 1 2 2 2
        QCOMPARE(shape_in(propagated(parts, 15), "z"), (Extents{7}));
    }

    void an_extent_that_depends_on_data_leaves_the_others_known() {
        GraphParts parts{{node("NonZero", {"x"}, {"n"}), node("Transpose", {"n"}, {"t"}), node("Shape", {"n"}, {"s"}),
                          node("Gather", {"s", "zero"}, {"g"}), node("Unsqueeze", {"g", "zeros"}, {"u"}),
                          node("ConstantOfShape", {"u"}, {"z"})},
                         {value("x", float32, Shape{3, 5})},
                         {value("z", float32, std::nullopt), value("t", int64, std::nullopt)},
                         {tensor("zero", int64, {}, {0}), tensor("zeros", int64, {1}, {0})}};
        const auto document = propagated(parts, 13);
        // The first extent of NonZero's output is the rank.
        QCOMPARE(shape_in(document, "z"), (Extents{2}));
        QVERIFY(document->problem.graph->unknown_sizes.empty());
        QCOMPARE(document->problem.graph->bounded_sizes.size(), std::size_t{2});
    }

    void extents_that_differ_between_branches_are_unknown() {
        const auto branch = [](const Shape& shape) {
            return content({{node("Expand", {"x", "to"}, {"b"})},
                            {},
                            {value("b", float32, std::nullopt)},
                            {tensor("to", int64, {static_cast<std::int64_t>(shape.size())}, shape)}});
        };
        const auto parts = [&](const Shape& yes, const Shape& no) {
            return GraphParts{
                {node("If", {"c"}, {"y"}, {graph("then_branch", branch(yes)), graph("else_branch", branch(no))}),
                 node("Relu", {"y"}, {"z"})},
                {value("x", float32, Shape{1}), value("c", boolean, Shape{})},
                {value("z", float32, std::nullopt)}};
        };
        QCOMPARE(shape_in(propagated(parts({4, 2}, {4, 2}), 13), "z"), (Extents{4, 2}));
        const auto open = propagated(parts({4, 2}, {4, 3}), 13);
        QCOMPARE(open->problem.graph->unknown_sizes.size(), std::size_t{2});
        QCOMPARE(open->problem.graph->unknown_sizes[0].operator_name, std::string("If_y"));
    }

    void loops_carry_shapes_and_stack_scan_outputs() {
        const std::string body =
            content({{node("Relu", {"v"}, {"w"}), node("Concat", {"a", "a"}, {"b"}, {integer("axis", 0)}),
                      node("Identity", {"go"}, {"on"})},
                     {value("i", int64, Shape{}), value("go", boolean, Shape{}), value("v", float32, std::nullopt),
                      value("a", float32, std::nullopt)},
                     {value("on", boolean, Shape{}), value("w", float32, std::nullopt),
                      value("b", float32, std::nullopt), value("w", float32, std::nullopt)}});
        GraphParts parts{
            {node("Loop", {"trips", "", "x", "x"}, {"y", "grown", "all"}, {graph("body", body)}),
             node("Relu", {"y"}, {"z"}), node("Relu", {"grown"}, {"g"})},
            {value("x", float32, Shape{2, 3})},
            {value("z", float32, std::nullopt), value("all", float32, std::nullopt), value("g", float32, std::nullopt)},
            {tensor("trips", int64, {}, {5})}};
        const auto document = propagated(parts, 13);
        QCOMPARE(shape_in(document, "z"), (Extents{2, 3}));
        QCOMPARE(shape_in(document, "all"), (Extents{5, 2, 3}));
        // A value that grows in the outer loop grows in the inner loop too.
        QCOMPARE(document->problem.graph->unknown_sizes.size(), std::size_t{4});
        QCOMPARE(document->problem.graph->unknown_sizes[0].tensor, std::string("grown"));
        QCOMPARE(document->problem.graph->unknown_sizes[3].tensor, std::string("Loop_y/body/b"));
    }

    void scans_remove_an_axis_and_add_one() {
        const std::string body = content({{node("Add", {"state", "part"}, {"sum"}), node("Relu", {"sum"}, {"out"})},
                                          {value("state", float32, std::nullopt), value("part", float32, std::nullopt)},
                                          {value("sum", float32, std::nullopt), value("out", float32, std::nullopt)}});
        GraphParts parts{{node("Scan", {"first", "x"}, {"last", "y"},
                               {graph("body", body), integer("num_scan_inputs", 1), integers("scan_input_axes", {1}),
                                integers("scan_output_axes", {1})}),
                          node("Relu", {"y"}, {"z"})},
                         {value("first", float32, Shape{4}), value("x", float32, Shape{4, 6})},
                         {value("z", float32, std::nullopt), value("last", float32, std::nullopt)}};
        const auto document = propagated(parts, 13);
        QCOMPARE(shape_in(document, "z"), (Extents{4, 6}));
        QCOMPARE(shape_in(document, "last"), (Extents{4}));
    }

    void functions_of_the_model_are_processed() {
        const std::string function =
            bytes(1, "Halve") + bytes(4, "a") + bytes(5, "b") + bytes(6, "where") +
            bytes(7, node("Constant", {}, {"k"}, {stored("value", tensor("", int64, {2}, {2, 2}))})) +
            bytes(7, node("Split", {"a", "k"}, {"b", "c"}, {reference("axis", "where", 2)})) + bytes(9, number(2, 13)) +
            bytes(10, "own");
        GraphParts parts{{node("Halve", {"x"}, {"y"}, {integer("where", 1)}, "own"), node("Relu", {"y"}, {"z"})},
                         {value("x", float32, Shape{3, 4})},
                         {value("z", float32, std::nullopt)}};
        QCOMPARE(shape_in(propagated(parts, 13, bytes(25, function)), "z"), (Extents{3, 2}));
    }

    void a_recursive_function_ends() {
        const std::string function = bytes(1, "F") + bytes(4, "a") + bytes(5, "b") +
                                     bytes(7, node("F", {"a"}, {"c"}, {}, "own")) +
                                     bytes(7, node("F", {"c"}, {"b"}, {}, "own")) + bytes(10, "own");
        GraphParts parts{{node("F", {"x"}, {"y"}, {}, "own")},
                         {value("x", float32, Shape{3, 4})},
                         {value("y", float32, Shape{3, 4})}};
        QVERIFY(propagated(parts, 13, bytes(25, function)).has_value());
    }

    void a_value_above_the_limit_is_unknown_and_its_operator_is_named() {
        const std::int64_t beyond = max_elements + 1;
        const auto row = [](const std::string& name, const Shape& numbers) {
            return tensor(name, int64, {static_cast<std::int64_t>(numbers.size())}, numbers);
        };
        const auto scalar = [](const std::string& name, std::int64_t number_of) {
            return tensor(name, int64, {}, {number_of});
        };
        const std::vector<std::pair<std::string, GraphParts>> cases = {
            {"Tile", {{node("Tile", {"one", "n"}, {"t"})}, {}, {}, {row("one", {1}), row("n", {beyond})}}},
            {"Range",
             {{node("Range", {"from", "to", "by"}, {"t"})},
              {},
              {},
              {scalar("from", 0), scalar("to", beyond), scalar("by", 1)}}},
            {"Expand", {{node("Expand", {"one", "n"}, {"t"})}, {}, {}, {row("one", {1}), row("n", {beyond})}}},
            {"ConstantOfShape",
             {{node("ConstantOfShape", {"n"}, {"t"}, {stored("value", row("", {1}))})}, {}, {}, {row("n", {beyond})}}},
            {"Pad", {{node("Pad", {"one", "n"}, {"t"})}, {}, {}, {row("one", {1}), row("n", {0, beyond - 1})}}},
        };
        for (const auto& [type, first] : cases) {
            for (const std::string reader : {"ConstantOfShape", "Expand"}) {
                GraphParts parts = first;
                parts.nodes.push_back(reader == "Expand" ? node(reader, {"x", "t"}, {"y"})
                                                         : node(reader, {"t"}, {"y"}));
                parts.nodes.push_back(node("Mul", {"y", "x"}, {"z"}));
                parts.inputs = {value("x", float32, Shape{2})};
                parts.outputs = {value("z", float32, std::nullopt)};
                const auto document = propagated(parts, 13);
                QVERIFY2(document.has_value(), type.c_str());
                QVERIFY2(!document->problem.graph->unknown_sizes.empty(), type.c_str());
                const std::string named = "operator '" + type + "_t' (" + type + ") would compute 1048577 elements";
                QVERIFY2(std::ranges::any_of(document->notes,
                                             [&](const std::string& note) { return note.starts_with(named); }),
                         type.c_str());
            }
        }
    }

    void values_up_to_the_limit_are_computed() {
        // A list of ones, as long as the limit allows: NonZero finds all.
        GraphParts parts{{node("ConstantOfShape", {"n"}, {"ones"}, {stored("value", tensor("", int64, {1}, {1}))}),
                          node("NonZero", {"ones"}, {"at"}), node("Mul", {"at", "x"}, {"y"})},
                         {value("x", int64, Shape{1, 1})},
                         {value("y", int64, std::nullopt)},
                         {tensor("n", int64, {1}, {max_elements})}};
        const auto document = propagated(parts, 13);
        QCOMPARE(shape_in(document, "y"), (Extents{1, max_elements}));
        QVERIFY(document->notes.empty());
    }

    void targets_are_computed_through_tile_and_pad() {
        GraphParts parts{
            {node("Shape", {"x"}, {"s"}), node("Tile", {"s", "two"}, {"t"}), node("Pad", {"t", "pads"}, {"p"}),
             node("Expand", {"k", "p"}, {"y"}), node("Relu", {"y"}, {"z"})},
            {value("x", float32, Shape{3, 4})},
            {value("z", float32, std::nullopt)},
            {tensor("two", int64, {1}, {2}), tensor("pads", int64, {2}, {-1, 1}), tensor("k", float32, {1})}};
        // 3 4 3 4, without the first element and with a 0 appended.
        QCOMPARE(shape_in(propagated(parts, 13), "z"), (Extents{-1}));
        parts.initializers.push_back(tensor("five", int64, {}, {5}));
        parts.nodes[2] = node("Pad", {"t", "pads", "five"}, {"p"});
        QCOMPARE(shape_in(propagated(parts, 13), "z"), (Extents{4, 3, 4, 5}));
    }

    void invalid_attributes_leave_the_size_unknown() {
        const auto stays_open = [](const std::string& type, const Names& attributes, const Shape& x) {
            return shape_behind(type, 13, x, {}, attributes) == Extents{-1};
        };
        QVERIFY(stays_open("MaxPool", {integers("kernel_shape", {2, 2}), integers("strides", {0, 0})}, {1, 1, 4, 4}));
        QVERIFY(stays_open("DepthToSpace", {integer("blocksize", 0)}, {1, 4, 4, 4}));
        QVERIFY(stays_open("Transpose", {integers("perm", {0, 9})}, {4, 4}));
        QVERIFY(stays_open("Split", {integer("axis", 7)}, {4, 4}));
        QVERIFY(stays_open("Conv", {}, {1, 1, 4, 4}));
        QVERIFY(stays_open("MaxPool", {integers("kernel_shape", {2})}, {1, 1, 4, 4}));
        QVERIFY(stays_open("MaxPool", {integers("kernel_shape", {2, 2})}, {4}));
        QCOMPARE(shape_behind("ConvTranspose", 13, {1, 1, 4, 4}, {{1}}), (Extents{-1}));
        QVERIFY(stays_open("STFT", {}, {4}));
        QCOMPARE(shape_behind("Gemm", 6, {4}, {{1}, {1}}), (Extents{-1}));
        QCOMPARE(shape_behind("GatherND", 13, {2, 3, 4}, {{1, 0}}), (Extents{4}));
        QCOMPARE(shape_behind("GatherND", 13, {2}, {{1, 0}}), (Extents{-1}));
        QCOMPARE(shape_behind("LayerNormalization", 17, {2, 3}, {{1}}, {integer("axis", -9)}), (Extents{2, 3}));
        QCOMPARE(shape_behind("MaxUnpool", 13, {1, 1, 4, 4}, {{1}}, {integers("kernel_shape", {2, 2})}), (Extents{-1}));
        QVERIFY(stays_open("Flatten", {integer("axis", -100)}, {4, 4}));
    }
};

ARENASCOPE_TEST(OnnxTypePropagationTest)
#include "onnx_type_propagation_test.moc"
