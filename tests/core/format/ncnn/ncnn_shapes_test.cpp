#include "core/format/ncnn/ncnn_shapes.h"

#include <rapidcheck.h>

#include <QDir>
#include <QFile>
#include <QRegularExpression>

#include "core/format/reading.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

std::vector<std::string_view> words_in(std::string_view text) {
    std::vector<std::string_view> words;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(' '), text.size());
        words.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return words;
}

/// "16x16x16 4", "?" for an unknown one.
std::string shapes_of(std::string_view type, std::string_view parameters, const std::vector<NcnnShape>& inputs,
                      std::size_t outputs = 1) {
    std::string text;
    for (const NcnnShape& shape : ncnn_shapes(type, NcnnParameters(words_in(parameters)), inputs, outputs)) {
        text += text.empty() ? "" : " ";
        std::string extents;
        for (const std::int64_t extent : shape.value_or(std::vector<std::int64_t>())) {
            extents += (extents.empty() ? "" : "x") + std::to_string(extent);
        }
        text += shape ? extents : "?";
    }
    return text;
}

NcnnShape shape(std::vector<std::int64_t> extents) {
    return extents;
}

}  // namespace

class NcnnShapesTest : public QObject {
    Q_OBJECT

private slots:
    void every_documented_layer_has_its_shape_data() {
        QTest::addColumn<QString>("type");
        QTest::addColumn<QString>("parameters");
        QTest::addColumn<QString>("shapes");
        const auto row = [](const char* type, const char* parameters, const char* shapes) {
            QTest::addRow("%s %s", type, parameters)
                << QString::fromLatin1(type) << QString::fromLatin1(parameters) << QString::fromLatin1(shapes);
        };
        // Of 8 × 6 × 10.
        row("ReLU", "", "8x6x10");
        row("Convolution", "0=16 1=3 3=2 4=1", "16x3x5");
        row("Convolution", "0=16 1=3 11=1", "16x6x8");
        row("Convolution", "0=16 1=3 2=2 4=-233 3=2", "16x3x5");
        row("Convolution", "0=16 1=3 4=1 15=0 14=0 16=2", "16x6x9");
        row("Convolution", "0=16 1=3 19=1", "?");
        row("ConvolutionDepthWise", "0=8 1=3 4=1 7=8", "8x6x10");
        row("Convolution1D", "0=8 1=3", "?");
        row("Deconvolution", "0=4 1=2 3=2", "4x12x20");
        row("Deconvolution", "0=4 1=4 3=2 4=1 18=1", "4x13x21");
        row("Deconvolution", "0=4 1=4 20=30 21=15", "4x15x30");
        row("Pooling", "0=0 1=2 2=2", "8x3x5");
        row("Pooling", "0=0 1=3 2=2", "8x3x5");
        row("Pooling", "0=0 1=3 2=2 5=1", "8x2x4");
        row("Pooling", "0=1 4=1", "8");
        row("Pooling", "0=1 7=1 8=3 18=2", "8x2x3");
        row("Pooling", "0=1 7=1 8=3 18=-233", "8x6x3");
        row("InnerProduct", "0=12", "12");
        row("Flatten", "", "480");
        row("Reshape", "0=60 1=8", "8x60");
        row("Reshape", "0=0 1=-1", "48x10");
        row("Reshape", "0=7 1=-1", "?");
        row("Reshape", "0=10 1=6 11=2 2=4", "4x2x6x10");
        row("Permute", "0=0", "8x6x10");
        row("Permute", "0=1", "8x10x6");
        row("Permute", "0=3", "6x10x8");
        row("Permute", "0=5", "10x6x8");
        row("Concat", "0=0", "8x6x10");
        row("Crop", "-23309=1,2 -23310=1,-233 -23311=1,0", "6x6x10");
        row("Crop", "-23309=2,0,1 -23310=2,4,-1 -23311=2,1,-1", "8x4x8");
        row("Crop", "0=1 1=2 2=3 3=4 4=0 5=-233", "5x4x4");
        row("Padding", "0=1 1=2 2=3 3=4", "8x9x17");
        row("Padding", "7=1 8=1", "10x6x10");
        row("Interp", "0=1 1=2.0 2=2.0", "8x12x20");
        row("Interp", "0=2 3=7 4=9", "8x7x9");
        row("PixelShuffle", "0=2", "2x12x20");
        row("Reorg", "0=2", "32x3x5");
        row("Reduction", "0=3", "1");
        row("Reduction", "0=3 1=0 -23303=1,-1 4=1", "8x6x1");
        row("Reduction", "0=3 1=0 -23303=2,1,2", "8");
        row("Squeeze", "0=1", "8x6x10");
        row("ExpandDims", "-23303=1,0", "1x8x6x10");
        row("Tile", "0=0 1=3", "24x6x10");
        row("Tile", "-23302=2,2,1", "8x12x10");
        row("GLU", "0=0", "4x6x10");
        row("Unfold", "0=8 1=2 3=2", "32x15");
        row("ROIAlign", "0=7 1=5", "8x5x7");
        row("BinaryOp", "0=0 1=1", "8x6x10");
        row("DetectionOutput", "0=2", "?");
    }
    void every_documented_layer_has_its_shape() {
        QFETCH(QString, type);
        QFETCH(QString, parameters);
        QFETCH(QString, shapes);
        QCOMPARE(QString::fromStdString(shapes_of(type.toStdString(), parameters.toStdString(), {shape({8, 6, 10})})),
                 shapes);
    }

    void layers_of_several_inputs_and_outputs() {
        QCOMPARE(shapes_of("Concat", "0=-1", {shape({4, 6}), shape({4, 3})}), std::string("4x9"));
        QCOMPARE(shapes_of("Concat", "", {shape({4, 6}), std::nullopt}), std::string("?"));
        QCOMPARE(shapes_of("BinaryOp", "0=0", {shape({8, 1, 1}), shape({8, 6, 10})}), std::string("8x6x10"));
        QCOMPARE(shapes_of("BinaryOp", "0=0", {shape({8, 2, 1}), shape({8, 6, 10})}), std::string("?"));
        QCOMPARE(shapes_of("BinaryOp", "0=0", {shape({10}), shape({6, 10})}), std::string("6x10"));
        QCOMPARE(shapes_of("Slice", "-23300=2,-233,-233 1=0", {shape({8, 6})}, 2), std::string("4x6 4x6"));
        QCOMPARE(shapes_of("Slice", "-23300=3,2,1,-233 1=0", {shape({8, 6})}, 3), std::string("2x6 1x6 5x6"));
        QCOMPARE(shapes_of("Slice", "-23302=1,3 1=1", {shape({8, 6})}, 2), std::string("8x3 8x3"));
        QCOMPARE(shapes_of("Slice", "-23300=2,9,-233", {shape({8, 6})}, 2), std::string("? ?"));
        QCOMPARE(shapes_of("MatMul", "", {shape({2, 5, 7}), shape({2, 7, 3})}), std::string("2x5x3"));
        QCOMPARE(shapes_of("MatMul", "0=1", {shape({5, 7}), shape({3, 7})}), std::string("5x3"));
        QCOMPARE(shapes_of("Gemm", "5=1 8=16 9=7", {shape({5, 7})}), std::string("5x16"));
        QCOMPARE(shapes_of("Gemm", "2=1 5=1 8=16", {shape({5, 7})}), std::string("7x16"));
        QCOMPARE(shapes_of("Gemm", "14=1", {shape({5, 7}), shape({7, 3})}), std::string("3x5"));
        QCOMPARE(shapes_of("MultiHeadAttention", "0=64 1=8 2=4096", {shape({5, 64})}), std::string("5x64"));
        QCOMPARE(shapes_of("LSTM", "0=32 1=100 2=2", {shape({9, 16})}, 1), std::string("9x64"));
        QCOMPARE(shapes_of("GRU", "0=32 1=100", {shape({9, 16}), shape({1, 32})}, 2), std::string("9x32 1x32"));
        QCOMPARE(shapes_of("InnerProduct", "0=12 2=120", {shape({6, 10})}), std::string("6x12"));
        QCOMPARE(shapes_of("Convolution1D", "0=12 1=3 4=1", {shape({6, 10})}), std::string("12x10"));
        QCOMPARE(shapes_of("Convolution3D", "0=2 1=1 21=2 23=2", {shape({1, 8, 4, 5})}), std::string("2x4x4x5"));
        QCOMPARE(shapes_of("Permute", "0=6", {shape({2, 3, 4, 5})}), std::string("3x2x4x5"));
        QCOMPARE(shapes_of("Interp", "5=1", {shape({2, 3, 4}), shape({9, 7, 8})}), std::string("2x7x8"));
        QCOMPARE(shapes_of("Crop", "", {shape({2, 9, 9}), shape({2, 7, 8})}), std::string("2x7x8"));
        QCOMPARE(shapes_of("Input", "0=5 1=4 11=3 2=2", {}), std::string("2x3x4x5"));
        QCOMPARE(shapes_of("Embed", "0=32", {shape({9})}), std::string("9x32"));
    }

    /// Any parameters give shapes that a model could have, or none.
    void any_parameters_give_possible_shapes() {
        QVERIFY(rc::check("possible", [] {
            const auto type = *rc::gen::element<std::string>(
                "Convolution", "Convolution3D", "Deconvolution", "Deconvolution1D", "Pooling", "Pooling3D", "Reshape",
                "Permute", "Crop", "Slice", "Padding", "Interp", "PixelShuffle", "Reorg", "Reduction", "Squeeze",
                "ExpandDims", "Tile", "Gemm", "MatMul", "GLU", "Unfold", "LSTM", "BinaryOp", "Concat", "InnerProduct");
            std::string parameters;
            for (int i = *rc::gen::inRange(0, 8); i > 0; --i) {
                const auto number = [] {
                    return std::to_string(
                        *rc::gen::oneOf(rc::gen::inRange<std::int64_t>(-240, 240), rc::gen::arbitrary<std::int64_t>()));
                };
                const int id = *rc::gen::inRange(0, 30);
                parameters += *rc::gen::inRange(0, 3) == 0
                                  ? std::to_string(-23300 - id) + "=2," + number() + "," + number() + " "
                                  : std::to_string(id) + "=" + number() + " ";
            }
            const auto some_shape = [] {
                NcnnShape shape = std::vector<std::int64_t>();
                for (int i = *rc::gen::inRange(1, 5); i > 0; --i) {
                    shape->push_back(*rc::gen::oneOf(rc::gen::inRange<std::int64_t>(1, 20),
                                                     rc::gen::inRange<std::int64_t>(1, 1 << 30)));
                }
                return shape;
            };
            const NcnnParameters given(words_in(parameters));
            for (const NcnnShape& shape : ncnn_shapes(type, given, {some_shape(), some_shape()}, 2)) {
                for (const std::int64_t extent : shape.value_or(std::vector<std::int64_t>())) {
                    RC_ASSERT(extent > 0);
                }
            }
        }));
    }

    /// The yardstick: without its hints, a model has the same sizes.
    void public_models_need_no_hints() {
        ARENASCOPE_NEEDS_SHARED_DATA()
        const QDir folder(shared_data() + QStringLiteral("/ncnn"));
        const QStringList names = folder.entryList({QStringLiteral("*.param")});
        int stripped_count = 0;
        for (const QString& name : names) {
            QFile file(folder.filePath(name));
            QVERIFY(file.open(QIODevice::ReadOnly));
            const QString text = QString::fromUtf8(file.readAll());
            QString stripped = text;
            stripped.remove(QRegularExpression(QStringLiteral(" -23330=[-0-9,]+")));
            stripped_count += stripped != text ? 1 : 0;
            const auto hinted = parse_document(text.toStdString(), "a.param");
            const auto inferred = parse_document(stripped.toStdString(), "b.param");
            QVERIFY(hinted && inferred);
            QCOMPARE(inferred->problem.buffers.size(), hinted->problem.buffers.size());
            for (std::size_t i = 0; i < hinted->problem.buffers.size(); ++i) {
                const Buffer& one = hinted->problem.buffers[i];
                const Buffer& other = inferred->problem.buffers[i];
                QVERIFY2(one.name == other.name && one.size == other.size,
                         qPrintable(name + QStringLiteral(": ") + QString::fromStdString(one.name)));
            }
        }
        QVERIFY(stripped_count >= 3);
    }
};

ARENASCOPE_TEST(NcnnShapesTest)
#include "ncnn_shapes_test.moc"
