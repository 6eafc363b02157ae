#include "core/format/openvino/open_extents.h"

#include <algorithm>
#include <fstream>
#include <numeric>
#include <rapidcheck.h>

#include <QTemporaryDir>

#include "core/format/reading.h"
#include "tests/support/mutated_copies.h"
#include "tests/support/opened_text.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

using Extents = std::vector<std::int64_t>;

std::string between_commas(const Extents& numbers) {
    std::string text;
    for (const std::int64_t number : numbers) {
        text += (text.empty() ? "" : ",") + std::to_string(number);
    }
    return text;
}

/// A network that is written as OpenVINO does, with the shapes that it has or with all of them open.
class WrittenNetwork {
public:
    int parameter(const Extents& shape, const std::string& precision = "FP32") {
        return layer("Parameter", {}, {}, {shape}, precision);
    }

    /// A constant of integers, which lie in the other file.
    int constant(const Extents& numbers, const Extents& shape) {
        const std::string data = "<data element_type=\"i64\" shape=\"" + between_commas(shape) + "\" offset=\"" +
                                 std::to_string(weights_.size()) + "\" size=\"" +
                                 std::to_string(numbers.size() * sizeof(std::int64_t)) + "\"/>";
        for (const std::int64_t number : numbers) {
            for (unsigned i = 0; i < sizeof(number); ++i) {
                weights_ += static_cast<char>(static_cast<std::uint64_t>(number) >> (8U * i));
            }
        }
        return layer("Const", data, {}, {shape}, "I64");
    }
    int row(const Extents& numbers) { return constant(numbers, {static_cast<std::int64_t>(numbers.size())}); }
    int scalar(std::int64_t number) { return constant({number}, {}); }
    /// Floats without elements in the other file.
    int weights(const Extents& shape) {
        return layer("Const", R"(<data element_type="f32" offset="0" size="1"/>)", {}, {shape}, "FP32");
    }

    int layer(const std::string& type, const std::string& data, const std::vector<int>& operands,
              const std::vector<Extents>& outputs, const std::string& precision = "FP32",
              const std::string& version = "opset1") {
        layers_.push_back({type, data, operands, outputs, precision, version});
        return static_cast<int>(layers_.size()) - 1;
    }

    [[nodiscard]] const Extents& shape(int id) const { return layers_[static_cast<std::size_t>(id)].outputs.front(); }

    [[nodiscard]] std::string text(bool is_open) const {
        std::string layers;
        std::string edges;
        for (std::size_t id = 0; id < layers_.size(); ++id) {
            const Layer& one = layers_[id];
            layers += "<layer id=\"" + std::to_string(id) + "\" name=\"t" + std::to_string(id) + "\" type=\"" +
                      one.type + "\" version=\"" + one.version + "\">" + one.data + "<input>";
            for (std::size_t i = 0; i < one.operands.size(); ++i) {
                layers += "<port id=\"" + std::to_string(i) + "\"/>";
                const Layer& from = layers_[static_cast<std::size_t>(one.operands[i])];
                edges += "<edge from-layer=\"" + std::to_string(one.operands[i]) + "\" from-port=\"" +
                         std::to_string(from.operands.size()) + "\" to-layer=\"" + std::to_string(id) +
                         "\" to-port=\"" + std::to_string(i) + "\"/>";
            }
            layers += "</input><output>";
            for (std::size_t i = 0; i < one.outputs.size(); ++i) {
                layers +=
                    "<port id=\"" + std::to_string(one.operands.size() + i) + "\" precision=\"" + one.precision + "\">";
                for (const std::int64_t extent : one.outputs[i]) {
                    layers += "<dim>" + std::to_string(is_open && one.type != "Const" ? -1 : extent) + "</dim>";
                }
                layers += "</port>";
            }
            layers += "</output></layer>\n";
        }
        return "<?xml version=\"1.0\"?>\n<net name=\"n\" version=\"11\"><layers>" + layers + "</layers><edges>" +
               edges + "</edges></net>\n";
    }

    /// Opens the network with its constants beside it.
    [[nodiscard]] Document read(bool is_open, const ImportOptions& options) const {
        auto document = read_text(text(is_open), options);
        if (!document) {
            qFatal("%s", to_string(document.error()).c_str());
        }
        return std::move(*document);
    }

    [[nodiscard]] Expected<Document> read_text(const std::string& text, const ImportOptions& options) const {
        const QTemporaryDir folder;
        const std::string path = folder.filePath(QStringLiteral("n.xml")).toStdString();
        std::ofstream(path) << text;
        std::ofstream(folder.filePath(QStringLiteral("n.bin")).toStdString(), std::ios::binary) << weights_;
        return read_document(path, options);
    }

private:
    struct Layer {
        std::string type;
        std::string data;
        std::vector<int> operands;
        std::vector<Extents> outputs;
        std::string precision;
        std::string version;
    };

    std::vector<Layer> layers_;
    std::string weights_;
};

/// The value of each extent of an input.
ImportOptions shape_of_input(const std::string& name, const Extents& shape) {
    ImportOptions options;
    options.shapes = {{name, shape}};
    return options;
}

std::vector<std::pair<std::string, Bytes>> sizes_in(const Document& document) {
    std::vector<std::pair<std::string, Bytes>> sizes;
    for (const Buffer& buffer : document.problem.buffers) {
        sizes.emplace_back(buffer.name, buffer.size);
    }
    return sizes;
}

/// Draws networks: each layer reads what was made last.
class DrawnNetwork {
public:
    DrawnNetwork() : last_(network_.parameter(drawn_shape())) {
        for (int count = *rc::gen::inRange(1, 12); count > 0; --count) {
            add_layer(*rc::gen::inRange(0, 16));
        }
    }

    [[nodiscard]] const WrittenNetwork& network() const { return network_; }

private:
    static Extents drawn_shape() {
        return *rc::gen::container<Extents>(static_cast<std::size_t>(*rc::gen::inRange(2, 5)),
                                            rc::gen::inRange<std::int64_t>(1, 7));
    }
    [[nodiscard]] std::size_t drawn_axis() const { return *rc::gen::inRange<std::size_t>(0, now().size()); }
    [[nodiscard]] const Extents& now() const { return network_.shape(last_); }
    void add(const std::string& type, const std::string& data, const std::vector<int>& operands, const Extents& shape,
             const std::string& version = "opset1") {
        last_ = network_.layer(type, data, operands, {shape}, "FP32", version);
    }

    /// The shape of the last tensor, as the network computes it.
    int computed_shape() { return network_.layer("ShapeOf", "", {last_}, {{std::ssize(now())}}, "I64"); }

    void add_layer(int kind) {
        const auto rank = std::ssize(now());
        const std::size_t axis = drawn_axis();
        const auto signed_axis = static_cast<std::int64_t>(axis) - (*rc::gen::arbitrary<bool>() ? rank : 0);
        Extents shape = now();
        switch (kind) {
            case 0:
                return add("ReLU", "", {last_}, shape);
            case 1:
                return add("Add", "", {last_, network_.weights({shape.back()})}, shape);
            case 2: {
                const auto width = *rc::gen::inRange<std::int64_t>(1, 9);
                const int kernel = network_.weights({width, shape.back()});
                shape.back() = width;
                return add("MatMul", R"(<data transpose_a="false" transpose_b="true"/>)", {last_, kernel}, shape);
            }
            case 3: {
                Extents order(shape.size());
                std::iota(order.begin(), order.end(), 0);
                std::rotate(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(axis), order.end());
                for (std::size_t i = 0; i < order.size(); ++i) {
                    shape[i] = now()[static_cast<std::size_t>(order[i])];
                }
                return add("Transpose", "", {last_, network_.row(order)}, shape);
            }
            case 4:
                return flatten_by_computed_shape();
            case 5:
                shape.insert(shape.begin() + static_cast<std::ptrdiff_t>(axis), 1);
                return shape.size() > 5
                           ? void()
                           : add("Unsqueeze", "", {last_, network_.row({static_cast<std::int64_t>(axis)})}, shape);
            case 6: {
                const auto length = *rc::gen::inRange<std::int64_t>(0, shape[axis]) + 1;
                const int begin = network_.row({0});
                const int end = network_.row({length});
                const int step = network_.row({1});
                const int axes = network_.row({signed_axis});
                shape[axis] = length;
                return add("Slice", "", {last_, begin, end, step, axes}, shape, "opset8");
            }
            case 7:
                return slice_with_masks();
            case 8: {
                shape[axis] *= 2;
                return shape[axis] > 100 ? void()
                                         : add("Concat", "<data axis=\"" + std::to_string(signed_axis) + "\"/>",
                                               {last_, last_}, shape);
            }
            case 9: {
                shape[axis] = 1;
                return add("ReduceMean", "<data keep_dims=\"true\"/>", {last_, network_.row({signed_axis})}, shape);
            }
            case 10: {
                if (rank < 3) {
                    return;
                }
                shape.erase(shape.begin() + static_cast<std::ptrdiff_t>(axis));
                return add("ReduceMax", "<data keep_dims=\"false\"/>", {last_, network_.scalar(signed_axis)}, shape);
            }
            case 11: {
                Extents repeats(shape.size(), 1);
                repeats[axis] = 2;
                shape[axis] *= 2;
                return shape[axis] > 100 ? void() : add("Tile", "", {last_, network_.row(repeats)}, shape);
            }
            case 12: {
                Extents before(shape.size(), 0);
                before[axis] = 2;
                shape[axis] += 4;
                const int row = network_.row(before);
                return add("Pad", "<data pad_mode=\"constant\"/>", {last_, row, row}, shape);
            }
            case 13: {
                // Rows of the last tensor, chosen by a constant.
                const int indices = network_.row({0, 0, 0});
                const int at = network_.scalar(signed_axis);
                shape[axis] = 3;
                return add("Gather", "<data batch_dims=\"0\"/>", {last_, indices, at}, shape, "opset8");
            }
            case 14: {
                // A constant that is broadcast to the shape of the last tensor.
                const int target = computed_shape();
                return add("Broadcast", "<data mode=\"numpy\"/>", {network_.weights({1}), target}, shape);
            }
            default:
                return split_in_two(axis);
        }
    }

    /// The first extent and the product of the others, by way of ShapeOf, Gather, ReduceProd and Concat.
    void flatten_by_computed_shape() {
        Extents others(now().size() - 1);
        std::iota(others.begin(), others.end(), 1);
        const std::int64_t first = now().front();
        const std::int64_t rest = std::accumulate(now().begin() + 1, now().end(), std::int64_t{1}, std::multiplies<>());
        const int all = computed_shape();
        const int zero = network_.scalar(0);
        const int batch = network_.layer("Gather", "", {all, network_.row({0}), zero}, {{1}}, "I64", "opset8");
        const int tail = network_.layer("Gather", "", {all, network_.row(others), zero},
                                        {{static_cast<std::int64_t>(others.size())}}, "I64", "opset8");
        const int product =
            network_.layer("ReduceProd", "<data keep_dims=\"true\"/>", {tail, network_.row({0})}, {{1}}, "I64");
        const int target = network_.layer("Concat", "<data axis=\"0\"/>", {batch, product}, {{2}}, "I64");
        add("Reshape", "<data special_zero=\"true\"/>", {last_, target}, {first, rest});
    }

    void slice_with_masks() {
        Extents shape = now();
        const auto rank = shape.size();
        const Extents ones(rank, 1);
        Extents keep_end = ones;
        keep_end.back() = 0;
        const int begin = network_.row(Extents(rank, 0));
        const int end = network_.row(Extents(rank, shape.back() > 1 ? -1 : 1));
        const int step = network_.row(ones);
        shape.back() = std::max<std::int64_t>(shape.back() - 1, 1);
        add("StridedSlice",
            "<data begin_mask=\"" + between_commas(ones) + "\" end_mask=\"" + between_commas(keep_end) +
                "\" new_axis_mask=\"\" shrink_axis_mask=\"\" ellipsis_mask=\"\"/>",
            {last_, begin, end, step}, shape);
    }

    void split_in_two(std::size_t axis) {
        Extents first = now();
        Extents second = now();
        if (first[axis] < 2) {
            return;
        }
        first[axis] = 1;
        second[axis] -= 1;
        const int at = network_.scalar(static_cast<std::int64_t>(axis));
        last_ = network_.layer("VariadicSplit", "", {last_, at, network_.row({1, -1})}, {first, second});
    }

    WrittenNetwork network_;
    int last_;
};

/// A layer, and what its only output has to be.
struct LayerCase {
    std::string type;
    std::string data;
    std::vector<Extents> operands;
    Extents output;
};

}  // namespace

class OpenExtentsTest : public QObject {
    Q_OBJECT

private slots:
    void the_shape_of_an_input_gives_all_that_follows_from_it() {
        WrittenNetwork network;
        const int ids = network.parameter({2, 128}, "I64");
        const int at = network.scalar(0);
        const int embedded = network.layer("Gather", "", {network.weights({100, 64}), ids, at}, {{2, 128, 64}});
        network.layer("ReLU", "", {embedded}, {{2, 128, 64}});
        const Document document = network.read(true, shape_of_input("t0", {2, 128}));
        QCOMPARE(document.problem.graph->assumed_dimensions.size(), std::size_t{0});
        QCOMPARE(document.problem.buffers[0].size, Bytes(2L * 128 * 8));
        QCOMPARE(document.problem.buffers[1].size, Bytes(2L * 128 * 64 * 4));
        QCOMPARE(document.problem.buffers[2].size, Bytes(2L * 128 * 64 * 4));
    }

    void layers_give_the_shapes_of_their_definitions_data() {
        QTest::addColumn<int>("number");
        for (int i = 0; i < static_cast<int>(layer_cases().size()); ++i) {
            QTest::newRow((layer_cases()[static_cast<std::size_t>(i)].type + std::to_string(i)).c_str()) << i;
        }
    }

    void layers_give_the_shapes_of_their_definitions() {
        QFETCH(const int, number);
        const LayerCase& one = layer_cases()[static_cast<std::size_t>(number)];
        WrittenNetwork network;
        std::vector<int> operands = {network.parameter(one.operands.front())};
        for (std::size_t i = 1; i < one.operands.size(); ++i) {
            operands.push_back(network.weights(one.operands[i]));
        }
        network.layer(one.type, one.data, operands, {one.output});
        const Document document = network.read(true, shape_of_input("t0", one.operands.front()));
        QVERIFY(document.problem.graph->assumed_dimensions.empty());
        QCOMPARE(sizes_in(document), sizes_in(network.read(false, {})));
    }

    void an_interpolation_takes_sizes_or_scales() {
        WrittenNetwork network;
        const int image = network.parameter({1, 3, 8, 10});
        const int sizes = network.row({16, 30});
        const int axes = network.row({2, 3});
        network.layer("Interpolate", R"(<data mode="linear" shape_calculation_mode="sizes"/>)",
                      {image, sizes, network.weights({2}), axes}, {{1, 3, 16, 30}}, "FP32", "opset4");
        network.layer("Interpolate", R"(<data mode="linear" shape_calculation_mode="sizes"/>)", {image, sizes, axes},
                      {{1, 3, 16, 30}}, "FP32", "opset11");
        network.layer("Interpolate", R"(<data axes="2,3" mode="linear"/>)", {image, sizes}, {{1, 3, 16, 30}}, "FP32");
        const Document document = network.read(true, shape_of_input("t0", {1, 3, 8, 10}));
        QCOMPARE(sizes_in(document), sizes_in(network.read(false, {})));
    }

    void a_range_over_a_length_has_that_length() {
        WrittenNetwork network;
        const int ids = network.parameter({2, 128}, "I64");
        const int shape = network.layer("ShapeOf", "", {ids}, {{2}}, "I64");
        const int length = network.layer("Gather", "", {shape, network.scalar(1), network.scalar(0)}, {{}}, "I64");
        const int places =
            network.layer("Range", "", {network.scalar(0), length, network.scalar(2)}, {{64}}, "I64", "opset4");
        network.layer("Unsqueeze", "", {places, network.scalar(0)}, {{1, 64}}, "I64");
        const Document document = network.read(true, shape_of_input("t0", {2, 128}));
        QVERIFY(document.problem.graph->assumed_dimensions.empty());
        QCOMPARE(sizes_in(document), sizes_in(network.read(false, {})));
    }

    void dim_star_is_the_value_of_every_dimension_without_its_own() {
        WrittenNetwork network;
        network.layer("ReLU", "", {network.parameter({2, 128})}, {{2, 128}});
        ImportOptions options;
        options.dimensions = {{"*", 128}, {"t0.0", 2}};
        const Document document = network.read(true, options);
        QCOMPARE(document.problem.buffers[1].size, Bytes(2L * 128 * 4));
        QVERIFY(document.problem.graph->assumed_dimensions.empty());
        QCOMPARE(document.notes.back(), std::string("dim.*=128 is used for t0.1"));
        options.dimensions = {{"*", 128}};
        QCOMPARE(network.read(true, options).notes.back(),
                 std::string("dim.*=128 is used for t0.0, t0.1; if t0.0 is the batch, give it its own value, such as "
                             "--set dim.t0.0=1"));
        QCOMPARE(network.read(false, options).notes.back(),
                 std::string("dim.* has no effect: every dimension has a value"));
    }

    void a_shape_that_does_not_fit_the_input_is_an_error() {
        const auto error_with = [](const Extents& shape) {
            const auto document =
                parse_document(replaced(WrittenNetwork(fixed_channels()).text(false), "<dim>2</dim>", "<dim>-1</dim>"),
                               "text", shape_of_input("t0", shape));
            return document ? std::string() : to_string(document.error());
        };
        QCOMPARE(error_with({4, 3}), std::string());
        QCOMPARE(error_with({4}), std::string("text: shape.t0 has 1 extent, the input has 2; give N,3, where each N is "
                                              "free"));
        QVERIFY(error_with({4, 5}).find("shape.t0: the model fixes extent 1 to 3, so it cannot be 5") !=
                std::string::npos);
    }

    void an_input_that_does_not_exist_is_named() {
        const Document document = fixed_channels().read(true, shape_of_input("other", {1}));
        QVERIFY(document.notes.front().find("no input 'other' whose shape could be given; its inputs are: t0") !=
                std::string::npos);
    }

    void without_its_constants_a_model_says_so() {
        WrittenNetwork network;
        const int input = network.parameter({2, 6});
        network.layer("Reshape", "", {input, network.row({3, 4})}, {{3, 4}});
        const auto document = parse_document(network.text(true), "text", shape_of_input("t0", {2, 6}));
        QVERIFY(document.has_value());
        QCOMPARE(document->notes.back(), std::string("some extents follow from constants that could not be read"));
        QCOMPARE(document->problem.graph->assumed_dimensions, (std::vector<std::string>{"t2.0", "t2.1"}));
    }

    void a_number_in_the_file_wins_over_what_follows() {
        WrittenNetwork network;
        const int input = network.parameter({2, 6});
        network.layer("ReLU", "", {input}, {{2, 6}});
        std::string text = network.text(false);
        text = replaced(text, "<dim>2</dim>", "<dim>-1</dim>");
        const auto document = parse_document(text, "text", shape_of_input("t0", {5, 6}));
        QVERIFY(document.has_value());
        QCOMPARE(document->problem.buffers[1].size, Bytes(2L * 6 * 4));
        QCOMPARE(document->notes.back(),
                 std::string("extent 0 of 't1' is 2 in the file, but the open extents, as given "
                             "or assumed, lead to 5; that of the file is used"));
    }

    void open_extents_with_values_equal_a_network_with_fixed_shapes() {
        QVERIFY(rc::check([] {
            const DrawnNetwork drawn;
            const Document fixed = drawn.network().read(false, {});
            const Document open = drawn.network().read(true, shape_of_input("t0", drawn.network().shape(0)));
            RC_ASSERT(open.problem.graph->assumed_dimensions == std::vector<std::string>());
            RC_ASSERT(sizes_in(open) == sizes_in(fixed));
            RC_ASSERT(open.problem.graph->operators.size() == fixed.problem.graph->operators.size());
        }));
    }

    void mutated_copies_with_their_constants_are_read_or_refused() {
        WrittenNetwork network;
        const int input = network.parameter({2, 3, 8});
        const int shape = network.layer("ShapeOf", "", {input}, {{3}}, "I64");
        const int first = network.layer("Gather", "", {shape, network.row({0}), network.scalar(0)}, {{1}}, "I64");
        const int target = network.layer("Concat", "<data axis=\"0\"/>", {first, network.row({-1})}, {{2}}, "I64");
        const int flat = network.layer("Reshape", "<data special_zero=\"true\"/>", {input, target}, {{2, 24}});
        network.layer("VariadicSplit", "", {flat, network.scalar(1), network.row({4, -1})}, {{2, 4}, {2, 20}});
        const MutatedCopies copies(network.text(true));
        for (std::size_t number = 0; number < 2'000; ++number) {
            (void)network.read_text(copies.copy(number), shape_of_input("t0", {2, 3, 8}));
        }
    }

private:
    static WrittenNetwork fixed_channels() {
        WrittenNetwork network;
        network.layer("ReLU", "", {network.parameter({2, 3})}, {{2, 3}});
        return network;
    }

    static const std::vector<LayerCase>& layer_cases() {
        static const std::vector<LayerCase> cases = {
            {"Convolution",
             R"(<data strides="2,1" dilations="1,1" pads_begin="1,0" pads_end="1,0"/>)",
             {{2, 3, 9, 10}, {8, 3, 3, 3}},
             {2, 8, 5, 8}},
            {"Convolution",
             R"(<data strides="2" dilations="1" pads_begin="0" pads_end="0" auto_pad="same_upper"/>)",
             {{2, 3, 9}, {8, 3, 3}},
             {2, 8, 5}},
            {"GroupConvolution",
             R"(<data strides="1,1" dilations="1,1" pads_begin="0,0" pads_end="0,0"/>)",
             {{1, 4, 9, 10}, {4, 2, 1, 3, 3}},
             {1, 8, 7, 8}},
            {"ConvolutionBackpropData",
             R"(<data strides="2,2" dilations="1,1" pads_begin="1,1" pads_end="1,1" output_padding="1,1"/>)",
             {{1, 4, 5, 6}, {4, 2, 3, 3}},
             {1, 2, 10, 12}},
            {"MaxPool",
             R"(<data strides="2,2" kernel="3,3" pads_begin="0,0" pads_end="0,0" rounding_type="ceil"/>)",
             {{1, 4, 8, 8}},
             {1, 4, 4, 4}},
            {"AvgPool",
             R"(<data strides="2,2" kernel="3,3" pads_begin="0,0" pads_end="0,0"/>)",
             {{1, 4, 8, 8}},
             {1, 4, 3, 3}},
            {"MatMul", "<data transpose_a=\"true\"/>", {{5, 6, 7}, {6, 8}}, {5, 7, 8}},
            {"MatMul", "", {{5, 6}, {6}}, {5}},
            {"Select", "", {{4, 1}, {1, 5}, {3, 1, 1}}, {3, 4, 5}},
            {"SoftMax", "", {{4, 7}}, {4, 7}},
            {"DepthToSpace", "<data block_size=\"2\"/>", {{1, 8, 3, 4}}, {1, 2, 6, 8}},
            {"SpaceToDepth", "<data block_size=\"2\"/>", {{1, 2, 6, 8}}, {1, 8, 3, 4}},
            {"Einsum", "<data equation=\"bij,bjk->bik\"/>", {{2, 3, 4}, {2, 4, 5}}, {2, 3, 5}},
            {"ScaledDotProductAttention", "", {{1, 4, 9, 8}, {1, 4, 9, 8}, {1, 4, 9, 16}}, {1, 4, 9, 16}},
            {"Squeeze", "", {{1, 4, 1, 5}}, {4, 5}},
        };
        return cases;
    }
};

ARENASCOPE_TEST(OpenExtentsTest)
#include "open_extents_test.moc"
